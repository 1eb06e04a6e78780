#pragma once

#include <map>
#include <string>

#include "models/motor_mounts.h"
#include "models/pantograph.h"
#include "models/robot.h"
#include "models/strict_yaml.h"

/// Leg types: the kind of a leg is code, its numbers are YAML.
namespace ventosa::models {

/// Default position of a foot: its wrist point in front of the hip and below it, in B.
struct DefaultStance {
  double radius_m = 0;
  double drop_m = 0;
};

struct LegType {
  controller::Leg leg;                ///< the leg, without name and mount
  controller::PerJoint<Drive> drive;  ///< drives at the joints
  /// Matrix M of MotorMap, before any motor is reversed.
  MotorMap::Matrix gears = MotorMap::Matrix::Identity();
  MotorMounts mounts;  ///< mounting of the leg's motors
  DefaultStance stance;
  std::optional<Pantograph> linkage{};  ///< bars that move the foot in place of the serial links
};

/// Reads one entry of `leg_types`. Kinds: romerin6, romerin7, three_joint, pantograph.  @throws
/// InputError
LegType read_leg_type(const Node& node, const Drives& drives);

/// @throws InputError
DefaultStance read_default_stance(const Node& stance);

}  // namespace ventosa::models
