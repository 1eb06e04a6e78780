#pragma once

#include "controller/model/description.h"

namespace ventosa::controller {

/// Sensor models of the filter, all as standard deviations.
struct FilterConfig {
  double encoder_noise_rad = 0.0015;  ///< noise of one reading
  double gyro_noise_rad_s = 0.0025;   ///< noise of one reading, per axis
  /// Noise of one reading, per axis. Covers also the body's vibration between two readings.
  double accel_noise_m_s2 = 0.1;
  /// Measuring range: readings at its end are discarded; 0: unlimited.
  double gyro_range_rad_s = 0;
  double accel_range_m_s2 = 0;
  double gyro_bias_rad_s = 0.01;  ///< uncertainty of the bias before the first reading, per axis
  double accel_bias_m_s2 = 0;  ///< 0: no bias, so the accelerometer alone determines the vertical
  double gyro_bias_walk_rad_s2 = 1e-5;  ///< drift of the bias in 1 s
  double accel_bias_walk_m_s3 = 0;
  double start_position_m = 1e-4;  ///< uncertainty of the start position
  double start_angle_rad = 1e-3;
  double foot_creep_m = 1e-4;  ///< creep of an attached wrist point in 1 s, per axis
  /// Displacement of an attached wrist point by play in the joints and the loaded lip, per axis.
  double foot_offset_m = 0;
  double foot_offset_s = 0.1;  ///< correlation time of that displacement
  double surface_m = 0;  ///< error of a surveyed surface along its normal; 0: surfaces are ignored
};

void describe(auto& field, Is<FilterConfig> auto& filter) {
  field("encoder_noise_rad", filter.encoder_noise_rad, "rad", positive());
  field("gyro_noise_rad_s", filter.gyro_noise_rad_s, "rad/s", positive());
  field("accel_noise_m_s2", filter.accel_noise_m_s2, "m/s2", positive());
  field("gyro_range_rad_s", filter.gyro_range_rad_s, "rad/s", not_negative());
  field("accel_range_m_s2", filter.accel_range_m_s2, "m/s2", not_negative());
  field("gyro_bias_rad_s", filter.gyro_bias_rad_s, "rad/s", not_negative());
  field("accel_bias_m_s2", filter.accel_bias_m_s2, "m/s2", not_negative());
  field("gyro_bias_walk_rad_s2", filter.gyro_bias_walk_rad_s2, "rad/s2", not_negative());
  field("accel_bias_walk_m_s3", filter.accel_bias_walk_m_s3, "m/s3", not_negative());
  field("start_position_m", filter.start_position_m, "m", not_negative());
  field("start_angle_rad", filter.start_angle_rad, "rad", not_negative());
  field("foot_creep_m", filter.foot_creep_m, "m", not_negative());
  field("foot_offset_m", filter.foot_offset_m, "m", not_negative());
  field("foot_offset_s", filter.foot_offset_s, "s", not_negative());
  field("surface_m", filter.surface_m, "m", not_negative());
}

}  // namespace ventosa::controller
