#include "controller/dynamics/friction.h"

#include <cmath>

namespace ventosa::controller {

double with_friction(const JointFriction& friction, const GainConfig& config, double tau_Nm,
                     double dq_rad_s) noexcept {
  const double dry_Nm = friction.coulomb_Nm + friction.load_ratio * std::abs(tau_Nm);
  const double direction = std::tanh(2 * dq_rad_s / config.friction_speed_rad_s);
  return tau_Nm +
         config.friction_share * (dry_Nm * direction + friction.viscous_Nms_rad * dq_rad_s);
}

}  // namespace ventosa::controller
