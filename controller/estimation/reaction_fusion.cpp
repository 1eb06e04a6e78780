#include "controller/estimation/reaction_fusion.h"

#include <cmath>

namespace ventosa::controller {
namespace {

using Matrix36d = Eigen::Matrix<double, 3, 6>;
using RowVector6d = Eigen::Matrix<double, 1, 6>;

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

/// C G' = C [1, [r]']
Matrix36d spread(const Vector3d& r, const Matrix3d& C) {
  Matrix36d CG;
  CG.leftCols<3>() = C;
  for (int k = 0; k < 3; ++k) CG.row(k).tail<3>() = r.cross(C.col(k)).transpose();
  return CG;
}

/// Adds G C G' to the lower triangle of S.
void accumulate(const Vector3d& r, const Matrix36d& CG, Matrix6d& S) {
  for (int k = 0; k < 6; ++k) {
    S.col(k).head<3>() += CG.col(k);
    S.col(k).tail<3>() += r.cross(CG.col(k));
  }
}

/// The lower triangle of S becomes L, its diagonal 1 / L_kk.
bool factor(Matrix6d& S) {
  for (int k = 0; k < 6; ++k) {
    for (int j = 0; j < k; ++j) {
      double sum = S(k, j);
      for (int l = 0; l < j; ++l) sum -= S(k, l) * S(j, l);
      S(k, j) = sum * S(j, j);
    }
    double pivot = S(k, k);
    for (int l = 0; l < k; ++l) pivot -= S(k, l) * S(k, l);
    if (!(pivot > 0)) return false;
    S(k, k) = 1 / std::sqrt(pivot);
  }
  return true;
}

/// X := X L'^-1
template <class Rows>
void substitute(const Matrix6d& L, Rows& X) {
  for (int k = 0; k < 6; ++k) {
    for (int j = 0; j < k; ++j) X.col(k) -= L(k, j) * X.col(j);
    X.col(k) *= L(k, k);
  }
}

}  // namespace

Fusion fuse(const FusionProblem& problem) noexcept {
  Fusion fusion;
  if (!is_sound(problem)) return fusion;
  fusion.status = problem.n_feet == 0 ? FusionStatus::kNoFoot : FusionStatus::kOk;
  if (problem.n_feet == 0) return fusion;

  // residual of equilibrium about the mean of the feet, and its covariance
  const Vector3d mean = mean_position(problem);
  Vector3d f = problem.w.head<3>();
  Vector3d m = problem.w.tail<3>() - mean.cross(f);
  Vector6d sd;
  sd << Vector3d::Constant(problem.force_sd_N), Vector3d::Constant(problem.moment_sd_Nm);
  Matrix6d S = sd.cwiseAbs2().asDiagonal();
  PerLeg<Matrix36d> V;
  for (int i = 0; i < problem.n_feet; ++i) {
    const Vector3d r = problem.foot[i].p_B - mean;
    fusion.foot[i] = estimate(problem.foot[i].reading);
    f -= fusion.foot[i].F_B;
    m -= r.cross(fusion.foot[i].F_B);
    V[i] = spread(r, fusion.foot[i].covariance_B);
    accumulate(r, V[i], S);
  }

  if (!factor(S)) return Fusion{};
  RowVector6d missing;
  missing << f.transpose(), m.transpose();
  substitute(S, missing);
  for (int i = 0; i < problem.n_feet; ++i) {
    substitute(S, V[i]);
    fusion.foot[i].F_B += V[i] * missing.transpose();
    fusion.foot[i].covariance_B -= V[i] * V[i].transpose();
  }
  return fusion;
}

}  // namespace ventosa::controller
