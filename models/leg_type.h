#pragma once

#include <map>
#include <string>

#include "models/motor_mounts.h"
#include "models/robot.h"
#include "models/strict_yaml.h"

/// Leg types: how a leg is built is code (its kind), its numbers are YAML.
namespace ventosa::models {

/// Where a foot stands by default: its wrist point ahead of the hip, and below it in B.
struct DefaultStance {
  double radius_m = 0;
  double drop_m = 0;
};

struct LegType {
  controller::Leg leg;                                    ///< without name and mount
  controller::PerJoint<Drive> drive;                      ///< at the joints
  MotorMap::Matrix gears = MotorMap::Matrix::Identity();  ///< MotorMap::M, no motor reversed
  MotorMounts mounts;                                     ///< of its motors
  DefaultStance stance;
};

/// One entry of `leg_types`. Kinds: romerin6, romerin7.  @throws InputError
LegType read_leg_type(const Node& node, const Drives& drives);

/// @throws InputError
DefaultStance read_default_stance(const Node& stance);

}  // namespace ventosa::models
