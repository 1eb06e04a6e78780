#include "sim/twin.h"

#include <cmath>
#include <cstdio>

#include "models/input_error.h"
#include "sim/check.h"
#include "sim/snapshot.h"
#include "sim/world.h"

namespace ventosa::sim {

using controller::Isometry3d;
using controller::Quaterniond;
using controller::Vector3d;
using World = Twin::World;

namespace {

/// a cup grips from this share of its full force
constexpr double kGripShare = 0.02;

double reach_m(const controller::Leg& leg) {
  double sum_m = leg.X_BL.translation().norm() + leg.X_JF.translation().norm();
  for (int j = 0; j < leg.n_joints; ++j) sum_m += leg.joint[j].p_PJ.norm();
  return sum_m;
}

/// at least the robot's inertia about any foot, in any pose
double most_inertia_kgm2(const controller::RobotModel& robot) {
  double reach = 0;
  double own_kgm2 = robot.I_C.trace();
  for (const controller::Leg& leg : robot.leg) {
    reach = std::max(reach, reach_m(leg));
    for (int j = 0; j < leg.n_joints; ++j) own_kgm2 += leg.link[j].I_C.trace();
  }
  return robot.total_mass_kg() * std::pow(2 * reach, 2) + own_kgm2;
}

/// what creep() needs to know of the weld and the robot
void set_compliance(const controller::RobotModel& robot, CupConfig& cup) {
  const double time_constant_s = kWeldSteps * cup.step_s;
  const double dmax = kWeldImpedance[1];
  const double stiffness_s2 = 1 / std::pow(dmax * time_constant_s * kWeldDampingRatio, 2);
  const double damping_s = 2 / (dmax * time_constant_s);
  cup.slip_m_N = 1 / (stiffness_s2 * robot.total_mass_kg());
  cup.twist_rad_Nm = 1 / (stiffness_s2 * most_inertia_kgm2(robot));
  cup.lag_s = damping_s / stiffness_s2;
}

CupConfig cup_config(const models::Robot& robot, double step_s) {
  const controller::Cup& nominal = robot.nominal.cup;
  CupConfig cup{.step_s = step_s,
                .max_vacuum_Pa = robot.cup.max_vacuum_Pa,
                .area_m2 = nominal.area_m2,
                .lip_radius_m = nominal.lip_radius_m,
                .attached_ratio = nominal.attached_ratio,
                .grip_force_N = kGripShare * nominal.max_force_N,
                .rise_share = -std::expm1(-step_s / robot.cup.rise_time_s),
                .fall_share = -std::expm1(-step_s / robot.cup.fall_time_s),
                .seal_gap_m = robot.cup.seal_gap_m,
                .seal_tilt_rad = robot.cup.seal_tilt_rad,
                .moment_arm_k = robot.cup.moment_arm_k};
  set_compliance(robot.nominal, cup);
  return cup;
}

const TwinConfig& checked(const models::Robot& robot, const TwinConfig& config) {
  check(robot, config);
  return config;
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
    const double stall_Nm = world.robot.drive[i][j].stall_torque_Nm;
    const bool arm = j < leg.n_arm;
    world.drive[i][j] = arm ? arm_drive(stall_Nm) : wrist_drive(stall_Nm);
    world.drive[i][j].takes_gains = world.config.drive.interface == DriveInterface::kImpedance;
    world.data->qpos[world.index.qpos[i][j]] = start.q_rad[j];

    DriveState& drive = world.state.drive[i][j];
    drive.law.mode = controller::JointMode::kImpedance;
    accept(world.drive[i][j], {}, start.q_rad[j], drive);
    if (start.attached && !arm) drive.law.mode = controller::JointMode::kPassive;
  }
}

/// an attached cup starts sealed, its vacuum at the goal; the first step ties the weld
void start_cup(World& world, int i) {
  if (!world.config.leg[static_cast<std::size_t>(i)].attached) return;
  CupState& cup = world.state.cup[i];
  cup.patch = sealing_patch(world.cup, transform(cup.X_WF), world.config.patches);
  if (cup.patch < 0)
    throw models::InputError("placement.legs[" + std::to_string(i) + "]", "attached",
                             "must stand with its whole lip on one surface",
                             "move the surface, the robot or the foot");
  cup.vacuum_Pa = world.config.start_cup_force_N / world.cup.area_m2;
  cup.turbine = std::min(1.0, std::sqrt(cup.vacuum_Pa / world.cup.max_vacuum_Pa));
  grab(world, i);
}

void start_period(World& world) {
  world.state.penetration_m = 0;
  for (int i = 0; i < world.n_legs(); ++i) {
    world.state.cup[i].worst_safety_factor = kMaxSafetyFactor;
    for (DriveState& drive : world.state.drive[i]) drive.worst_tau_Nm = 0;
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
      imu(imu_mounting(with.eyes, given.imu, given.camera)),
      eyes(given.camera.on ? std::make_unique<Eyes>(*with.eyes, given.camera) : nullptr),
      steps_per_period(whole_steps("control_period_s", given.control_period_s, given.step_s)),
      latency_steps(
          whole_steps("link.command_latency_s", given.link.command_latency_s, given.step_s)),
      step_ns(std::llround(given.step_s * 1e9)),
      model(build_world(with, given, Detail::kPhysics)),
      data(mj_makeData(model.get())),
      index(index_world(*model, with.nominal)),
      fingerprint(fingerprint_of(*this)) {
  forget_warning();
  place_body(config.X_WB, data->qpos);
  for (int i = 0; i < n_legs(); ++i) start_drives(*this, i);
  latch_lips(*this);
  for (CupState& at_rest : state.cup) at_rest.moved_W = {};
  for (int i = 0; i < n_legs(); ++i) start_cup(*this, i);
  start_period(*this);
  start_imu(*this);
  update_truth(*this);
}

Twin::Twin(const models::Robot& robot, const TwinConfig& config)
    : world_(std::make_unique<World>(robot, config)) {}

Twin::~Twin() = default;

hal::ExchangeStatus Twin::exchange(const controller::Command& command,
                                   controller::Observation& seen) noexcept {
  World& world = *world_;
  if (world.failure[0] != '\0') return hal::ExchangeStatus::kUnstable;
  send(command, world.state.step + world.latency_steps, world.state.link);
  start_period(world);
  try {
    run_period(world);
  } catch (const EngineError& error) {
    std::snprintf(world.failure, sizeof world.failure, "%s", error.what());
  }
  if (world.failure[0] != '\0') return hal::ExchangeStatus::kUnstable;
  update_truth(world);
  sim::observe(world, seen);
  return hal::ExchangeStatus::kOk;
}

void Twin::observe(controller::Observation& seen) const noexcept { sim::observe(*world_, seen); }

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
