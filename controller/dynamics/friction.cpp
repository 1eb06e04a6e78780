#include "controller/dynamics/friction.h"

#include <algorithm>
#include <cmath>

namespace ventosa::controller {

double next_friction_side(const GainConfig& config, double share, double dq_rad_s,
                          double last_side) noexcept {
  const double side = (1 + kFrictionPlay) * std::tanh(2 * dq_rad_s / config.friction_speed_rad_s);
  const double wanted = std::clamp(last_side, side - kFrictionPlay, side + kFrictionPlay);
  return last_side + share * (wanted - last_side);
}

double with_friction(const JointFriction& friction, const GainConfig& config, double tau_Nm,
                     double dq_rad_s, double side) noexcept {
  const double dry_Nm = friction.coulomb_Nm + friction.load_ratio * std::abs(tau_Nm);
  return tau_Nm + config.friction_share * (dry_Nm * side + friction.viscous_Nms_rad * dq_rad_s);
}

JointFriction breaking_away(JointFriction friction, double share) noexcept {
  friction.coulomb_Nm += share * friction.stiction_Nm;
  return friction;
}

}  // namespace ventosa::controller
