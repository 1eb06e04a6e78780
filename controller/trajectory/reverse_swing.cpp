#include "controller/trajectory/reverse_swing.h"

#include <algorithm>
#include <cmath>

#include "controller/model/rotation.h"

namespace ventosa::controller {

// log D = (v, phi) with D = (J(phi) v, exp phi): D^s = (J(s phi) s v, exp(s phi))
Isometry3d power(const Isometry3d& D, double s) noexcept {
  const Vector3d phi = rotation_log(D.linear());
  const Vector3d v = left_jacobian(phi).inverse() * D.translation();
  Isometry3d result = Isometry3d::Identity();
  result.linear() = rotation_exp(s * phi);
  result.translation() = left_jacobian(s * phi) * (s * v);
  return result;
}

Isometry3d fictive_body(const ReverseSwing& swing, const Isometry3d& X_WB) noexcept {
  return swing.X_WB0 * power(swing.X_WB0.inverse() * X_WB, -swing.scale);
}

Vector3d reverse_target(const ReverseSwing& swing, const Isometry3d& X_WB, double share) noexcept {
  const double height_m = swing.lift_m * (1 - std::abs(2 * std::clamp(share, 0.0, 1.0) - 1));
  return X_WB * (fictive_body(swing, X_WB).inverse() * swing.p_W) + height_m * swing.up_W;
}

}  // namespace ventosa::controller
