#pragma once

#include <cmath>

#include "controller/model/robot_model.h"

/// The wrist in a leg's joints. A leg without wrist has the values that restrict nothing: it never
/// is straight, and does not roll.
namespace ventosa::controller {

/// |sin q5|: 0 where the cup points along the forearm and joint 4 is undetermined.
inline double wrist_sine(const Leg& leg, const PerJoint<double>& q_rad) noexcept {
  return leg.has_wrist() ? std::abs(std::sin(q_rad[static_cast<std::size_t>(leg.n_arm) + 1])) : 1;
}

/// q6, the roll about the cup's axis.
inline double wrist_roll_rad(const Leg& leg, const PerJoint<double>& q_rad) noexcept {
  return leg.has_wrist() ? q_rad[static_cast<std::size_t>(leg.n_joints - 1)] : 0;
}

inline void set_wrist_roll(const Leg& leg, double roll_rad, PerJoint<double>& q_rad) noexcept {
  if (leg.has_wrist()) q_rad[static_cast<std::size_t>(leg.n_joints - 1)] = roll_rad;
}

}  // namespace ventosa::controller
