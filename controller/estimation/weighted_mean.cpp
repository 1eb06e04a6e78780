#include "controller/estimation/weighted_mean.h"

#include <Eigen/Eigenvalues>

#include "controller/model/rotation.h"

namespace ventosa::controller {
namespace {

/// Mean of quaternions; q q' is the same for q and -q.
Matrix3d mean_rotation(const Eigen::Matrix4d& QQ) {
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix4d> solver(QQ);  // ascending
  return Quaterniond(Eigen::Vector4d(solver.eigenvectors().col(3))).toRotationMatrix();
}

}  // namespace

Isometry3d mean_of_feet(const Isometry3d& X_WB_last, const OdometryInput& in) noexcept {
  Isometry3d X_WB = X_WB_last;
  X_WB.linear() = orthonormal(X_WB_last.linear() * rotation_exp(in.period_s * in.w_WB_B));
  if (in.n_feet == 0) return X_WB;
  const double a = 1.0 / in.n_feet;
  Vector3d p_WB = Vector3d::Zero();
  Eigen::Matrix4d QQ = Eigen::Matrix4d::Zero();
  for (std::size_t i = 0; i < static_cast<std::size_t>(in.n_feet); ++i) {
    const Matrix3d R_WB = in.R_WF[i] * in.R_BF[i].transpose();
    const Eigen::Vector4d q = Quaterniond(R_WB).coeffs();
    p_WB += a * (in.p_WW[i] - R_WB * in.p_BW[i]);
    QQ += a * q * q.transpose();
  }
  X_WB.linear() = mean_rotation(QQ);
  X_WB.translation() = p_WB;
  return X_WB;
}

}  // namespace ventosa::controller
