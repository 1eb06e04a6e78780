#pragma once

#include "controller/frames.h"
#include "sim/fidelity.h"

namespace ventosa::sim {

/// The body's IMU, at its origin.
struct ImuOptions {
  double gyro_noise_rad_s = 0;  ///< standard deviation, white, per reading and axis
  double accel_noise_m_s2 = 0;
  controller::Vector3d gyro_bias_rad_s = controller::Vector3d::Zero();  ///< constant, in B
  controller::Vector3d accel_bias_m_s2 = controller::Vector3d::Zero();
};

ImuOptions imu_options(Fidelity fidelity);

}  // namespace ventosa::sim
