#include "sim/twin.h"

#include <cmath>
#include <cstdio>

#include "models/input_error.h"
#include "sim/capabilities.h"
#include "sim/check.h"
#include "sim/cups/cup_config.h"
#include "sim/fingerprint.h"
#include "sim/mujoco/snapshot.h"
#include "sim/mujoco/world.h"

namespace ventosa::sim {

using controller::Isometry3d;
using controller::Quaterniond;
using controller::Vector3d;
using World = Twin::World;

namespace {

const TwinConfig& checked(const models::Robot& robot, const TwinConfig& config) {
  check(robot, config);
  return config;
}

/// The lip plane is where a holding cup has pressed its lip to: feet that hold at the start are set
/// down flush, at rest.
LipConfig seated_lip(const models::Robot& robot, double start_cup_force_N) {
  LipConfig lip = lip_config(robot.cup, robot.nominal.cup.lip_radius_m);
  if (start_cup_force_N > 0) lip.free_height_m = start_cup_force_N / lip.stiffness_N_m;
  return lip;
}

void place_body(const Isometry3d& X_WB, double* qpos) {
  const Quaterniond q(X_WB.linear());
  Vector3d::Map(qpos) = X_WB.translation();
  Eigen::Vector4d::Map(qpos + 3) << q.w(), q.x(), q.y(), q.z();
}

/// drives hold where they start; the wrist of an attached foot is passive
void start_drives(World& world, int i) {
  const controller::Leg& leg = world.leg(i);
  const LegStart& start = world.config.leg[static_cast<std::size_t>(i)];
  for (int j = 0; j < leg.n_joints; ++j) {
    const models::Drive& plant = world.robot.drive[i][j];
    const bool arm = j < leg.n_arm;
    DriveConfig& config = world.drive[i][j];
    config = arm ? arm_drive(plant.stall_torque_Nm) : wrist_drive(plant.stall_torque_Nm);
    equip(plant, world.config.drive, world.config.step_s, config);
    world.data->qpos[world.index.qpos[i][j]] = start.q_rad[j];

    DriveState& drive = world.state.drive[i][j];
    drive = at_rest(config, start.q_rad[j]);
    if (start.attached && !arm) drive.law.mode = controller::JointMode::kPassive;
  }
}

/// an attached cup starts sealed, its vacuum at the goal
void start_foot(World& world, int i) {
  if (!world.config.leg[static_cast<std::size_t>(i)].attached) return;
  const Isometry3d X_WF = transform(world.state.cup[i].X_WF);
  const int patch = sealing_patch(world.cup, X_WF, world.config.patches);
  if (patch < 0)
    throw models::InputError("placement.legs[" + std::to_string(i) + "]", "attached",
                             "must stand with its whole lip on one surface",
                             "move the surface, the robot or the foot");
  start_cup(world, i, patch, world.config.start_cup_force_N / world.cup.area_m2);
}

void start_period(World& world) {
  world.state.penetration_m = 0;
  for (int i = 0; i < world.n_legs(); ++i) {
    world.state.cup[i].worst_safety_factor = kMaxSafetyFactor;
    for (DriveState& drive : world.state.drive[i]) drive.worst_tau_Nm = drive.period_J = 0;
  }
}

void run_period(World& world) {
  for (std::int64_t k = 0; k < world.steps_per_period; ++k) {
    step(world);
    if (broken(world)) return;
  }
}

}  // namespace

Twin::World::World(const models::Robot& with, const TwinConfig& given)
    : robot(with),
      config(checked(with, given)),
      cup(cup_config(with, given.step_s)),
      lip(seated_lip(with, given.start_cup_force_N)),
      fan(fan_config(with.cup, given.step_s)),
      firmware(firmware_config(with.cup, with.nominal.cup.area_m2)),
      gauge(gauge_config(with.cup, given.gravity_W.norm())),
      eyes(given.camera.on ? std::make_unique<Eyes>(*with.eyes, given.camera, given.seed)
                           : nullptr),
      steps_per_period(whole_steps("control_period_s", given.control_period_s, given.step_s)),
      boot_steps(
          static_cast<std::int32_t>(std::lround(with.power.electronics.reboot_s / given.step_s))),
      step_ns(std::llround(given.step_s * 1e9)),
      model(build_world(with, given, Detail::kPhysics)),
      data(mj_makeData(model.get())),
      index(index_world(*model, with.nominal)),
      fingerprint(fingerprint_of(with, given)) {
  forget_warning();
  state.pan_tilt = at_rest(given.camera);
  place_body(config.X_WB, data->qpos);
  for (int i = 0; i < n_legs(); ++i) clock[i] = module_clock(given, i);
  for (int i = 0; i < n_legs(); ++i) start_drives(*this, i);
  latch_lips(*this);
  for (CupState& at_rest : state.cup) at_rest.moved_W = {};
  for (int i = 0; i < n_legs(); ++i) start_foot(*this, i);
  for (int i = 0; i < n_legs(); ++i) start_gauges(*this, i);
  start_power(*this);
  start_links(*this);
  start_period(*this);
  start_imu(*this);
  update_truth(*this);
}

Twin::Twin(const models::Robot& robot, const TwinConfig& config)
    : world_(std::make_unique<World>(robot, config)),
      capabilities_(capabilities_of(robot, config)) {}

Twin::~Twin() = default;

hal::Status Twin::start(controller::Start& start) noexcept {
  const TwinConfig& config = world_->config;
  start.X_WB = config.X_WB;
  for (std::size_t i = 0; i < config.leg.size(); ++i) start.attached[i] = config.leg[i].attached;
  start.clamped = config.clamped;
  start.gravity_W = config.gravity_W;
  start.patches = config.patches;
  observe(*world_, start.seen);
  if (world_->failure[0] != '\0') return hal::Status::kUnstable;
  return world_->state.step == 0 ? hal::Status::kOk : hal::Status::kStale;
}

hal::Status Twin::exchange(const controller::Command& command,
                           controller::Observation& seen) noexcept {
  World& world = *world_;
  if (world.failure[0] != '\0') return hal::Status::kUnstable;
  send_command(command, world);
  start_period(world);
  try {
    run_period(world);
  } catch (const EngineError& error) {
    std::snprintf(world.failure, sizeof world.failure, "%s", error.what());
  }
  if (world.failure[0] != '\0') return hal::Status::kUnstable;
  update_truth(world);
  observe(world, seen);
  return hal::Status::kOk;
}

// a free joint's translation takes forces at B's origin, in W
void Twin::apply(const Stimulus& stimulus) noexcept {
  Vector3d::Map(world_->data->qfrc_applied) = stimulus.f_B_W;
}

const Truth& Twin::truth() const noexcept { return world_->truth; }
const char* Twin::failure() const noexcept { return world_->failure; }
double Twin::time_s() const noexcept { return 1e-9 * static_cast<double>(world_->now_ns()); }

void Twin::save(Snapshot& snapshot) const { write_snapshot(*world_, snapshot); }
void Twin::restore(const Snapshot& snapshot) { read_snapshot(snapshot, *world_); }

}  // namespace ventosa::sim
