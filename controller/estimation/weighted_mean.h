#pragma once

#include "controller/estimation/odometry.h"

/// The papers' odometry: every supporting foot gives a body pose; the estimate is their mean.
/// Prados 2023, eq. (29)-(31), with each foot anchored where it attached last (not where it was at
/// the start), the sum over supporting feet only, and the columns of Q weighted by the root:
///
///   X_WB,i = X_WF,i X_BF,i^-1                                                             (29)
///   p_WB = sum_i a_i p_WB,i,  a_i = 1 / n                                                 (30)
///   q_WB = the eigenvector of the largest eigenvalue of Q Q',  Q = [sqrt(a_i) q_i]        (31)
///
/// It reads all six joints of a leg, the passive wrist's too.
namespace ventosa::controller {

/// @return X_WB; without feet the last one, turned on by the gyroscope
[[nodiscard]] Isometry3d mean_of_feet(const Isometry3d& X_WB_last,
                                      const OdometryInput& input) noexcept;

}  // namespace ventosa::controller
