#pragma once

#include "controller/model/frames.h"
#include "controller/model/robot_model.h"

/// Leg odometry: the body pose that best fits the wrist points of the attached feet to their
/// positions at attachment. The IMU determines directions that the feet leave open.
///
///   min over R, t   sum_i |R p_i + t - a_i|^2 + w_g |R u - z|^2 + w_p |log(R R_p')|^2
///
/// p_i wrist points in B, a_i anchors in W, u and z the upward direction in B and in W, R_p the
/// last rotation propagated by the gyroscope. The weights are so small that three feet in general
/// position determine the pose to about 1e-5 rad.
namespace ventosa::controller {

/// Plane of the wrist points of cups on a surface: n_W . p = height_m.
struct WristPlane {
  Vector3d n_W = Vector3d::Zero();  ///< unit normal; zero: surface unknown
  double height_m = 0;
};

/// Measurements of the body for all estimators: attached feet, packed, and the IMU.
struct OdometryInput {
  int n_feet = 0;
  PerLeg<int> leg{};
  PerLeg<Vector3d> p_BW{};       ///< [m] measured wrist points
  PerLeg<Vector3d> p_WW{};       ///< [m] positions of those points at attachment
  PerLeg<Matrix3d> R_BF{};       ///< measured orientations of the cups
  PerLeg<Matrix3d> R_WF{};       ///< orientations of the lips at attachment
  PerLeg<Matrix3d> spread_m2{};  ///< J J' of the arm: covariance of p_BW per unit encoder variance
  PerLeg<double> age_s{};        ///< age of the foot's reading
  PerLeg<bool> unburdened{};     ///< the load has gone suddenly: burden.h
  PerLeg<bool> bears{};          ///< the motors measure a load
  PerLeg<WristPlane> plane{};    ///< plane constraint of the wrist point
  bool has_imu = true;           ///< the IMU readings below are usable
  double imu_age_s = 0;          ///< age of the two readings below
  Vector3d specific_force_B = Vector3d::Zero();
  Vector3d w_WB_B = Vector3d::Zero();
  Vector3d gravity_W = Vector3d::Zero();
  double period_s = 0;
};

/// Rotation [rad, in W] from the measured to the true upward direction; zero unless the
/// accelerometer is at rest. Use it only for a stationary body with joint stiffness: a body
/// supported by feed-forward alone accelerates in the direction of its estimate's tilt error, and
/// the accelerometer then agrees with the error.
[[nodiscard]] Vector3d tilt_error(const Matrix3d& R_WB, const Vector3d& specific_force_B,
                                  const Vector3d& gravity_W) noexcept;

/// @return X_WB; without feet the last position; without an IMU and with fewer than three feet,
///         which leave a rotation open, the last pose
[[nodiscard]] Isometry3d register_body(const Isometry3d& X_WB_last,
                                       const OdometryInput& input) noexcept;

}  // namespace ventosa::controller
