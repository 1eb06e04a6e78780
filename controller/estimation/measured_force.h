#pragma once

#include "controller/kinematics/forward_kinematics.h"
#include "controller/model/observation.h"
#include "controller/model/robot_model.h"

/// Measurements of the force F on one leg at its wrist point, in B, by the leg's own sensors.
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

/// Standard deviation of an unmeasured force [N], larger than any real one.
inline constexpr double kAnyForce_N = 1000;

/// Measurement by the drives' torques:  J_BW' F = tau_free - tau.  Errors are the friction of
/// drives and passive wrist. Joints with a non-finite torque are ignored. At singular arm poses J
/// loses rank, and the precision in one direction vanishes.
/// @param tau_free  [N m] torques of the arm joints for F = 0: static_torque, or inverse_dynamics
/// in fast motion
/// @param sd_Nm     standard deviation of every arm joint's torque, > 0
ForceReading from_torques(const Leg& leg, const ArmJacobian& J_BW, const LegReading& reading,
                          const PerJoint<double>& tau_free_Nm,
                          const PerJoint<double>& sd_Nm) noexcept;

/// Lip of an attached cup as a spring between cup and surface.
struct Lip {
  double stiffness_N_m = 0;
  double rest_m = 0;         ///< distance reading with the lip just in contact
  double distance_sd_m = 0;  ///< standard deviation of the mean distance
};

/// Measurement by the lip's deflection, along the surface normal n:
///
///   n . F = k (d_0 - d) - V + n . w_d
///
/// V is the suction force, w_d the weight of the links that hang on the cup. Sensors with a
/// resolution of 1 mm (sd 0.29 mm, no better for three equal readings) and 40 kN/m give the force
/// to 12 N only: a check for a leg without torque readings, not a second measurement. The tilt from
/// their differences (6 mrad, i.e. 11 N along the surface with 160 N m/rad and 87 mm to the wrist)
/// is not used. A distance out of range, or a lip without stiffness or rest, is ignored.
ForceReading from_lip(const Lip& lip, const CupReading& reading, double grip_force_N,
                      const Vector3d& n_B, const Vector3d& hanging_weight_B) noexcept;

/// A guess with the same deviation in every direction.
ForceReading from_guess(const Vector3d& F_B, double sd_N) noexcept;

/// Force and covariance; without any reading zero +- kAnyForce_N.
ForceEstimate estimate(const ForceReading& reading) noexcept;

}  // namespace ventosa::controller
