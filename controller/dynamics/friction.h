#pragma once

#include "controller/model/config.h"
#include "controller/model/robot_model.h"

/// Feed-forward against the friction of the gears.
namespace ventosa::controller {

/// What a drive must give so that tau_Nm comes out of its gear while the joint goes at dq_rad_s:
///   tau + share ((Kc + Kl |tau|) tanh(2 dq / speed) + Kv dq)
/// smooth around rest, where friction takes either side.
double with_friction(const JointFriction& friction, const GainConfig& config, double tau_Nm,
                     double dq_rad_s) noexcept;

}  // namespace ventosa::controller
