#pragma once

#include "controller/model/robot_model.h"

/// Every option of the controller, with its default. A field is a YAML key of the same name.
namespace ventosa::controller {

enum class Objective : std::uint8_t {
  kTorque,      ///< least joint torque over limit, inside every limit
  kLeastNorm,   ///< least |F|^2, no limits: the elastic distribution of Prados 2023
  kPeakTorque,  ///< least worst joint torque over limit, inside every limit
};

/// Where the body is, by
enum class Estimator : std::uint8_t {
  kWeightedMean,  ///< the mean of the poses that each foot implies: Prados 2023, eq. 29-31
  kRegistration,  ///< the rigid motion that fits all wrist points best
  kFilter,        ///< contact-aided invariant Kalman filter: Hartley et al. 2020
};

/// Control laws of Prados 2023; tau_ff is the feed-forward of gravity and reactions.
enum class ControlLaw : std::uint8_t {
  kRateDamped,  ///< eq. 27: tau_ff + Kp (q_d - q) - Kd q'
  kRateError,   ///< eq. 28: tau_ff + Kp (q_d - q) + Kd (q_d' - q')
};

/// Who closes the joints' loop.
enum class ServoLoop : std::uint8_t {
  kModule,      ///< the drive, at its own rate: it gets set-points and gains
  kServo,       ///< the drive's own position loop, always on: kinematic, without feed-forward
  kController,  ///< the controller, once a period: the drive gets torques alone
};

/// Joint gains, from joint 1 along the leg (a joint 0 has those of joint 1), and what is made of
/// them.
struct GainConfig {
  ControlLaw law = ControlLaw::kRateError;
  double settle_s = 0.5;  ///< the reference has stood so long before position control goes off
  ServoLoop loop = ServoLoop::kModule;
  double fade_s = 0.1;  ///< position control that is switched on or off comes and goes in this time
  double friction_share = 0;  ///< of the gears' known friction, that feed-forward makes up for
  double friction_speed_rad_s = 0.01;  ///< planned joint speed from which it counts in full
  PerJoint<double> kp_Nm_rad{40, 60, 25, 8, 8, 8, 8};
  PerJoint<double> kd_Nms_rad{3.2, 4.0, 2.0, 0.3, 0.3, 0.3, 0.3};
};

struct SharingConfig {
  Objective objective = Objective::kTorque;
  double cup_safety_factor = 1.3;  ///< every cup limit is divided by it
  double torque_ratio = 0.95;      ///< share of the torque limit that feed-forward may use
  double smoothness = 1e-5;        ///< [1/N2] weight of |F - F_last|^2
  double wrist_moment_Nm = 0;      ///< what the friction of a passive wrist may put on its cup
};

/// How a leg in the air is moved.
enum class SwingControl : std::uint8_t {
  kKinematic,        ///< set-points of position and velocity; feed-forward of gravity alone
  kInverseDynamics,  ///< and the torque that the planned motion takes
};

struct GaitConfig {
  SwingControl swing = SwingControl::kKinematic;
  double stride_m = 0.06;  ///< body advance per cycle of all legs
  double lift_m = 0.04;
  double touch_m = 0.004;  ///< the last bit of the way down, with a rest before it
  double unload_s = 0.4;
  double lift_s = 0.4;  ///< these four take longer where the limits below ask for it
  double transfer_s = 0.7;
  double lower_s = 0.6;
  double touch_s = 0.5;
  double load_s = 0.4;
  double seal_timeout_s = 3;
  double release_timeout_s = 5;  ///< the vacuum should be gone by then
  int seal_retries = 2;
  double silence_s = 0.5;           ///< no foot is lifted while a leg's reading is older
  double refusal_s = 2;             ///< a refused lift is tried again after this time
  double released_force_N = 1;      ///< a cup has let go below this grip
  double acceleration_m_s2 = 0.05;  ///< of the body reference
  // limits of a swinging foot: of its wrist point, and of the turning of its cup and wrist roll
  double max_swing_speed_m_s = 0.5;
  double max_swing_acceleration_m_s2 = 3;
  double max_swing_jerk_m_s3 = 40;
  double max_swing_turn_rate_rad_s = 6;
  double max_swing_turn_acceleration_rad_s2 = 40;
  double max_swing_turn_jerk_rad_s3 = 800;
};

struct BodyConfig {
  Estimator estimator = Estimator::kFilter;
  double level_after_s = 0.5;  ///< standing still for so long, the accelerometer levels the body
  double level_time_s = 5;     ///< by its mean over at most this time
  double damping_Ns_m = 0;     ///< of the body's motion, part of the feed-forward while PD is off
  double damping_Nms_rad = 0;
  double feedback_rate_1_s = 1.0;  ///< K_B: how fast the body error is integrated away
  double max_trim_m = 0.02;        ///< bound of that integral
  double deadband_m = 0;           ///< smaller errors are left: joints that stick would be wound up
  // limits of the reference on its way to a goal pose
  double max_speed_m_s = 0.05;
  double max_acceleration_m_s2 = 0.1;
  double max_jerk_m_s3 = 1;
  double max_turn_rate_rad_s = 0.3;
  double max_turn_acceleration_rad_s2 = 0.6;
  double max_turn_jerk_rad_s3 = 6;
};

enum class LipModel : std::uint8_t {
  kRigid,
  kElastic,  ///< it gives under load, and stands up where it has no vacuum
};

/// What feet, plan and odometry make of the cups' lips.
struct LipConfig {
  LipModel model = LipModel::kRigid;
  double free_height_m = 0.003;  ///< extension of a lip without vacuum, over one that grips
  double press_m = 0.001;        ///< a foot is set down so deep into it
  double stiffness_N_m = 4e4;    ///< against the surface
  double shear_stiffness_N_m = 4e4;
};

/// How far each source of the reaction forces is trusted.
struct ReactionConfig {
  PerJoint<double> torque_sd_Nm{0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1};  ///< of a drive's torque
  double torque_sd_ratio = 0;   ///< and the share of the torque that its friction may eat
  double wrist_sd_Nm = 0.03;    ///< of the friction of a passive wrist joint
  double weight_sd_N = 1;       ///< of the weight that the feet carry
  double moment_sd_Nm = 0.2;    ///< of its moment
  double elastic_sd_N = 20;     ///< of the elastic model
  double cup_normal_N_m = 4e4;  ///< stiffness of a lip along the surface's normal
  double cup_tangential_N_m = 4e4;
  double lip_rest_m =
      0;  ///< distance read with the lip just touching; 0: a rigid cup, not measured
  double distance_sd_m = 3e-4;  ///< whole millimetres
};

enum class PayloadEstimation : std::uint8_t {
  kOff,
  kAtRest,  ///< whenever all feet stand and nothing moves, PD on
};

struct PayloadConfig {
  PayloadEstimation estimation = PayloadEstimation::kOff;
  double rest_s = 2;           ///< of standing still before the first reading
  double still_m_s = 0.01;     ///< a body slower than this against its feet is still
  double correlation_s = 5;    ///< readings closer than this share their error: friction
  double mass_sd_kg = 5;       ///< what is guessed of a payload that was never weighed
  double moment_sd_kgm = 0.5;  ///< and of its mass times the place of its centre
  double follow_s = 1;         ///< load sharing follows the estimate in this time
};

/// The filter's models of its sensors, all as standard deviations.
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
  /// by which play in the joints and a loaded lip displace an attached wrist point, per axis
  double foot_offset_m = 0;
  double foot_offset_s = 0.1;  ///< and the time after which it counts as another
  double surface_m = 0;        ///< of a surveyed surface along its normal; 0: surfaces are not used
};

