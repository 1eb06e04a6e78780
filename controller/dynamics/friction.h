#pragma once

#include "controller/model/config.h"
#include "controller/model/robot_model.h"

/// Feed-forward compensation of gear friction.
namespace ventosa::controller {

/// Hysteresis of the friction side. Small changes are ignored, because a slow, varying rate would
/// make the torque vary although the joint sticks.
inline constexpr double kFrictionPlay = 0.4;

/// Side of a gear's dry friction, -1..1, at the rate dq_rad_s: approaches the band of
/// +-kFrictionPlay about (1 + kFrictionPlay) tanh(2 dq / speed) by `share` of the distance. Near
/// standstill friction may have either side.
double next_friction_side(const GainConfig& config, double share, double dq_rad_s,
                          double last_side) noexcept;

/// Drive torque for the output torque tau_Nm:
///   tau + share ((Kc + Kl |tau|) side + Kv dq)
double with_friction(const JointFriction& friction, const GainConfig& config, double tau_Nm,
                     double dq_rad_s, double side) noexcept;

/// Friction of a gear about to move: Coulomb friction plus `share` of Ks.
JointFriction breaking_away(JointFriction friction, double share) noexcept;

}  // namespace ventosa::controller
