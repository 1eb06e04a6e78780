#pragma once

#include <cmath>

#include "controller/model/frames.h"

/// Rotations about a single axis, as a revolute joint makes them.
namespace ventosa::controller {

/// Rotation by q about the unit vector u (Rodrigues), s = sin q, c = cos q:
///   exp([u] q) = c + s [u] + (1 - c) u u^T
inline Matrix3d axis_rotation(const Vector3d& u, double s, double c) {
  const Vector3d v = s * u;
  Matrix3d R = (1 - c) * u * u.transpose();
  R.diagonal().array() += c;
  R(2, 1) += v.x();
  R(1, 2) -= v.x();
  R(0, 2) += v.y();
  R(2, 0) -= v.y();
  R(1, 0) += v.z();
  R(0, 1) -= v.z();
  return R;
}

/// Rotates the columns X and Y of R in their own plane by the angle with sine s and cosine c.
template <int X, int Y>
void turn_columns(Matrix3d& R, double s, double c) {
  const Vector3d x = R.col(X), y = R.col(Y);
  R.col(X) = c * x + s * y;
  R.col(Y) = c * y - s * x;
}

/// R <- R exp([u] q), s = sin q, c = cos q. Fast where u is a coordinate axis, as of almost every
/// joint.
inline void turn_frame(Matrix3d& R, const Vector3d& u, double s, double c) {
  if (std::abs(u.x()) == 1)
    turn_columns<1, 2>(R, u.x() * s, c);
  else if (std::abs(u.y()) == 1)
    turn_columns<2, 0>(R, u.y() * s, c);
  else if (std::abs(u.z()) == 1)
    turn_columns<0, 1>(R, u.z() * s, c);
  else
    R = R * axis_rotation(u, s, c);
}

}  // namespace ventosa::controller
