#pragma once

#include "controller/model/robot_model.h"

/// Joint limits of a leg: the limits of each joint and the coupled ones, of the wrist's
/// differential and of a pantograph's knee.
namespace ventosa::controller {

/// True if the joints [first, last) are within their own limits.
bool within_limits(const Leg& leg, const PerJoint<double>& q_rad, int first, int last) noexcept;

/// True if the leg is within every limit, including those that couple joints.
bool within_limits(const Leg& leg, const PerJoint<double>& q_rad) noexcept;

/// True if the arm's joints are within every limit that they have without the wrist.
bool arm_within_limits(const Leg& leg, const PerJoint<double>& q_rad) noexcept;

/// Normalised distance of a joint from its nearer limit: 1 in the middle of its range, 0 at a
/// limit, negative beyond.
double joint_room(const Joint& joint, double q_rad) noexcept;

/// Normalised distance of |q5| + ratio |q6| from its limit: 1 if the sum is 0, 0 at the limit,
/// negative beyond.
double differential_room(const Leg& leg, const PerJoint<double>& q_rad) noexcept;

/// Angle of the knee between its bars; 0 where it is folded or would have to be shorter, pi where
/// it is straight or would have to be longer.  [rad]
double knee_rad(const Knee& knee, const Vector2d& slider_rad) noexcept;

/// True if the knee's angle is finite and within its limits.
bool knee_permits(const Knee& knee, const Vector2d& slider_rad) noexcept;

/// Angles of the sliders of an arm that has them, in the order of the joints.
Vector2d slider_rad(const Leg& leg, const PerJoint<double>& q_rad) noexcept;

/// Normalised distance of a knee's angle from its nearer limit, as `joint_room`.
double knee_room(const Knee& knee, double angle_rad) noexcept;

/// Normalised distance of the angle that the sliders give; 1 without a knee.
double knee_room(const Leg& leg, const PerJoint<double>& q_rad) noexcept;

/// Least normalised distance of the joints from `first` on, of the differential and of the knee.
double limit_room(const Leg& leg, const PerJoint<double>& q_rad, int first = 0) noexcept;

/// The angle plus full turns: the one nearest to the last angle that is within the joint's limits;
/// if none is, the one nearest to the last angle.
double nearest_turn(const Joint& joint, double angle_rad, double last_rad) noexcept;

}  // namespace ventosa::controller
