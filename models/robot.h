#pragma once

#include <filesystem>
#include <string>

#include "controller/robot_model.h"
#include "models/cup_plant.h"

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

struct Robot {
  controller::RobotModel nominal;
  controller::PerLeg<controller::PerJoint<Drive>> drive;
  CupPlant cup;
};

/// @throws InputError with file:line:column, key, value, rule, hint
Robot load(const std::filesystem::path& file);

}  // namespace ventosa::models
