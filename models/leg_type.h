#pragma once

#include <map>
#include <string>

#include "models/motor_mounts.h"
#include "models/robot.h"
#include "models/strict_yaml.h"

/// Leg types: how a leg is built is code (its kind), its numbers are YAML.
namespace ventosa::models {

struct LegType {
  controller::Leg leg;                                    ///< without name and mount
  controller::PerJoint<Drive> drive;                      ///< at the joints
  MotorMap::Matrix gears = MotorMap::Matrix::Identity();  ///< MotorMap::M, no motor reversed
  MotorMounts mounts;                                     ///< of its motors
  controller::Vector3d p_LW_nominal = controller::Vector3d::Zero();  ///< [m] default stance, in L
};

/// One entry of `leg_types`. Kinds: romerin6, romerin7.  @throws InputError
LegType read_leg_type(const Node& node, const Drives& drives);

}  // namespace ventosa::models
