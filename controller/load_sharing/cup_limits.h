#pragma once

#include "controller/kinematics/forward_kinematics.h"
#include "controller/load_sharing/load_sharing.h"

/// Limits of one attached cup, two cones and two planes, for the force F on the leg at its wrist
/// point.
///
/// n is the surface normal, F_c = F - w_d the force of the surface on the cup (w_d weight of the
/// links carried by the cup), V the suction force:
///   slip      |F_c,t| <= mu (F_c,n + V)
///   peel      L6 |(F - w_p)_t| + M_w <= R / 2 (F_c,n + V)  (half the lip unloads: leakage begins;
///             M_w moment by friction of the passive wrist)
///   pull-off  F_c,n >= -eta V
///   push      F_c,n <= push limit
///
/// The safety factor divides mu, R / 2 L6, eta and the push limit.
///
/// The availability shrinks the set of allowed F_c towards zero. At 1 the limits are those above;
/// at 0 the cup carries only its own links. These bend the lip whether or not the leg pulls (w_p
/// differs from w_d), so their part of the peel limit shrinks along with V.
namespace ventosa::controller {

struct CupHold {
  Matrix3d R_BS = Matrix3d::Identity();       ///< orientation of the surface, z out of it
  double grip_force_N = 0;                    ///< V, from the measured vacuum
  double friction = 0;                        ///< mu
  double lip_radius_m = 0;                    ///< R, radius of the lip
  double wrist_to_lip_m = 0;                  ///< L6, > 0, distance from the wrist point
  Vector3d weight_B = Vector3d::Zero();       ///< [N] w_d, weight of the links carried by the cup
  Vector3d peel_weight_B = Vector3d::Zero();  ///< [N] w_p, their equivalent bending force
  double wrist_moment_Nm = 0;                 ///< M_w, friction moment of the passive wrist
  double max_push_N = 0;
  double availability = 1;   ///< 0..1
  double safety_factor = 1;  ///< >= 1
};

inline constexpr double kMaxPullRatio = 0.8;  ///< eta

/// Adds kFootRows rows and two cones; `scale` is the part of a bound given by V or the push limit.
void add_foot_limits(const CupHold& hold, SharingFoot& foot) noexcept;

/// Adds rows for the torque limits of the arm joints: -limit <= g - J' F <= limit.
/// @param J_BW   3 x n, dp_W/dq of the arm joints, in B
/// @param tau_g  [N m] torques of the n arm joints for F = 0
void add_torque_rows(const ArmJacobian& J_BW, const ArmVector& tau_g, const ArmVector& limit_Nm,
                     SharingFoot& foot) noexcept;

}  // namespace ventosa::controller
