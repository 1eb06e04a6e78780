#include "controller/reaction_fusion.h"

#include <Eigen/Cholesky>
#include <cmath>

namespace ventosa::controller {
namespace {

using Matrix6d = Eigen::Matrix<double, 6, 6>;
using Matrix63d = Eigen::Matrix<double, 6, 3>;

bool is_sound(const FusionProblem& problem) {
  if (problem.n_feet < 0 || problem.n_feet > kMaxLegs) return false;
  for (int i = 0; i < problem.n_feet; ++i) {
    const FusionFoot& foot = problem.foot[i];
    if (!foot.p_B.allFinite() || !foot.reading.precision_B.allFinite() ||
        !foot.reading.weighted_B.allFinite())
      return false;
  }
  return problem.w.allFinite() && problem.force_sd_N > 0 && problem.moment_sd_Nm > 0 &&
         std::isfinite(problem.force_sd_N) && std::isfinite(problem.moment_sd_Nm);
}

Vector3d mean_position(const FusionProblem& problem) {
  Vector3d sum = Vector3d::Zero();
  for (int i = 0; i < problem.n_feet; ++i) sum += problem.foot[i].p_B;
  return sum / problem.n_feet;
}

/// [F; r x F]
template <class Columns>
Eigen::Matrix<double, 6, Columns::ColsAtCompileTime> wrench_at(const Vector3d& r,
                                                               const Columns& F) {
  Eigen::Matrix<double, 6, Columns::ColsAtCompileTime> wrench;
  wrench.template topRows<3>() = F;
  for (int k = 0; k < F.cols(); ++k) wrench.col(k).template tail<3>() = r.cross(F.col(k));
  return wrench;
}

/// Adds X G' with G = [1; r x].
void accumulate(const Matrix63d& X, const Vector3d& r, Matrix6d& S) {
  S.leftCols<3>() += X;
  for (int k = 0; k < 6; ++k) S.row(k).tail<3>() += r.cross(Vector3d(X.row(k))).transpose();
}

}  // namespace

Fusion fuse(const FusionProblem& problem) noexcept {
  Fusion fusion;
  if (!is_sound(problem)) return fusion;
  fusion.status = problem.n_feet == 0 ? FusionStatus::kNoFoot : FusionStatus::kOk;
  if (problem.n_feet == 0) return fusion;

  // what is missing to equilibrium, about the mean of the feet, and how uncertain that is
  const Vector3d mean = mean_position(problem);
  Vector6d missing = problem.w;
  missing.tail<3>() -= mean.cross(problem.w.head<3>());
  Vector6d sd;
  sd << Vector3d::Constant(problem.force_sd_N), Vector3d::Constant(problem.moment_sd_Nm);
  Matrix6d S = sd.cwiseAbs2().asDiagonal();
  PerLeg<Matrix63d> GC;
  for (int i = 0; i < problem.n_feet; ++i) {
    const Vector3d r = problem.foot[i].p_B - mean;
    fusion.foot[i] = estimate(problem.foot[i].reading);
    GC[i] = wrench_at(r, fusion.foot[i].covariance_B);
    missing -= wrench_at(r, fusion.foot[i].F_B);
    accumulate(GC[i], r, S);
  }

  const Eigen::LLT<Matrix6d> L(S);
  if (L.info() != Eigen::Success) return Fusion{};
  L.matrixL().solveInPlace(missing);
  for (int i = 0; i < problem.n_feet; ++i) {
    L.matrixL().solveInPlace(GC[i]);
    fusion.foot[i].F_B += GC[i].transpose() * missing;
    fusion.foot[i].covariance_B -= GC[i].transpose() * GC[i];
  }
  return fusion;
}

}  // namespace ventosa::controller
