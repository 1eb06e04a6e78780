#pragma once

#include <optional>
#include <string>

#include "controller/kinematics/self_distance.h"

/// Robots that go through themselves, in words; and whether one does where it stands by default.
namespace ventosa::models {

/// "body", "front_left link2", "front_left cup"
std::string name_of(const controller::RobotModel& robot, const controller::PartId& part);

/// "front_left link2 and rear_left cup overlap by 12 mm"
std::string overlap_text(const controller::RobotModel& robot, const controller::SelfDistance& self);

/// The joint angles of a leg in its default stance, on a surface along B's xy plane.
/// @return whether it can stand so
bool find_home(const controller::Leg& leg, controller::PerJoint<double>& q_rad);

/// Of all legs; none if one cannot stand so.
std::optional<controller::PerLeg<controller::PerJoint<double>>> home_joints(
    const controller::RobotModel& robot);

/// Of the robot with these joint angles.
controller::SelfDistance self_distance_at(
    const controller::RobotModel& robot,
    const controller::PerLeg<controller::PerJoint<double>>& q_rad) noexcept;

}  // namespace ventosa::models
