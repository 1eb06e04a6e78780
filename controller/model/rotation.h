#pragma once

#include <cmath>

#include "controller/model/frames.h"

/// Exponential, logarithm and left Jacobian of SO(3).
namespace ventosa::controller {

/// Cross product matrix: a x b = skew(a) b
inline Matrix3d skew(const Vector3d& a) {
  Matrix3d S;
  S << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
  return S;
}

inline Matrix3d rotation_exp(const Vector3d& phi_rad) {
  const double angle = phi_rad.norm();
  if (angle < 1e-12) return Matrix3d::Identity();
  return Eigen::AngleAxisd(angle, phi_rad / angle).toRotationMatrix();
}

/// Rotation vector of R, with an angle in [0, pi].
inline Vector3d rotation_log(const Matrix3d& R) {
  Quaterniond q(R);
  if (q.w() < 0) q.coeffs() *= -1;
  const double s = q.vec().norm();
  if (s < 1e-12) return 2 * q.vec();
  return 2 * std::atan2(s, q.w()) / s * q.vec();
}

/// Left Jacobian J of SO(3): exp(phi + d) = exp(J d) exp(phi) for small d. Also the mean rotation
/// while turning by phi at a constant rate: a body-fixed displacement x becomes J x.
///   J = I + (1 - cos a) / a^2 [phi] + (a - sin a) / a^3 [phi]^2,  a = |phi|
inline Matrix3d left_jacobian(const Vector3d& phi_rad) {
  const double a2 = phi_rad.squaredNorm(), a = std::sqrt(a2);
  constexpr double kSmall = 0.02;  // below, the series are exact to rounding
  const bool small = a < kSmall;
  const double half_sine = small ? 1 - a2 / 24 + a2 * a2 / 1920 : std::sin(a / 2) / (a / 2);
  const double b = half_sine * half_sine / 2;
  const double c = small ? 1.0 / 6 - a2 / 120 + a2 * a2 / 5040 : (a - std::sin(a)) / (a2 * a);
  const Matrix3d S = skew(phi_rad);
  return Matrix3d::Identity() + b * S + c * S * S;
}

inline Matrix3d orthonormal(const Matrix3d& R) {
  return Quaterniond(R).normalized().toRotationMatrix();
}

}  // namespace ventosa::controller
