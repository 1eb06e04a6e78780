#pragma once

#include "controller/kinematics/forward_kinematics.h"
#include "controller/model/observation.h"
#include "controller/model/robot_model.h"

/// What one leg's sensors say about the force F on it at its wrist point, in B.
///
/// Every sensor measures F in some directions only: each reading A F = z +- sd adds A' A / sd^2 to
/// the precision (the inverse covariance) of F and A' z / sd^2 to the weighted mean. Independent
/// readings add up; a direction that no reading covers keeps a precision of zero, never a NaN.
namespace ventosa::controller {

struct ForceEstimate {
  Vector3d F_B = Vector3d::Zero();           ///< [N]
  Matrix3d covariance_B = Matrix3d::Zero();  ///< [N2]
};

struct ForceReading {
  Matrix3d precision_B = Matrix3d::Zero();  ///< [1/N2]
  Vector3d weighted_B = Vector3d::Zero();   ///< [1/N] precision times F

  ForceReading& operator+=(const ForceReading& other) {
    precision_B += other.precision_B;
    weighted_B += other.weighted_B;
    return *this;
  }
};

/// Nothing pulls harder than this [N]: the standard deviation of an unmeasured force.
inline constexpr double kAnyForce_N = 1000;

/// What the drives' torques say:  J_BW' F = tau_free - tau.  Exact but for what tau does not tell:
/// friction of the drives and of the passive wrist. A joint whose torque is not finite tells
/// nothing. Where the arm is stretched or its wrist point meets an axis, J loses rank and with it
/// the precision in one direction.
/// @param tau_free  [N m] what the arm joints would need with F = 0: static_torque, or
///                  inverse_dynamics in fast motion
/// @param sd_Nm     of every arm joint's torque, > 0
ForceReading from_torques(const Leg& leg, const ArmJacobian& J_BW, const LegReading& reading,
                          const PerJoint<double>& tau_free_Nm,
                          const PerJoint<double>& sd_Nm) noexcept;

/// The lip of a held cup as a spring between cup and surface.
struct Lip {
  double stiffness_N_m = 0;
  double rest_m = 0;         ///< distance that the sensors read with the lip just touching
  double distance_sd_m = 0;  ///< of their mean
};

/// What the lip's deflection tells about the component along the surface normal n:
///
///   n . F = k (d_0 - d) - V + n . w_d
///
/// V the grip force, w_d the weight of the links that hang on the cup. With sensors that count
/// whole millimetres (sd 0.29 mm and no better for all three reading the same) and 40 kN/m it is
/// known to 12 N only: a check on a leg whose motors measure nothing, no second measurement.
/// Their differences would tell the tilt to 6 mrad, with 160 N m/rad and 87 mm to the wrist the
/// force along the surface to 11 N: not used. A distance out of range is ignored, and so is a lip
/// without stiffness or rest.
ForceReading from_lip(const Lip& lip, const CupReading& reading, double grip_force_N,
                      const Vector3d& n_B, const Vector3d& hanging_weight_B) noexcept;

/// A guess that is as good in every direction.
ForceReading from_guess(const Vector3d& F_B, double sd_N) noexcept;

/// The force and its covariance; without any reading zero +- kAnyForce_N.
ForceEstimate estimate(const ForceReading& reading) noexcept;

}  // namespace ventosa::controller
