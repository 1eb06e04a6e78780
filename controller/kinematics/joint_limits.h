#pragma once

#include "controller/model/robot_model.h"

/// Joint limits of a leg: every joint's own, and the one that the wrist's differential couples.
namespace ventosa::controller {

/// Whether joints [first, last) keep their own limits.
bool within_limits(const Leg& leg, const PerJoint<double>& q_rad, int first, int last) noexcept;

/// Whether the leg keeps every limit, the coupled one too.
bool within_limits(const Leg& leg, const PerJoint<double>& q_rad) noexcept;

/// Room to a joint's nearer limit, as a share of half its range: 1 in the middle, 0 on a limit,
/// negative beyond it.
double joint_room(const Joint& joint, double q_rad) noexcept;

/// The same of |q5| + ratio |q6|, whose range begins at 0.
double differential_room(const Leg& leg, const PerJoint<double>& q_rad) noexcept;

/// The least of the joints' from `first` on, and the differential's.
double limit_room(const Leg& leg, const PerJoint<double>& q_rad, int first = 0) noexcept;

/// The turn of `angle_rad` that is nearest to the last angle, or else one inside the limits.
double nearest_turn(const Joint& joint, double angle_rad, double last_rad) noexcept;

}  // namespace ventosa::controller
