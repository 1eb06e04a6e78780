#pragma once

#include "controller/model/config.h"
#include "controller/model/robot_model.h"

/// Feed-forward against the friction of the gears.
namespace ventosa::controller {

/// Small changes of the side are left out: a joint that sticks is held through them all the same,
/// and a slow rate that wavers would make the torque waver.
inline constexpr double kFrictionPlay = 0.4;

/// The side that a gear's dry friction is on, -1..1, while the joint goes at dq_rad_s: follows
/// (1 + play) tanh(2 dq / speed) within +-play, and of what is missing makes `share` good. Around
/// rest friction takes either side.
double next_friction_side(const GainConfig& config, double share, double dq_rad_s,
                          double last_side) noexcept;

/// What a drive must give so that tau_Nm comes out of its gear:
///   tau + share ((Kc + Kl |tau|) side + Kv dq)
double with_friction(const JointFriction& friction, const GainConfig& config, double tau_Nm,
                     double dq_rad_s, double side) noexcept;

/// of a gear that is to begin to move: it sticks with a share of Ks more
JointFriction breaking_away(JointFriction friction, double share) noexcept;

}  // namespace ventosa::controller
