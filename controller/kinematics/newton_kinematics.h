#pragma once

#include <cstdint>
#include <limits>

#include "controller/model/robot_model.h"

/// Inverse kinematics of a leg of any joint table by Newton's method (Bombled and Verlinden 2010,
/// eqs. 1, 6, 7): for arms without a closed form, and as a second way to the closed forms.
namespace ventosa::controller {

/// Point r of the world [m], in the frame L of a leg:  r_L = (X_WB X_BL)^-1 r_W  (eqs. 1 and 6).
Vector3d point_in_leg(const Isometry3d& X_WB, const Leg& leg, const Vector3d& p_W) noexcept;

enum class NewtonStatus : std::uint8_t {
  kOk,
  kJointLimit,    ///< the angles found are beyond a limit, of a joint or of the knee
  kSingular,      ///< the arm got to a pose in which its point cannot move in some direction
  kNotConverged,  ///< too far from the last angles, or out of reach
  kBadInput,      ///< a non-finite number
};

struct NewtonResult {
  NewtonStatus status = NewtonStatus::kBadInput;
  int n_iterations = 0;
  double residual_m = std::numeric_limits<double>::infinity();  ///< |p - f(q)| of the last angles
};

inline constexpr double kNewtonResidual_m = 1e-12;
inline constexpr int kNewtonIterations = 10;

/// Arm joints q for the wrist point p_LW = f(q), from the last ones:
///   q <- q + S (J S)^+ (p - f(q))
/// until the residual is at most kNewtonResidual_m. S = diag(s) gives hinges and screws one unit: s
/// is 1 / L for a hinge, L the length of the stretched arm, and 1 / slide_m_rad for a slider. The
/// pseudo-inverse gives an arm of more than three joints its shortest step in that unit. Arms of
/// fewer joints are singular.
/// @param q_rad  in: last angles; out: with kOk the new ones, otherwise unchanged. The wrist joints
///               are unchanged.
[[nodiscard]] NewtonResult solve_by_newton(const Leg& leg, const Vector3d& p_LW,
                                           PerJoint<double>& q_rad) noexcept;

}  // namespace ventosa::controller
