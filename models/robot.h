#pragma once

#include <filesystem>
#include <string>

#include "controller/robot_model.h"
#include "models/drive.h"
#include "models/power.h"

/// A robot as data: what the controller may know, and what only the plant knows.
namespace ventosa::models {

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
  controller::PerLeg<controller::PerJoint<Drive>> drive;  ///< at the joints
  CupPlant cup;
  Power power;
};

/// @throws InputError with file:line:column, key, value, rule, hint
Robot load(const std::filesystem::path& file);

}  // namespace ventosa::models
