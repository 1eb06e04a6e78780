#pragma once

#include "controller/model/robot_model.h"
#include "sim/sensors/pan_tilt.h"

namespace ventosa::sim {

/// What the IMU last read and how far its bias has walked.
struct ImuState {
  std::int64_t sampled_ns = 0;
  Bytes3 specific_force_B{};  ///< [m/s2] as told: the known mounting is undone
  Bytes3 w_WB_B{};            ///< [rad/s]
  Bytes3 accel_walk{};        ///< [m/s2] along the IMU's axes
  Bytes3 gyro_walk{};         ///< [rad/s]
};

/// How the IMU's axes I lie, and turn, in the body.
struct ImuMounting {
  controller::Vector3d p_BI = controller::Vector3d::Zero();
  controller::Matrix3d R_BI = controller::Matrix3d::Identity();        ///< as it is
  controller::Matrix3d R_BI_known = controller::Matrix3d::Identity();  ///< as all believe
  controller::Vector3d w_BI_B = controller::Vector3d::Zero();          ///< [rad/s]
  controller::Vector3d w_BI_B_known = controller::Vector3d::Zero();
  controller::Vector3d v_BI = controller::Vector3d::Zero();  ///< [m/s]
};

/// By the place that the options choose, and by where the pan-tilt is; what is believed of it is
/// what its servos report.
ImuMounting imu_mounting(const std::optional<models::BodySensors>& sensors, const ImuOptions& imu,
                         const CameraOptions& camera, const PanTiltState& pan_tilt);

/// One reading of a true specific force and angular rate, both in B: into the IMU's axes, spoilt
/// there, and back by the known mounting, less the rate that the pan-tilt is known to have.
/// @param tick  of the noise
void read_imu(const ImuOptions& options, const ImuMounting& mounting, std::uint64_t seed,
              std::uint64_t tick, const controller::Vector3d& specific_force_B,
              const controller::Vector3d& w_WB_B, ImuState& state) noexcept;

/// One step of the random walk of the bias, over `span_s`.
void walk_bias(const ImuOptions& options, std::uint64_t seed, std::uint64_t tick, double span_s,
               ImuState& state) noexcept;

}  // namespace ventosa::sim
