#pragma once

#include <cstdint>

#include "controller/model/robot_model.h"

/// Closed-form inverse kinematics of a ROMERIN leg (`is_romerin` in arm_geometry.h).
///
/// Three choices make up to eight branches: the hip looks at the wrist point or away from it, the
/// elbow is up or down, the wrist is flipped or not. The joints ahead of the arm (joint 0 of a
/// seven-joint leg) are held where they are.
///
/// Every function reads the last joints in `q_rad` and, with kOk, writes the new ones; else it
/// leaves them alone. What a singularity leaves open stays as it was: q1 where x = y = 0, q4 where
/// the cup points along the forearm. An answer is finite and keeps every limit, the coupled one
/// too.
///
/// - solve_...   the branch nearest to the last joints among those within limits: it may leap
/// - follow_...  the nearest branch of all, kJointLimit if that leaves its limits: along a
///   continuous path the joints are continuous
/// - with a named branch: that one
namespace ventosa::controller {

enum class IkStatus : std::uint8_t {
  kOk,
  kOutOfReach,  ///< no branch reaches the wrist point
  kJointLimit,  ///< some do, none of them (or not the one asked for) within limits
  kBadInput,    ///< a number that is not finite, no unit vector, no rotation
};

enum class Hip : std::uint8_t { kFront, kBehind };     ///< wrist point ahead of joint 1, or behind
enum class Elbow : std::uint8_t { kUp, kDown };        ///< Q3 >= 0, <= 0
enum class Wrist : std::uint8_t { kPlain, kFlipped };  ///< q5 >= 0, <= 0

struct Branch {
  Hip hip = Hip::kFront;
  Elbow elbow = Elbow::kUp;
  Wrist wrist = Wrist::kPlain;
};

/// Arm joints that bring the wrist point to p_LW. Prados 2023, eqs. 7-9, with signed radius, D and
/// Q3:
///   rho = +-sqrt(x2 + y2) - L1,  D = (rho2 + z2 - Lc2 - Ld2) / (2 Lc Ld),  Q3 = +-acos D,
///   Q2 = atan2(z, rho) + atan2(Ld s3, Lc + Ld c3).
/// @param q_rad  the wrist joints are left as they are
[[nodiscard]] IkStatus solve_arm(const Leg& leg, const Vector3d& p_LW,
                                 PerJoint<double>& q_rad) noexcept;
[[nodiscard]] IkStatus solve_arm(const Leg& leg, const Vector3d& p_LW, Hip hip, Elbow elbow,
                                 PerJoint<double>& q_rad) noexcept;
[[nodiscard]] IkStatus follow_arm(const Leg& leg, const Vector3d& p_LW,
                                  PerJoint<double>& q_rad) noexcept;

/// Wrist joints that turn the cup's z_F to the unit vector z_LF, for the arm joints in q_rad.
/// @param q_rad  q6 stays as near to the last as the differential allows: the cup is round
[[nodiscard]] IkStatus align_cup(const Leg& leg, const Vector3d& z_LF,
                                 PerJoint<double>& q_rad) noexcept;

/// Both. @param p_LW wrist point, z_LF cup direction
[[nodiscard]] IkStatus solve_leg(const Leg& leg, const Vector3d& p_LW, const Vector3d& z_LF,
                                 PerJoint<double>& q_rad) noexcept;
[[nodiscard]] IkStatus solve_leg(const Leg& leg, const Vector3d& p_LW, const Vector3d& z_LF,
                                 const Branch& branch, PerJoint<double>& q_rad) noexcept;
[[nodiscard]] IkStatus follow_leg(const Leg& leg, const Vector3d& p_LW, const Vector3d& z_LF,
                                  PerJoint<double>& q_rad) noexcept;

/// All joints for a pose of the lip, its roll about z_F too: w = p - L6 z_F, then from
/// R = R_3F X_JF^-1, whose first column is (c5, s5 s4, s5 c4),
///   q5 = +-atan2(|s5|, c5),  q4 = atan2(+-R21, +-R31),  q6 from Ry(q5) Rx(q4) R = Rx(q6).
/// With s5 = 0 only q6 - q4 is known: q6 moves, and q4 only as far as the limits of q6 ask for.
[[nodiscard]] IkStatus solve_pose(const Leg& leg, const Isometry3d& X_LF,
                                  PerJoint<double>& q_rad) noexcept;
[[nodiscard]] IkStatus solve_pose(const Leg& leg, const Isometry3d& X_LF, const Branch& branch,
                                  PerJoint<double>& q_rad) noexcept;
[[nodiscard]] IkStatus follow_pose(const Leg& leg, const Isometry3d& X_LF,
                                   PerJoint<double>& q_rad) noexcept;

/// The leg that stands on a surface with this normal: the wrist point ahead of the hip, the cup
/// flat on it, the elbow off it. That is up on an upright hip, down on one that is mounted upside
/// down.
[[nodiscard]] IkStatus solve_standing(const Leg& leg, const Vector3d& p_LW, const Vector3d& n_L,
                                      PerJoint<double>& q_rad) noexcept;

/// The branch that the joints are on.
Branch branch_of(const Leg& leg, const PerJoint<double>& q_rad) noexcept;

}  // namespace ventosa::controller
