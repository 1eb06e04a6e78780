#pragma once

#include <cstdint>

#include "controller/model/robot_model.h"

/// The papers' estimate of the reaction forces: a rigid robot on elastic cups (Romerin RIAI 2023,
/// eq. 2-6, corrected).
///
/// Under its load the robot moves by a rotation R about its reference point G and a translation t;
/// the cups stay where they are, and each pulls its wrist point back:
///
///   F_i = K_i (P_i - R P_i - t),   sum F_i = f,   sum (R P_i) x F_i = m
///
/// with P_i from G in the pose without load, and moments taken about G in the displaced pose. Given
/// R, t is linear, so Newton's method has three unknowns:
///
///   t = (sum K_i)^-1 (sum K_i (P_i - R P_i) - f),   R <- exp(-(dr/dphi)^-1 r) R,
///   r = sum (R P_i) x F_i - m
///
/// With one stiffness for all, however large, this is the least sum |F_i|^2; cups soft along their
/// surface send the load to those that stand against it. Two feet, or feet on one line, leave the
/// turn about that line without stiffness (the forces reach rank 5 of 6), one foot every turn
/// (rank 3): such stances are refused.
namespace ventosa::controller {

struct ElasticFoot {
  Vector3d p_B = Vector3d::Zero();    ///< [m] wrist point, robot without load, in B
  Matrix3d K = Matrix3d::Identity();  ///< [N/m] symmetric positive definite, in B
};

struct ElasticProblem {
  int n_feet = 0;
  PerLeg<ElasticFoot> foot;
  Vector3d p_BG = Vector3d::Zero();  ///< [m] centre of mass of what the feet carry, in B
  Vector3d f_B = Vector3d::Zero();   ///< [N] sum of the forces on the robot: minus its weight
  Vector3d m_B = Vector3d::Zero();   ///< [N m] sum of their moments about G: zero under gravity
};

enum class ElasticStatus : std::uint8_t {
  kConverged,
  kNoFoot,
  kOneFoot,       ///< rank 3
  kFeetOnALine,   ///< rank 5; two feet always are
  kUnstable,      ///< the load turns the robot over against its cups
  kNotConverged,  ///< not within kMaxElasticIterations
  kBadInput,      ///< not finite, too many feet, or a stiffness that is not positive definite
};

/// Stiff cups take two or three iterations from rest, one from the last answer.
inline constexpr int kMaxElasticIterations = 30;

struct ElasticReactions {
  ElasticStatus status = ElasticStatus::kBadInput;
  PerLeg<Vector3d> F;                  ///< [N] on the robot at p_B, in B; zero unless kConverged
  Vector3d turn_B = Vector3d::Zero();  ///< [rad] rotation vector of R
  Vector3d move_B = Vector3d::Zero();  ///< [m] t
  int iterations = 0;                  ///< Newton steps taken
};

/// @param turn_B  where to start: the last answer's turn, or zero; anything that is not a small
///                rotation counts as zero
[[nodiscard]] ElasticReactions elastic_reactions(const ElasticProblem& problem,
                                                 const Vector3d& turn_B) noexcept;

/// Stiffness [N/m, in B] of a cup on a surface with axes R_BS, z its normal.
Matrix3d cup_stiffness(const Matrix3d& R_BS, double normal_N_m, double tangential_N_m) noexcept;

}  // namespace ventosa::controller
