#pragma once

#include "controller/load_sharing/load_sharing.h"

/// Forces that produce the wrench, without limits: the sharing problem with its equality constraint
/// eliminated.
///
///   G_i = [1; r_i x],  S = sum G_i H_i^-1 G_i' = L L',  U_i = L^-1 G_i H_i^-1
///   F = F0 - sum_a u_a K_a,  with (K_a)_i = [i is a's foot] H_i^-1 a - U_i' (U_foot a)
///
/// satisfies sum G_i F_i = w for any multipliers u of the limits a. Moments are about the mean foot
/// position p, r_i = p_i - p, so that the result does not depend on the body frame's origin.
namespace ventosa::controller {

using Matrix63d = Eigen::Matrix<double, 6, 3>;

struct BalancedForces {
  Vector3d p_mean_B;  ///< [m] p, mean foot position
  Matrix6d L;         ///< lower triangle; its diagonal holds 1 / L_kk
  PerLeg<Matrix3d> H_inverse;
  PerLeg<Matrix63d> U;
  PerLeg<Vector3d> F0;  ///< [N] in B; the optimum without limits
};

/// True for three or more feet that are not on one line, relative to their spread.
bool can_balance_any_wrench(const SharingProblem& problem) noexcept;

/// @pre can_balance_any_wrench(problem)
/// @return false if an H_i is not positive definite; `forces` is then invalid
[[nodiscard]] bool balance(const SharingProblem& problem, BalancedForces& forces) noexcept;

/// L^-1 (w - sum G_i F_i): zero up to rounding. Adding U_i' times it to F_i corrects the wrench.
Vector6d missing_wrench(const SharingProblem& problem, const BalancedForces& forces,
                        const PerLeg<Vector3d>& F, const Vector6d& w) noexcept;

}  // namespace ventosa::controller
