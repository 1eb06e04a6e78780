#pragma once

#include "controller/model/description.h"

namespace ventosa::controller {

/// Sensor models of the filter, all as standard deviations.
struct FilterConfig {
  double encoder_noise_rad = 0.0015;
  double gyro_noise_rad_s = 0.0025;
  double accel_noise_m_s2 = 0.1;
  double gyro_range_rad_s = 0;
  double accel_range_m_s2 = 0;
  double gyro_bias_rad_s = 0.01;
  double accel_bias_m_s2 = 0;
  double gyro_bias_walk_rad_s2 = 1e-5;
  double accel_bias_walk_m_s3 = 0;
  double start_position_m = 1e-4;
  double start_angle_rad = 1e-3;
  double start_heading_rad = 0;
  double foot_creep_m = 1e-4;
  double foot_offset_m = 0;
  double foot_offset_s = 0.1;
  double surface_m = 0;
  double fix_noise_m = 0.02;
  double heading_noise_rad = 0.026;
  double deviation_rad = 0;
  double deviation_walk_rad = 1e-4;
};

void describe(auto& field, Is<FilterConfig> auto& filter) {
  field(Key{"encoder_noise_rad", "standard deviation of one joint reading"},
        filter.encoder_noise_rad, "rad", positive());
  field(Key{"gyro_noise_rad_s", "standard deviation of one gyroscope reading, per axis",
            Equipment::kImu},
        filter.gyro_noise_rad_s, "rad/s", positive());
  field(Key{"accel_noise_m_s2",
            "standard deviation of one accelerometer reading, per axis, the body's vibration "
            "between two readings included",
            Equipment::kImu},
        filter.accel_noise_m_s2, "m/s2", positive());
  field(Key{"gyro_range_rad_s",
            "measuring range of the gyroscope: readings at its end are discarded; 0: unlimited",
            Equipment::kImu},
        filter.gyro_range_rad_s, "rad/s", not_negative());
  field(Key{"accel_range_m_s2",
            "measuring range of the accelerometer: readings at its end are discarded; 0: unlimited",
            Equipment::kImu},
        filter.accel_range_m_s2, "m/s2", not_negative());
  field(Key{"gyro_bias_rad_s", "standard deviation of the gyroscope's bias at the start, per axis",
            Equipment::kImu},
        filter.gyro_bias_rad_s, "rad/s", not_negative());
  field(Key{"accel_bias_m_s2",
            "standard deviation of the accelerometer's bias at the start, per axis; 0: no bias, so "
            "the accelerometer alone determines the vertical",
            Equipment::kImu},
        filter.accel_bias_m_s2, "m/s2", not_negative());
  field(Key{"gyro_bias_walk_rad_s2", "drift of the gyroscope's bias in 1 s", Equipment::kImu},
        filter.gyro_bias_walk_rad_s2, "rad/s2", not_negative());
  field(Key{"accel_bias_walk_m_s3", "drift of the accelerometer's bias in 1 s", Equipment::kImu},
        filter.accel_bias_walk_m_s3, "m/s3", not_negative());
  field(Key{"start_position_m", "standard deviation of the start position, per axis"},
        filter.start_position_m, "m", not_negative());
  field(Key{"start_angle_rad", "standard deviation of the start orientation, per axis"},
        filter.start_angle_rad, "rad", not_negative());
  field(Key{"start_heading_rad",
            "additional standard deviation of the start orientation about the vertical"},
        filter.start_heading_rad, "rad", not_negative());
  field(Key{"foot_creep_m", "creep of an attached wrist point in 1 s, per axis"},
        filter.foot_creep_m, "m", not_negative());
  field(Key{"foot_offset_m",
            "displacement of an attached wrist point by play in the joints and the loaded lip, per "
            "axis"},
        filter.foot_offset_m, "m", not_negative());
  field(Key{"foot_offset_s", "correlation time of foot_offset_m"}, filter.foot_offset_s, "s",
        not_negative());
  field(
      Key{"surface_m",
          "error of a surveyed surface along its normal; 0: surfaces are not used as measurements"},
      filter.surface_m, "m", not_negative());
  field(
      Key{"fix_noise_m", "standard deviation of one GPS fix, per horizontal axis", Equipment::kFix},
      filter.fix_noise_m, "m", positive());
  field(Key{"heading_noise_rad", "standard deviation of one compass heading", Equipment::kHeading},
        filter.heading_noise_rad, "rad", positive());
  field(Key{"deviation_rad",
            "standard deviation of the compass' deviation between compasses; 0: the compass has "
            "none, and the filter estimates none",
            Equipment::kHeading},
        filter.deviation_rad, "rad", not_negative());
  field(Key{"deviation_walk_rad", "drift of the compass' deviation in 1 s", Equipment::kHeading},
        filter.deviation_walk_rad, "rad", not_negative());
}

}  // namespace ventosa::controller
