#pragma once

#include <cmath>

#include "controller/frames.h"

/// Exponential and logarithm of SO(3).
namespace ventosa::controller {

inline Matrix3d rotation_exp(const Vector3d& phi_rad) {
  const double angle = phi_rad.norm();
  if (angle < 1e-12) return Matrix3d::Identity();
  return Eigen::AngleAxisd(angle, phi_rad / angle).toRotationMatrix();
}

/// Rotation vector of R, its angle in [0, pi].
inline Vector3d rotation_log(const Matrix3d& R) {
  Quaterniond q(R);
  if (q.w() < 0) q.coeffs() *= -1;
  const double s = q.vec().norm();
  if (s < 1e-12) return 2 * q.vec();
  return 2 * std::atan2(s, q.w()) / s * q.vec();
}

/// J with w = J(phi) phi', for R = exp(phi) and w in the frame that R turns into:
///   J = 1 + (1 - cos t) / t² [phi] + (t - sin t) / t³ [phi]²,  t = |phi|
inline Matrix3d rotation_left_jacobian(const Vector3d& phi_rad) {
  const double t2 = phi_rad.squaredNorm(), t = std::sqrt(t2);
  const bool small = t < 1e-4;
  const double half_sine = std::sin(t / 2) / (small ? 1 : t / 2);
  const double b = small ? 0.5 : half_sine * half_sine / 2;
  const double c = small ? 1.0 / 6 : (t - std::sin(t)) / (t2 * t);
  Matrix3d cross;
  cross << 0, -phi_rad.z(), phi_rad.y(), phi_rad.z(), 0, -phi_rad.x(), -phi_rad.y(), phi_rad.x(), 0;
  return Matrix3d::Identity() + b * cross + c * cross * cross;
}

inline Matrix3d orthonormal(const Matrix3d& R) {
  return Quaterniond(R).normalized().toRotationMatrix();
}

}  // namespace ventosa::controller
