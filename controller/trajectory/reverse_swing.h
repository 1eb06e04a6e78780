#pragma once

#include "controller/model/reverse_swing.h"

/// Path of a foot that swings by the reverse body.
namespace ventosa::controller {

/// Rigid motion D taken `s` times, at constant velocity in the moving frame: D^s = exp(s log D).
Isometry3d power(const Isometry3d& D, double s) noexcept;

/// Pose X_fict of the fictive body.
/// @param X_WB   body now
Isometry3d fictive_body(const ReverseSwing& swing, const Isometry3d& X_WB) noexcept;

/// Place of the foot [m, in W].
/// @param X_WB   body now
/// @param share  elapsed share of the swing, 0..1
Vector3d reverse_target(const ReverseSwing& swing, const Isometry3d& X_WB, double share) noexcept;

}  // namespace ventosa::controller
