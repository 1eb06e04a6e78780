#pragma once

#include "controller/config.h"
#include "controller/robot_model.h"

/// The elastic lip of a cup, as the controller knows it: where the wrist point of a foot goes when
/// its lip gives. Everything is zero for a rigid lip.
namespace ventosa::controller {

/// Displacement of a held wrist point under the force F on the leg there, against its place without
/// load:
///   -F_n / k - F_t (1 / k_s + L6^2 / k_r),   k_r = k r^2 / 2
/// by pressing, shearing and tilting the lip.
/// @param n  normal of the surface; F, n and the result in one frame
Vector3d lip_give(const LipConfig& config, const Cup& cup, double wrist_to_lip_m, const Vector3d& n,
                  const Vector3d& F) noexcept;

/// How far a lip stands up [m] that has so little vacuum: none when it grips with `goal_N`.
double lip_rise_m(const LipConfig& config, double grip_N, double goal_N) noexcept;

/// Where a lip without vacuum lies on a surface, lightly pressed: its wrist point is so much higher
/// than that of a cup that holds [m].
double lip_touch_m(const LipConfig& config) noexcept;

}  // namespace ventosa::controller
