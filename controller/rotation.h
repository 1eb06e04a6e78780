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

/// [v]x, so that [v]x r = v x r.
inline Matrix3d cross_matrix(const Vector3d& v) {
  Matrix3d V;
  V << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
  return V;
}

inline Matrix3d orthonormal(const Matrix3d& R) {
  return Quaterniond(R).normalized().toRotationMatrix();
}

}  // namespace ventosa::controller
