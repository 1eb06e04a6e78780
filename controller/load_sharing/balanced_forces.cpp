#include "controller/load_sharing/balanced_forces.h"

#include <cmath>

namespace ventosa::controller {
namespace {

/// Feet are on a line if their smaller spread is below 1e-4 of the larger one.
constexpr double kCollinear = 1e-8;

/// A pivot below this share of its diagonal element is rounding error.
constexpr double kZeroPivot = 1e-14;

Vector3d mean_position(const SharingProblem& problem) {
  Vector3d sum = Vector3d::Zero();
  for (int i = 0; i < problem.n_feet; ++i) sum += problem.foot[i].p_B;
  return sum / problem.n_feet;
}

/// The wrench with its moment about p.
Vector6d wrench_at(const Vector3d& p, Vector6d wrench) {
  wrench.tail<3>() -= p.cross(wrench.head<3>());
  return wrench;
}

/// H^-1 by cofactors.  @return true if H is positive definite, by its leading minors (Sylvester)
bool invert(const Matrix3d& H, Matrix3d& inverse) {
  const Vector3d minors = H.col(1).cross(H.col(2));
  const double det = H.col(0).dot(minors);
  const double minor_2 = H(0, 0) * H(1, 1) - H(1, 0) * H(0, 1);
  const double rounding = kZeroPivot * H(0, 0) * H(1, 1);
  if (!(H(0, 0) > 0 && minor_2 > rounding && det > rounding * H(2, 2) && H(2, 2) > 0)) return false;
  inverse.row(0) = minors;
  inverse.row(1) = H.col(2).cross(H.col(0));
  inverse.row(2) = H.col(0).cross(H.col(1));
  inverse /= det;
  return true;
}

/// G H^-1 for a force at r.
Matrix63d wrench_per_gradient(const Vector3d& r, const Matrix3d& H_inverse) {
  Matrix63d wrench;
  wrench.topRows<3>() = H_inverse;
  for (int k = 0; k < 3; ++k) wrench.col(k).tail<3>() = r.cross(H_inverse.col(k));
  return wrench;
}

/// Adds X G', G = [1; r x], to the lower triangle of S.
void accumulate(const Matrix63d& X, const Vector3d& r, Matrix6d& S) {
  S.leftCols<3>() += X;
  for (int k = 3; k < 6; ++k) S.row(k).tail<3>() += r.cross(Vector3d(X.row(k))).transpose();
}

/// Cholesky factor in place: the lower triangle of S becomes L, its diagonal 1 / L_kk.
bool factor(Matrix6d& S) {
  for (int k = 0; k < 6; ++k) {
    for (int j = 0; j < k; ++j)
      S(k, j) = (S(k, j) - S.row(k).head(j).dot(S.row(j).head(j))) * S(j, j);
    const double pivot = S(k, k) - S.row(k).head(k).squaredNorm();
    if (!(pivot > kZeroPivot * S(k, k))) return false;
    S(k, k) = 1 / std::sqrt(pivot);
  }
  return true;
}

/// X := L^-1 X
template <class Columns>
void substitute(const Matrix6d& L, Columns& X) {
  for (int k = 0; k < 6; ++k) {
    for (int j = 0; j < k; ++j) X.row(k) -= L(k, j) * X.row(j);
    X.row(k) *= L(k, k);
  }
}

}  // namespace

bool can_balance_any_wrench(const SharingProblem& problem) noexcept {
  if (problem.n_feet < 3) return false;
  const Vector3d mean = mean_position(problem);
  Matrix3d inertia = Matrix3d::Zero();
  for (int i = 0; i < problem.n_feet; ++i) {
    const Vector3d r = problem.foot[i].p_B - mean;
    inertia += r.squaredNorm() * Matrix3d::Identity() - r * r.transpose();
  }
  // on a line the principal inertias about the mean are s, s and almost 0
  const double size = inertia.trace() / 2;
  return inertia.determinant() > kCollinear * size * size * size;
}

bool balance(const SharingProblem& problem, BalancedForces& forces) noexcept {
  forces.p_mean_B = mean_position(problem);
  Vector6d y = wrench_at(forces.p_mean_B, problem.w);
  Matrix6d& S = forces.L;
  S.setZero();
  for (int i = 0; i < problem.n_feet; ++i) {
    const SharingFoot& foot = problem.foot[i];
    if (!invert(foot.H, forces.H_inverse[i])) return false;
    const Vector3d r = foot.p_B - forces.p_mean_B;
    forces.U[i] = wrench_per_gradient(r, forces.H_inverse[i]);
    accumulate(forces.U[i], r, S);
    y += forces.U[i] * foot.c;
  }
  if (!factor(S)) return false;

  // F0_i = U_i' y - H_i^-1 c_i,  y = L^-1 (w + sum G_i H_i^-1 c_i)
  substitute(forces.L, y);
  for (int i = 0; i < problem.n_feet; ++i) {
    substitute(forces.L, forces.U[i]);
    forces.F0[i] = forces.U[i].transpose() * y - forces.H_inverse[i] * problem.foot[i].c;
  }
  return true;
}

Vector6d missing_wrench(const SharingProblem& problem, const BalancedForces& forces,
                        const PerLeg<Vector3d>& F, const Vector6d& w) noexcept {
  Vector6d missing = wrench_at(forces.p_mean_B, w);
  for (int i = 0; i < problem.n_feet; ++i) {
    missing.head<3>() -= F[i];
    missing.tail<3>() -= (problem.foot[i].p_B - forces.p_mean_B).cross(F[i]);
  }
  substitute(forces.L, missing);
  return missing;
}

}  // namespace ventosa::controller
