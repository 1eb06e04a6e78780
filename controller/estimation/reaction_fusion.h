#pragma once

#include <cstdint>

#include "controller/estimation/measured_force.h"

/// Fusion of all feet: each leg's own readings and the equilibrium of the robot, weighted by their
/// precision.
///
///   min  sum_i |F_i - F_i'|^2_{A_i} + |w - sum_i G_i F_i|^2_{Q^-1},   G_i = [1; r_i x]
///
/// A_i is the precision of foot i's readings, F_i' = A_i^-1 b_i their force, Q the covariance of
/// the wrench w. With C_i = A_i^-1 and S = Q + sum G_i C_i G_i' = L L':
///
///   F_i = F_i' + C_i G_i' S^-1 (w - sum G_k F_k'),   cov F_i = C_i - V_i V_i',  V_i = C_i G_i'
///   L'^-1
///
/// Works for any number and arrangement of feet: directions without reading and without equilibrium
/// constraint keep a large covariance.
namespace ventosa::controller {

struct FusionFoot {
  Vector3d p_B = Vector3d::Zero();  ///< [m] point of action of F, in B
  ForceReading reading;
};

struct FusionProblem {
  int n_feet = 0;
  PerLeg<FusionFoot> foot;
  Vector6d w = Vector6d::Zero();  ///< [N, N m] force then moment about B's origin, in B
  double force_sd_N = 1;          ///< standard deviation of the force in w, > 0
  /// Standard deviation of the moment in w, about the mean of the feet, > 0.
  double moment_sd_Nm = 1;
};

enum class FusionStatus : std::uint8_t {
  kOk,
  kNoFoot,
  kBadInput,  ///< not finite, too many feet, or a deviation is not positive
};

struct Fusion {
  FusionStatus status = FusionStatus::kBadInput;
  PerLeg<ForceEstimate> foot;  ///< zero unless kOk
};

[[nodiscard]] Fusion fuse(const FusionProblem& problem) noexcept;

}  // namespace ventosa::controller
