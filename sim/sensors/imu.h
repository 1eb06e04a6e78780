#pragma once

#include "controller/model/robot_model.h"
#include "sim/sensors/pan_tilt.h"

namespace ventosa::sim {

/// Mean motion of the IMU over some steps; at rest before the first.
struct Felt {
  std::int64_t n_steps = 0;
  Bytes3 a_W{};     ///< [m/s2] acceleration
  Bytes3 w_WB_B{};  ///< [rad/s]
};

/// Adds one step to the mean.
void feel(const controller::Vector3d& a_W, const controller::Vector3d& w_WB_B, Felt& felt) noexcept;

/// Last reading, random walk of the bias, and the mean motion for the next reading: an IMU's
/// filters suppress everything faster than its reading rate.
struct ImuState {
  std::int64_t sampled_ns = 0;
  Bytes3 specific_force_B{};  ///< [m/s2] reading, rotated to B by the nominal mounting
  Bytes3 w_WB_B{};            ///< [rad/s]
  Bytes3 accel_walk{};        ///< [m/s2] along the IMU's axes
  Bytes3 gyro_walk{};         ///< [rad/s]
  Felt felt;                  ///< mean motion since the last reading
};

/// Pose and motion of the IMU's axes I relative to the body.
struct ImuMounting {
  controller::Vector3d p_BI = controller::Vector3d::Zero();
  controller::Matrix3d R_BI = controller::Matrix3d::Identity();  ///< actual rotation
  /// Rotation without mounting error, at the reported angles.
  controller::Matrix3d R_BI_nominal = controller::Matrix3d::Identity();
  controller::Vector3d w_BI_B = controller::Vector3d::Zero();  ///< [rad/s]
  controller::Vector3d w_BI_B_reported = controller::Vector3d::Zero();
  controller::Vector3d v_BI = controller::Vector3d::Zero();  ///< [m/s]
};

/// Mounting by the options' place and the pan-tilt's angles. The nominal rotation and the reported
/// rate are computed from the servos' reported angles and speeds.
ImuMounting imu_mounting(const std::optional<models::BodySensors>& sensors, const ImuOptions& imu,
                         const CameraOptions& camera, const PanTiltState& pan_tilt);

/// One reading: true specific force and angular rate are turned into the IMU's axes; noise, bias
/// and resolution are applied there; the result is turned back into B by the nominal mounting, and
/// the reported rate of the pan-tilt is subtracted.
/// @param tick  counter of the noise
void read_imu(const ImuOptions& options, const ImuMounting& mounting, std::uint64_t seed,
              std::uint64_t tick, const controller::Vector3d& specific_force_B,
              const controller::Vector3d& w_WB_B, ImuState& state) noexcept;

/// One step of the bias' random walk, over `span_s`.
void walk_bias(const ImuOptions& options, std::uint64_t seed, std::uint64_t tick, double span_s,
               ImuState& state) noexcept;

}  // namespace ventosa::sim
