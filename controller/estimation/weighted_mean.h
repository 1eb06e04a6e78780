#pragma once

#include "controller/estimation/odometry.h"

/// Odometry of the papers: every attached foot implies a body pose; the estimate is their mean.
/// Prados 2023, eq. (29)-(31), corrected: the anchor of each foot is at its last attachment (not at
/// the start), the sum covers attached feet only, and the columns of Q are weighted by the square
/// root:
///
///   X_WB,i = X_WF,i X_BF,i^-1                                                             (29)
///   p_WB = sum_i a_i p_WB,i,  a_i = 1 / n                                                 (30)
///   q_WB = the eigenvector of the largest eigenvalue of Q Q',  Q = [sqrt(a_i) q_i]        (31)
///
/// Uses all six joint angles of a leg, including the passive wrist's.
namespace ventosa::controller {

/// @return X_WB; without feet the last pose, rotated by the gyroscope
[[nodiscard]] Isometry3d mean_of_feet(const Isometry3d& X_WB_last,
                                      const OdometryInput& input) noexcept;

}  // namespace ventosa::controller
