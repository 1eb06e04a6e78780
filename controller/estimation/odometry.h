#pragma once

#include "controller/model/frames.h"
#include "controller/model/robot_model.h"

/// Leg odometry: the body pose that best fits the wrist points of the attached feet to where they
/// were when they attached, helped by the IMU where the feet leave a direction open.
///
///   min over R, t   sum_i |R p_i + t - a_i|^2 + w_g |R u - z|^2 + w_p |log(R R_p')|^2
///
/// p_i wrist points in B, a_i anchors in W, u and z "up" in B and in W, R_p the last pose turned on
/// by the gyroscope. The weights leave a well-conditioned stance to its feet: three feet in general
/// position decide alone to about 1e-5 rad.
namespace ventosa::controller {

/// Where the wrist points of cups on a surface lie: n_W . p = height_m.
struct WristPlane {
  Vector3d n_W = Vector3d::Zero();  ///< zero: nothing is known of the surface
  double height_m = 0;
};

/// What one tick measures of the body, for every estimator: the anchored feet, packed, and the IMU.
struct OdometryInput {
  int n_feet = 0;
  PerLeg<int> leg{};
  PerLeg<Vector3d> p_BW{};       ///< [m] measured wrist points of the anchored feet
  PerLeg<Vector3d> p_WW{};       ///< [m] their anchors
  PerLeg<Matrix3d> R_BF{};       ///< measured orientations of their cups
  PerLeg<Matrix3d> R_WF{};       ///< when they attached
  PerLeg<Matrix3d> spread_m2{};  ///< J J' of the arm: covariance of p_BW per unit of the encoders'
  PerLeg<double> age_s{};        ///< of the reading
  PerLeg<bool> unburdened{};     ///< its load has gone at once: burden.h
  PerLeg<bool> bears{};          ///< a load, as its drives feel
  PerLeg<WristPlane> plane{};    ///< where its surface lets the wrist point be
  bool has_imu = true;           ///< its readings below may be relied on
  double imu_age_s = 0;          ///< of the two below
  Vector3d specific_force_B = Vector3d::Zero();
  Vector3d w_WB_B = Vector3d::Zero();
  Vector3d gravity_W = Vector3d::Zero();
  double period_s = 0;
};

/// Rotation [rad, in W] from measured to true "up"; zero unless the accelerometer is at rest.
/// Only a body that stands still on its joints' stiffness may be levelled by it: one held by
/// feed-forward alone falls the way its estimate leans, and its accelerometer agrees with the
/// error.
[[nodiscard]] Vector3d tilt_error(const Matrix3d& R_WB, const Vector3d& specific_force_B,
                                  const Vector3d& gravity_W) noexcept;

/// @return X_WB; without feet the position stays as it was
[[nodiscard]] Isometry3d register_body(const Isometry3d& X_WB_last,
                                       const OdometryInput& input) noexcept;

}  // namespace ventosa::controller
