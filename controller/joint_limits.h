#pragma once

#include "controller/robot_model.h"

/// Joint limits of a leg: every joint's own, and the one that the wrist's differential couples.
namespace ventosa::controller {

/// Whether joints [first, last) keep their own limits.
bool within_limits(const Leg& leg, const PerJoint<double>& q_rad, int first, int last) noexcept;

/// Whether the leg keeps every limit, the coupled one too.
bool within_limits(const Leg& leg, const PerJoint<double>& q_rad) noexcept;

/// Room to the nearest limit, as a share of half its range: 1 in the middle of every range, 0 on a
/// limit, negative beyond it. The differential's range is that of |q5| + ratio |q6|, from 0.
double limit_room(const Leg& leg, const PerJoint<double>& q_rad) noexcept;

/// The turn of `angle_rad` that is nearest to the last angle, or else one inside the limits.
double nearest_turn(const Joint& joint, double angle_rad, double last_rad) noexcept;

}  // namespace ventosa::controller
