#pragma once

#include "controller/model/config.h"
#include "controller/model/robot_model.h"

/// Elastic lip of a cup: displacement of a foot's wrist point by the lip's deflection. All zero for
/// a rigid lip.
namespace ventosa::controller {

/// Load of a lip by the surface and at the wrist point. w_d is the weight of the links carried by
/// the cup, w_p their equivalent bending force at the wrist point.
struct LipLoad {
  Vector3d shear = Vector3d::Zero();  ///< [N] F - w_d
  Vector3d tilt = Vector3d::Zero();   ///< [N] F - w_p
};

/// Displacement of an attached lip's centre from its unloaded position:
///   -shear_n / k - shear_t / k_s
/// @param n  normal of the surface; load, n and the result in one frame
Vector3d lip_shift(const LipConfig& config, const Vector3d& n, const Vector3d& shear) noexcept;

/// Displacement of an attached wrist point from its unloaded position:
///   -shear_n / k - shear_t / k_s - tilt_t L6^2 / k_r,   k_r = k r^2 / 2
/// @param n  normal of the surface; load, n and the result in one frame
Vector3d lip_deflection(const LipConfig& config, const Foot& foot, const Vector3d& n,
                        const LipLoad& load) noexcept;

/// Extension of a lip [m] with less vacuum than for `goal_N`; zero at goal_N.
double lip_extension_m(const LipConfig& config, double grip_N, double goal_N) noexcept;

/// Share of the vacuum that is gone `off_s` after the turbine was switched off. The vacuum follows
/// the square of the turbine speed:  1 - exp(-t / fade)
double vacuum_gone(const LipConfig& config, double off_s) noexcept;

/// Height [m] of the wrist point with a lip touching the surface without vacuum, above that of an
/// attached cup.
double lip_touch_m(const LipConfig& config) noexcept;

}  // namespace ventosa::controller
