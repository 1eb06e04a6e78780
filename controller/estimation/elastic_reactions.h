#pragma once

#include <cstdint>

#include "controller/model/robot_model.h"

/// The papers' estimate of the reaction forces: a rigid robot on elastic cups (Romerin RIAI 2023,
/// eq. 2-6, corrected).
///
/// The load moves the robot by a rotation R about its reference point G and a translation t. The
/// cups stay in place, and each pulls its wrist point back:
///
///   F_i = K_i (P_i - R P_i - t),   sum F_i = f,   sum (R P_i) x F_i = m
///
/// with P_i from G in the unloaded pose, and moments about G in the displaced pose. For a given R,
/// t is linear, so Newton's method has three unknowns:
///
///   t = (sum K_i)^-1 (sum K_i (P_i - R P_i) - f),   R <- exp(-(dr/dphi)^-1 r) R,
///   r = sum (R P_i) x F_i - m
///
/// With one stiffness for all cups, however large, this is the least sum |F_i|^2. Cups that are
/// soft along their surface shift load to cups whose normal is in the direction of the load. For
/// two feet, or feet on one line, the rotation about that line has no stiffness (rank 5 of 6); for
/// one foot no rotation has (rank 3). Such stances are refused.
namespace ventosa::controller {

struct ElasticFoot {
  Vector3d p_B = Vector3d::Zero();    ///< [m] wrist point of the unloaded robot, in B
  Matrix3d K = Matrix3d::Identity();  ///< [N/m] symmetric positive definite, in B
};

struct ElasticProblem {
  int n_feet = 0;
  PerLeg<ElasticFoot> foot;
  Vector3d p_BG = Vector3d::Zero();  ///< [m] centre of mass of the carried bodies, in B
  Vector3d f_B = Vector3d::Zero();   ///< [N] sum of the foot forces: minus the weight
  Vector3d m_B = Vector3d::Zero();   ///< [N m] sum of their moments about G: zero under gravity
};

enum class ElasticStatus : std::uint8_t {
  kConverged,
  kNoFoot,
  kOneFoot,       ///< rank 3
  kFeetOnALine,   ///< rank 5; always so for two feet
  kUnstable,      ///< the cups are too soft: the load tips the robot over
  kNotConverged,  ///< not within kMaxElasticIterations
  kBadInput,      ///< not finite, too many feet, or a stiffness is not positive definite
};

/// Bound of the Newton steps. Stiff cups need two or three from rest, one from the last solution.
inline constexpr int kMaxElasticIterations = 30;

struct ElasticReactions {
  ElasticStatus status = ElasticStatus::kBadInput;
  PerLeg<Vector3d> F;                  ///< [N] on the robot at p_B, in B; zero unless kConverged
  Vector3d turn_B = Vector3d::Zero();  ///< [rad] rotation vector of R
  Vector3d move_B = Vector3d::Zero();  ///< [m] t
  int iterations = 0;                  ///< number of Newton steps
};

/// Computes the reactions by Newton's method.
/// @param turn_B  rotation from which the method starts: that of the last solution, or zero. A
/// rotation that is too large or not finite is replaced by zero.
[[nodiscard]] ElasticReactions elastic_reactions(const ElasticProblem& problem,
                                                 const Vector3d& turn_B) noexcept;

/// Stiffness matrix [N/m, in B] of a cup on a surface with axes R_BS, z along its normal.
Matrix3d cup_stiffness(const Matrix3d& R_BS, double normal_N_m, double tangential_N_m) noexcept;

}  // namespace ventosa::controller
