#pragma once

#include <cstdint>

#include "controller/robot_model.h"

/// Closed-form inverse kinematics of a leg with a z, -y, +y arm and a -x, -y, +x wrist (ROMERIN
/// module).
///
/// In the arm's reduced angles Q2 = q2 - alpha, Q3 = q3 - alpha - beta the wrist point is
///   w = [c1 r, s1 r, Lc s2 - Ld sin(Q3 - Q2)],  r = L1 + Lc c2 + Ld cos(Q3 - Q2)     (Prados 2023,
///   eq. 5)
/// with Lc, Ld the lengths and alpha, beta the slants of upper arm and forearm.
namespace ventosa::controller {

enum class IkStatus : std::uint8_t { kOk, kOutOfReach, kJointLimit };

/// Arm joints that bring the wrist point to p_LW, elbow up. Prados 2023, eqs. 7-9, with signed rho
/// and
///   Q2 = atan2(z, rho) + atan2(Ld s3, Lc + Ld c3).
/// @param q_rad  in: the last angles (q1 is kept where x = y = 0), out: arm joints; unchanged
/// unless kOk
[[nodiscard]] IkStatus solve_arm(const Leg& leg, const Vector3d& p_LW,
                                 PerJoint<double>& q_rad) noexcept;

/// Wrist joints that turn the cup's z_F to the unit vector z_LF, for the arm joints in q_rad.
/// Of the two wrist flips the one nearer to the last q4 is taken; q6 is left as it is (the cup is
/// round); along the forearm q4 is kept.
[[nodiscard]] IkStatus align_cup(const Leg& leg, const Vector3d& z_LF,
                                 PerJoint<double>& q_rad) noexcept;

/// Both. @param p_LW wrist point, z_LF cup direction
[[nodiscard]] IkStatus solve_leg(const Leg& leg, const Vector3d& p_LW, const Vector3d& z_LF,
                                 PerJoint<double>& q_rad) noexcept;

}  // namespace ventosa::controller
