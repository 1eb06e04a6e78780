#include "sim/config/twin_capabilities.h"

#include <cmath>

#include "sim/drives/drive.h"

namespace ventosa::sim {

using controller::CupMode;
using controller::JointMode;

namespace {

hal::Modes<JointMode> modes_of(const models::Drive& drive, const DriveOptions& options) {
  hal::Modes<JointMode> modes;
  for (int k = 0; k <= static_cast<int>(JointMode::kPwm); ++k)
    if (supports_mode(drive, options, static_cast<JointMode>(k)))
      modes.insert(static_cast<JointMode>(k));
  return modes;
}

hal::Modes<CupMode> all_modes() {
  return {CupMode::kHold, CupMode::kGrip, CupMode::kRelease, CupMode::kAttach};
}

bool any_senses_current(const models::Robot& robot) {
  for (int i = 0; i < robot.nominal.n_legs(); ++i)
    for (int j = 0; j < robot.nominal.leg[static_cast<std::size_t>(i)].n_joints; ++j)
      if (robot.drive[i][j].firmware.senses_current()) return true;
  return false;
}

hal::Telemetry telemetry(const models::Robot& robot, const TwinConfig& config) {
  const bool cups = robot.cup.has_value(), packs = robot.nominal.has_packs;
  return {.joint_velocity = true,
          .joint_torque = true,
          .joint_current = config.drive.model == MotorModel::kIdeal || any_senses_current(robot),
          .joint_voltage = true,
          .joint_temperature = true,
          .pack = packs,
          .bus = packs,
          .turbine_speed = cups,
          .cup_distance = cups,
          .foot_force = robot.point && robot.point->sensor,
          .drive_status = true,
          .module_power = true,
          .loop_time = true,
          .boot_count = true,
          .imu = robot.nominal.has_imu,
          .pan_tilt = config.camera.on,
          .depth_camera = config.camera.on,
          .gps = config.gps.on,
          .compass = config.compass.on};
}

}  // namespace

hal::Capabilities capabilities_of(const models::Robot& robot, const TwinConfig& config) {
  const bool takes_gains = config.drive.interface == DriveInterface::kImpedance;
  hal::Capabilities can{
      .cup_modes = robot.cup ? all_modes() : hal::Modes<CupMode>{},
      .impedance = takes_gains ? hal::Impedance::kExact : hal::Impedance::kNone,
      .control_period_ns = std::llround(1e9 * config.control_period_s),
      .telemetry = telemetry(robot, config),
      .relays = robot.nominal.has_packs,
      .gaze = robot.sensors.has_value(),
  };
  for (int i = 0; i < robot.nominal.n_legs(); ++i)
    for (int j = 0; j < robot.nominal.leg[static_cast<std::size_t>(i)].n_joints; ++j)
      can.joint_modes[i][j] = modes_of(robot.drive[i][j], config.drive);
  return can;
}

}  // namespace ventosa::sim
