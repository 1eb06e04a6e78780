#pragma once

#include "controller/model/config.h"
#include "controller/model/robot_model.h"

/// The elastic lip of a cup, as the controller knows it: where the wrist point of a foot goes when
/// its lip gives. Everything is zero for a rigid lip.
namespace ventosa::controller {

/// What loads a lip: the force of the surface on the cup, and the force at the wrist point that
/// tilts it; w_d weight of the links that hang on the cup, w_p the share of it that bends the lip.
struct LipLoad {
  Vector3d shear = Vector3d::Zero();  ///< [N] F - w_d
  Vector3d tilt = Vector3d::Zero();   ///< [N] F - w_p
};

/// Displacement of a held wrist point, against its place without load:
///   -shear_n / k - shear_t / k_s - tilt_t L6^2 / k_r,   k_r = k r^2 / 2
/// @param n  normal of the surface; load, n and the result in one frame
Vector3d lip_deflection(const LipConfig& config, const Cup& cup, double wrist_to_lip_m,
                        const Vector3d& n, const LipLoad& load) noexcept;

/// How far a lip stands up [m] that has so little vacuum: none when it grips with `goal_N`.
double lip_extension_m(const LipConfig& config, double grip_N, double goal_N) noexcept;

/// Share of its vacuum that is gone so long after its turbine was switched off. It goes with the
/// square of the turbine's speed:  1 - exp(-t / fade)
double vacuum_gone(const LipConfig& config, double off_s) noexcept;

/// Where a lip without vacuum lies on a surface, lightly pressed: its wrist point is so much higher
/// than that of a cup that holds [m].
double lip_touch_m(const LipConfig& config) noexcept;

}  // namespace ventosa::controller
