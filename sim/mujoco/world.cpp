#include "sim/mujoco/world.h"

#include <cmath>

#include "models/input_error.h"
#include "sim/config/check_config.h"
#include "sim/config/fingerprint.h"
#include "sim/cups/cup_config.h"
#include "sim/mujoco/shapes.h"

namespace ventosa::sim {

using controller::Isometry3d;

namespace {

const TwinConfig& checked(const models::Robot& robot, const TwinConfig& config) {
  check_config(robot, config);
  return config;
}

/// Lips with a free height for which the start force compresses a lip of nominal stiffness to the
/// lip plane: a foot that starts attached and flush is then in equilibrium.
controller::PerLeg<LipConfig> preloaded_lips(const models::Robot& robot, const TwinConfig& config) {
  if (!robot.cup) return {};
  LipConfig lip = lip_config(*robot.cup, robot.nominal.cup()->lip_radius_m);
  if (config.start_cup_force_N > 0)
    lip.free_height_m = config.start_cup_force_N / lip.stiffness_N_m;
  controller::PerLeg<LipConfig> lips{};
  lips.fill(lip);
  for (std::size_t i = 0; i < lips.size(); ++i) {
    lips[i].stiffness_N_m *= config.lip_scale[i];
    lips[i].shear_N_m *= config.lip_scale[i];
  }
  return lips;
}

/// drives hold their start position; the wrist of an attached foot is passive
void start_drives(World& world, int i) {
  const controller::Leg& leg = world.leg(i);
  const LegStart& start = world.config.leg[static_cast<std::size_t>(i)];
  put_leg(world.index, i, start.q_rad, *world.data);
  world.differential[i] = differential_of(world.robot.motors[i], leg.n_joints);
  for (int j = 0; j < leg.n_joints; ++j) {
    const models::Drive& plant = world.robot.drive[i][j];
    const bool arm = j < leg.n_arm;
    DriveConfig& config = world.drive[i][j];
    config = arm ? arm_drive(plant.stall_torque_Nm) : wrist_drive(plant.stall_torque_Nm);
    set_plant(plant, world.config.drive, world.config.step_s, config);
    config.rail_V = world.robot.power.rail.voltage_V;
    config.joint_offset_rad = world.config.joint_offset_rad[i][j];
    DriveState& drive = world.state.drive[i][j];
    drive = at_rest(config, start.q_rad[j]);
    if (start.attached && !arm) drive.law.mode = controller::JointMode::kPassive;
  }
}

/// an attached cup starts sealed, with the vacuum of the start force; a point foot starts at rest
/// on the ground, and finds its force in the first steps
void start_foot(World& world, int i) {
  if (!world.leg(i).cup() || !world.config.leg[static_cast<std::size_t>(i)].attached) return;
  const Isometry3d X_WF = transform(world.state.cup[i].X_WF);
  const int patch = sealing_patch(world.cup, X_WF, world.config.patches);
  if (patch < 0)
    throw models::InputError("placement.legs[" + std::to_string(i) + "]", "attached",
                             "must stand with its whole lip on one surface",
                             "move the surface, the robot or the foot");
  start_cup(world, i, patch, world.config.start_cup_force_N / world.cup.area_m2);
}

}  // namespace

World::World(const models::Robot& with, const TwinConfig& given)
    : robot(with),
      config(checked(with, given)),
      cup(cup_config(with, given.step_s)),
      lip(preloaded_lips(with, given)),
      fan(with.cup ? fan_config(*with.cup, given.step_s) : FanConfig{}),
      firmware(with.cup ? firmware_config(*with.cup, with.nominal.cup()->area_m2)
                        : FirmwareConfig{}),
      gauge(with.cup ? gauge_config(*with.cup, given.gravity_W.norm()) : GaugeConfig{}),
      ground(given.patches, given.relief, given.seed),
      camera(given.camera.on ? std::make_unique<CameraUnit>(*with.sensors, given.camera, given.seed)
                             : nullptr),
      steps_per_period(whole_steps("control_period_s", given.control_period_s, given.step_s)),
      boot_steps(
          static_cast<std::int32_t>(std::lround(with.power.electronics.reboot_s / given.step_s))),
      step_ns(std::llround(given.step_s * 1e9)),
      model(build_world(with, given, Detail::kPhysics)),
      data(mj_makeData(model.get())),
      index(index_world(*model, with, given)),
      fingerprint(fingerprint_of(with, given)) {
  clear_warning();
  state.pan_tilt = at_rest(given.camera);
  put(config.X_WB, data->qpos, data->qpos + 3);
  for (int i = 0; i < n_legs(); ++i) clock[i] = module_clock(given, i);
  for (int i = 0; i < n_legs(); ++i) start_drives(*this, i);
  latch_lip_motion(*this);
  for (int i = 0; i < n_legs(); ++i) start_foot(*this, i);
  for (int i = 0; i < n_legs() && with.cup; ++i) start_gauges(*this, i);
  start_power(*this);
  start_links(*this);
  start_period(*this);
  start_imu(*this);
  update_truth(*this);
}

}  // namespace ventosa::sim
