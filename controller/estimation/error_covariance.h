#pragma once

#include "controller/model/robot_model.h"

/// Covariance P of the invariant filter's error. Propagation and measurement act on 3 x 3 blocks,
/// so that whole columns of P are processed at a time.
///
/// Rows: R, v, p, gyro bias, accelerometer bias, three each; the compass' deviation, if the robot
/// has a compass; d_1 .. d_n, three each.
namespace ventosa::controller {

inline constexpr int kErrorR = 0, kErrorV = 3, kErrorP = 6, kErrorGyro = 9, kErrorAccel = 12;
inline constexpr int kCoreError = 15;
inline constexpr int kErrorDeviation = kCoreError;
inline constexpr int kMaxError = kCoreError + 1 + 3 * kMaxLegs;

using ErrorCovariance =
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, kMaxError, kMaxError>;
using ErrorVector = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, kMaxError, 1>;

/// Three columns with the rows of P.
using ErrorColumns = Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::ColMajor, kMaxError, 3>;

/// First row of the k-th of `n_feet` feet, which have the last rows.
inline int foot_row(const ErrorCovariance& P, int n_feet, int k) {
  return static_cast<int>(P.rows()) - 3 * (n_feet - k);
}

/// Linearisation point of one period of error propagation.
struct ErrorFlow {
  double period_s = 0;
  Vector3d gravity_W = Vector3d::Zero();
  Matrix3d R_WB = Matrix3d::Identity();
  Vector3d v_WB = Vector3d::Zero();
  Vector3d p_WB = Vector3d::Zero();
  int n_feet = 0;
  const PerLeg<Vector3d>& p_WW;
};

/// Lower triangle of P <- Phi P Phi', with B = -dt R (gyro bias) and C = -dt R (accelerometer
/// bias):
///   R += B,  v += dt g x R + v x B + C,  p += dt v + dt^2/2 g x R + p x B + dt/2 C,  d += d x B
void carry(const ErrorFlow& flow, ErrorCovariance& P) noexcept;

/// Lower triangle of P += scale W W'.
void add_outer(double scale, const ErrorColumns& W, ErrorCovariance& P) noexcept;

/// Upper triangle <- lower triangle.
void mirror(ErrorCovariance& P) noexcept;

/// W A, column by column.
ErrorColumns times(const ErrorColumns& W, const Matrix3d& A) noexcept;

/// 3 x 3 block from (row, col) on, and three columns, of a symmetric matrix stored as its lower
/// triangle.
Matrix3d block(const ErrorCovariance& P, int row, int col) noexcept;
ErrorColumns columns(const ErrorCovariance& P, int first) noexcept;

}  // namespace ventosa::controller
