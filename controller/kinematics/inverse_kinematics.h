#pragma once

#include <cstdint>

#include "controller/model/robot_model.h"

/// Closed-form inverse kinematics of a leg (`has_closed_form` in arm_geometry.h); for any other
/// joint table see newton_kinematics.h.
///
/// Three choices make up to eight branches: hip towards or away from the wrist point, elbow up or
/// down, wrist flipped or not. A leg without wrist has four branches, one with sliders two; the
/// wrist point is the foot, and no direction or orientation is asked of it. The joints before the
/// arm (joint 0 of a seven-joint leg) keep their angles.
///
/// Every function reads the last joints in `q_rad` and, with kOk, writes the new ones; otherwise it
/// leaves them unchanged. Joints that a singularity leaves undetermined keep their angle: q1 where
/// x = y = 0, q4 where the cup points along the forearm. A solution is finite and within every
/// limit, including the coupled one.
///
/// - solve_...   the branch within limits nearest to the last joints; it may jump
/// - follow_...  the nearest branch of all, kJointLimit if that is outside its limits: along a
///   continuous path the joints are continuous
/// - with a given branch: that one
namespace ventosa::controller {

enum class IkStatus : std::uint8_t {
  kOk,
  kOutOfReach,  ///< no branch reaches the wrist point
  kJointLimit,  ///< the point is reachable, but not on a permitted branch within limits
  kBadInput,    ///< a non-finite number, or an invalid unit vector or rotation
};

enum class Hip : std::uint8_t { kFront, kBehind };  ///< wrist point in front of joint 1, or behind
enum class Elbow : std::uint8_t { kUp, kDown };     ///< Q3 >= 0, <= 0
enum class Wrist : std::uint8_t { kPlain, kFlipped };  ///< q5 >= 0, <= 0

struct Branch {
  Hip hip = Hip::kFront;
  Elbow elbow = Elbow::kUp;
  Wrist wrist = Wrist::kPlain;
};

/// Arm joints for the wrist point p_LW. Prados 2023, eqs. 7-9, with signed radius, D and Q3:
///   rho = +-sqrt(x2 + y2) - L1,  D = (rho2 + z2 - Lc2 - Ld2) / (2 Lc Ld),  Q3 = +-acos D,
///   Q2 = atan2(z, rho) + atan2(Ld s3, Lc + Ld c3).
/// @param q_rad  the wrist joints are unchanged
[[nodiscard]] IkStatus solve_arm(const Leg& leg, const Vector3d& p_LW,
                                 PerJoint<double>& q_rad) noexcept;
[[nodiscard]] IkStatus solve_arm(const Leg& leg, const Vector3d& p_LW, Hip hip, Elbow elbow,
                                 PerJoint<double>& q_rad) noexcept;
[[nodiscard]] IkStatus follow_arm(const Leg& leg, const Vector3d& p_LW,
                                  PerJoint<double>& q_rad) noexcept;

/// Wrist joints that turn the cup's z_F to the unit vector z_LF, for the arm joints in q_rad.
/// @param q_rad  q6 stays as near to its last value as the differential allows: the cup is round
[[nodiscard]] IkStatus align_cup(const Leg& leg, const Vector3d& z_LF,
                                 PerJoint<double>& q_rad) noexcept;

/// All joints for a wrist point and a cup direction: solve_arm(), then align_cup().
/// @param p_LW wrist point, z_LF cup direction
[[nodiscard]] IkStatus solve_leg(const Leg& leg, const Vector3d& p_LW, const Vector3d& z_LF,
                                 PerJoint<double>& q_rad) noexcept;
[[nodiscard]] IkStatus solve_leg(const Leg& leg, const Vector3d& p_LW, const Vector3d& z_LF,
                                 const Branch& branch, PerJoint<double>& q_rad) noexcept;
[[nodiscard]] IkStatus follow_leg(const Leg& leg, const Vector3d& p_LW, const Vector3d& z_LF,
                                  PerJoint<double>& q_rad) noexcept;

/// All joints for a pose of the lip, including its roll about z_F: w = p - L6 z_F, then from R =
/// R_3F X_JF^-1, whose first column is (c5, s5 s4, s5 c4),
///   q5 = +-atan2(|s5|, c5),  q4 = atan2(+-R21, +-R31),  q6 from Ry(q5) Rx(q4) R = Rx(q6).
/// With s5 = 0 only q6 - q4 is determined: q6 moves, and q4 only as far as the limits of q6
/// require.
[[nodiscard]] IkStatus solve_pose(const Leg& leg, const Isometry3d& X_LF,
                                  PerJoint<double>& q_rad) noexcept;
[[nodiscard]] IkStatus solve_pose(const Leg& leg, const Isometry3d& X_LF, const Branch& branch,
                                  PerJoint<double>& q_rad) noexcept;
[[nodiscard]] IkStatus follow_pose(const Leg& leg, const Isometry3d& X_LF,
                                   PerJoint<double>& q_rad) noexcept;

/// Leg joints for a stance on a surface with the normal n_L: the wrist point in front of the hip,
/// the cup flat on the surface, the elbow away from it (elbow up for an upright hip, down for a hip
/// mounted upside down).
[[nodiscard]] IkStatus solve_standing(const Leg& leg, const Vector3d& p_LW, const Vector3d& n_L,
                                      PerJoint<double>& q_rad) noexcept;

/// Branch of the given joints.
Branch branch_of(const Leg& leg, const PerJoint<double>& q_rad) noexcept;

}  // namespace ventosa::controller
