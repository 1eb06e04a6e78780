#include "controller/execution/computed_torque.h"

#include <algorithm>
#include <cmath>

namespace ventosa::controller {

double unstable_omega_rad_s(double zeta, double period_s) noexcept {
  return std::min(4 * zeta, 2 * (std::hypot(1, zeta) - zeta)) / period_s;
}

bool is_too_fast(double omega_rad_s, double zeta, double period_s, bool stands) noexcept {
  constexpr double kRounding = 1e-9;
  const bool chatters = omega_rad_s * period_s > kStandingOmegaPeriod + kRounding;
  return omega_rad_s >= unstable_omega_rad_s(zeta, period_s) || (stands && chatters);
}

JointMotion corrected_motion(const ControllerConfig& config, const JointTarget& target,
                             const LegReading& reading, const LegEffort& effort) noexcept {
  const double w = config.gains.omega_rad_s, back_s = config.period_s / 2;
  JointMotion motion;
  for (std::size_t j = 0; j < target.q_rad.size(); ++j) {
    const JointReading& now = reading.joint[j];
    const double dq_rad_s = target.dq_rad_s[j], ddq_rad_s2 = target.ddq_rad_s2[j];
    const double q_d = target.q_rad[j] - back_s * (dq_rad_s - back_s / 2 * ddq_rad_s2);
    const double dq_d = dq_rad_s - back_s * ddq_rad_s2;

    // with less stiffness a pressing foot presses as before
    const double press_rad = (1 - effort.stiffness) * effort.press_rad[j];
    const double e = effort.stiffness * (q_d - now.q_rad) + press_rad;
    const double de = effort.stiffness * (dq_d - now.dq_rad_s);
    motion.dq_rad_s[j] = now.dq_rad_s;
    motion.ddq_rad_s2[j] = ddq_rad_s2 + 2 * config.gains.zeta * w * de + w * w * e;
  }
  return motion;
}

}  // namespace ventosa::controller
