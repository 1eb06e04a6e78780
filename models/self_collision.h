#pragma once

#include <optional>
#include <string>

#include "controller/kinematics/self_distance.h"

/// Self-collisions as text, and the check of the default stance.
namespace ventosa::models {

/// Name of a part: "body", "front_left link 3", "front_left cup". Links are numbered like the leg's
/// joints, see controller::Leg::joint_number.
std::string name_of(const controller::RobotModel& robot, const controller::PartId& part);

/// Description of an overlap: "front_left link 3 and rear_left cup overlap by 12 mm"
std::string overlap_text(const controller::RobotModel& robot, const controller::SelfDistance& self);

/// Joint angles of a leg in its default stance, on a surface along B's xy plane.
/// @return false if the leg cannot reach the stance
bool find_home(const controller::Leg& leg, controller::PerJoint<double>& q_rad);

/// Joint angles of all legs in the default stance; no value if a leg cannot reach it.
std::optional<controller::PerLeg<controller::PerJoint<double>>> home_joints(
    const controller::RobotModel& robot);

/// Self-distance of the robot at these joint angles.
controller::SelfDistance self_distance_at(
    const controller::RobotModel& robot,
    const controller::PerLeg<controller::PerJoint<double>>& q_rad) noexcept;

}  // namespace ventosa::models
