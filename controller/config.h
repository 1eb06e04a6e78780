#pragma once

#include "controller/robot_model.h"

/// Every option of the controller, with its default. A field is a YAML key of the same name.
namespace ventosa::controller {

enum class Objective : std::uint8_t {
  kTorque,     ///< least joint torque over limit, inside every limit
  kLeastNorm,  ///< least |F|^2, no limits: the elastic distribution of Prados 2023
};

/// Where the body is, by
enum class Estimator : std::uint8_t {
  kWeightedMean,  ///< the mean of what each foot says: Prados 2023, eq. 29-31
  kRegistration,  ///< the rigid motion that fits all wrist points best
  kFilter,        ///< contact-aided invariant Kalman filter: Hartley et al. 2020
};

/// Joint gains of the modules' impedance, by joint along the leg.
struct GainConfig {
  PerJoint<double> kp_Nm_rad{40, 60, 25, 8, 8, 8, 8};
  PerJoint<double> kd_Nms_rad{3.2, 4.0, 2.0, 0.3, 0.3, 0.3, 0.3};
};

struct SharingConfig {
  Objective objective = Objective::kTorque;
  double cup_safety_factor = 1.3;  ///< every cup limit is divided by it
  double torque_ratio = 0.95;      ///< share of the torque limit that feed-forward may use
  double smoothness = 1e-5;        ///< [1/N2] weight of |F - F_last|^2
};

struct GaitConfig {
  double stride_m = 0.06;  ///< body advance per cycle of all legs
  double lift_m = 0.04;
  double touch_m = 0.004;  ///< the last bit of the way down, with a rest before it
  double unload_s = 0.4;
  double lift_s = 0.4;
  double transfer_s = 0.7;
  double lower_s = 0.6;
  double touch_s = 0.5;
  double load_s = 0.4;
  double seal_timeout_s = 3;
  double release_timeout_s = 5;  ///< the vacuum should be gone by then
  int seal_retries = 2;
  double refusal_s = 2;             ///< a refused lift is tried again after this time
  double released_force_N = 1;      ///< a cup has let go below this grip
  double acceleration_m_s2 = 0.05;  ///< of the body reference
};

struct BodyConfig {
  Estimator estimator = Estimator::kRegistration;
  double level_after_s = 0.5;  ///< standing still for so long, the accelerometer levels the body
  double level_time_s = 5;     ///< by its mean over at most this time
  double damping_Ns_m = 0;     ///< of the body's motion, part of the feed-forward while PD is off
  double damping_Nms_rad = 0;
  double feedback_rate_1_s = 1.0;  ///< K_B: how fast the body error is integrated away
  double max_trim_m = 0.02;        ///< bound of that integral
  double max_speed_m_s = 0.05;     ///< of the reference on its way to a goal pose
  double max_turn_rate_rad_s = 0.3;
};

/// What the filter believes of its sensors, all as standard deviations.
struct FilterConfig {
  double encoder_noise_rad = 0.0015;  ///< of a reading
  double gyro_noise_rad_s = 0.0025;   ///< of a reading, per axis
  /// of a reading, per axis: one of an instant, so what the body shakes between two of them counts
  double accel_noise_m_s2 = 0.1;
  double gyro_bias_rad_s = 0.01;        ///< before the first reading, per axis
  double accel_bias_m_s2 = 0;           ///< 0: the accelerometer alone knows the upright
  double gyro_bias_walk_rad_s2 = 1e-5;  ///< drift of the bias in 1 s
  double accel_bias_walk_m_s3 = 0;
  double start_position_m = 1e-4;  ///< of the start pose
  double start_angle_rad = 1e-3;
  double foot_creep_m = 1e-4;  ///< of a held wrist point in 1 s, per axis
};

struct ControllerConfig {
  double period_s = 0.01;
  Vector3d gravity_W{0, 0, -9.81};
  double cup_goal_force_N = 60;
  GainConfig gains;
  SharingConfig sharing;
  GaitConfig gait;
  BodyConfig body;
  FilterConfig filter;
};

}  // namespace ventosa::controller
