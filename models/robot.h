#pragma once

#include <filesystem>
#include <string>

#include "controller/robot_model.h"
#include "models/body_sensors.h"

/// A robot as data: what the controller may know, and what only the plant knows.
namespace ventosa::models {

/// One drive of the plant, at the joint's output.
struct Drive {
  std::string name;  ///< "XH540-W270-T"
  double stall_torque_Nm = 0;
  double no_load_speed_rad_s = 0;
  double armature_kgm2 = 0;
  double coulomb_friction_Nm = 0;  ///< used when the scenario switches friction on
  double viscous_friction_Nms_rad = 0;
};

/// One cup of the plant.
struct CupPlant {
  double max_vacuum_Pa = 0;   ///< sealed, turbine at full speed
  double rise_time_s = 0;     ///< first-order time constant of the vacuum, turbine spinning up
  double fall_time_s = 0;     ///< the same, spinning down
  double seal_gap_m = 0;      ///< the lip seals below this distance
  double seal_tilt_rad = 0;   ///< and below this tilt
  double moment_arm_k = 0.5;  ///< k at which the lip starts to leak (tip-over is k = 1)
};

struct Robot {
  controller::RobotModel nominal;
  controller::PerLeg<controller::PerJoint<Drive>> drive;
  CupPlant cup;
  std::optional<BodySensors> eyes;  ///< none: the robot is blind, its IMU at the body's origin
};

/// @throws InputError with file:line:column, key, value, rule, hint
Robot load(const std::filesystem::path& file);

}  // namespace ventosa::models
