#pragma once

/// Monogram notation, used in every room.
///
/// Frames:
/// - W world, z up
/// - O odometry: W as the start pose tells it, until fixes correct it (estimation/fixes.h)
/// - B body
/// - G antenna of the GPS
/// - L limb base, the leg's mount on the body
/// - A arm base, where the arm's three joints begin: L, moved by joint 0 of a seven-joint leg
/// - F foot: lip centre of the cup, z out of the cup into the surface
/// - S surface patch, z out of the surface
/// - E depth camera, z ahead, x right and y down in its image
///
/// Quantities, for a body B and a foot F:
/// - X_WB pose of B in W, R_WB its rotation
/// - p_WF position of F from W's origin, in W; p_BF from B's origin, in B
/// - v_WB velocity of B's origin in W, in W; w_WB angular velocity of B in W, in W
/// - f_F_W force on F, in W
///
/// Neighbouring letters match in a product: p_WF = X_WB * p_BF.
///
/// Units are SI; a scalar carries its unit in its name (period_s, limit_Nm). Time is int64
/// nanoseconds.

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace ventosa::controller {

using Eigen::Isometry3d;
using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Vector6d = Eigen::Matrix<double, 6, 1>;
using Matrix6d = Eigen::Matrix<double, 6, 6>;

}  // namespace ventosa::controller