/// Where the organizer takes the surfaces from.
enum class SurfaceSource : std::uint8_t {
  kSurveyed,  ///< the patches of the start, known beforehand
  kSeen,      ///< what its feet stand on and its camera sees
};

/// What is made of seen surfaces.
struct SurfaceConfig {
  SurfaceSource source = SurfaceSource::kSurveyed;
  double friction = 0.5;       ///< that a camera cannot see
  double start_x_m = 0.25;     ///< known at the start around each lip, along the body's x
  double start_y_m = 0.02;     ///< and across it
  double bridge_m = 0.05;      ///< an unseen gap so wide between seen parts is no gap
  double gate_m = 0.03;        ///< a plane further off is another surface
  double gate_rad = 0.15;      ///< and one that is tilted more
  double body_sd_m = 0.002;    ///< of the body's estimate from one frame to the next
  double memory_frames = 100;  ///< older ones fade
};

struct ControllerConfig {
  double period_s = 0.01;
  Vector3d gravity_W{0, 0, -9.81};
  double cup_goal_force_N = 60;
  GainConfig gains;
  SharingConfig sharing;
  GaitConfig gait;
  BodyConfig body;
  LipConfig lip;
  ReactionConfig reactions;
  PayloadConfig payload;
  FilterConfig filter;
  SurfaceConfig surfaces;
};

}  // namespace ventosa::controller
