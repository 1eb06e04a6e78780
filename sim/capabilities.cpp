#include "sim/capabilities.h"

#include <cmath>

#include "sim/drives/drive.h"

namespace ventosa::sim {

using controller::CupMode;
using controller::JointMode;

namespace {

/// Whether `holds(drive)` is true of any of the robot's drives.
template <class Predicate>
bool any_drive(const models::Robot& robot, const Predicate& holds) {
  for (int i = 0; i < robot.nominal.n_legs(); ++i)
    for (int j = 0; j < robot.nominal.leg[static_cast<std::size_t>(i)].n_joints; ++j)
      if (holds(robot.drive[i][j])) return true;
  return false;
}

hal::Modes<JointMode> joint_modes(const models::Robot& robot, const DriveOptions& options) {
  hal::Modes<JointMode> modes;
  for (int k = 0; k <= static_cast<int>(JointMode::kPwm); ++k) {
    const auto mode = static_cast<JointMode>(k);
    const auto lacks = [&](const models::Drive& drive) { return !has_mode(drive, options, mode); };
    if (!any_drive(robot, lacks)) modes.insert(mode);
  }
  return modes;
}

hal::Telemetry telemetry(const models::Robot& robot, const TwinConfig& config) {
  const auto senses_current = [&](const models::Drive& drive) {
    return config.drive.model == MotorModel::kIdeal || drive.firmware.senses_current();
  };
  return {.joint_velocity = true,
          .joint_torque = true,
          .joint_current = any_drive(robot, senses_current),
          .joint_voltage = true,
          .joint_temperature = true,
          .pack = true,
          .bus = true,
          .turbine_speed = true,
          .cup_distance = true,
          .imu = true,
          .pan_tilt = config.camera.on,
          .depth_camera = config.camera.on};
}

}  // namespace

hal::Capabilities capabilities_of(const models::Robot& robot, const TwinConfig& config) {
  const bool takes_gains = config.drive.interface == DriveInterface::kImpedance;
  return {
      .joint_modes = joint_modes(robot, config.drive),
      .cup_modes = {CupMode::kHold, CupMode::kGrip, CupMode::kRelease, CupMode::kAttach},
      .impedance = takes_gains ? hal::Impedance::kExact : hal::Impedance::kNone,
      .control_period_ns = std::llround(1e9 * config.control_period_s),
      .tells = telemetry(robot, config),
  };
}

}  // namespace ventosa::sim
