#pragma once

#include <cstdint>

#include "controller/model/description.h"

namespace ventosa::controller {

/// Method that estimates the body's pose.
enum class Estimator : std::uint8_t {
  kWeightedMean,  ///< the mean of the poses that each foot implies: Prados 2023, eq. 29-31
  kRegistration,  ///< least-squares rigid motion that maps all wrist points onto their footholds
  kFilter,        ///< contact-aided invariant Kalman filter: Hartley et al. 2020
  kOpenLoop,      ///< nothing is measured: the body and the feet are where they were sent
};
constexpr auto enumerators(Estimator) {
  return words("weighted_mean", "registration", "filter", "open_loop");
}

struct BodyConfig {
  Estimator estimator = Estimator::kFilter;
  double level_after_s = 0.5;
  double damping_Ns_m = 200;
  double damping_Nms_rad = 10;
  double max_drift_m = 0.015;
  double feedback_rate_1_s = 1.0;
  double max_trim_m = 0.02;
  double deadband_m = 0;
  double max_speed_m_s = 0.05;
  double max_acceleration_m_s2 = 0.1;
  double max_jerk_m_s3 = 1;
  double max_turn_rate_rad_s = 0.3;
  double max_turn_acceleration_rad_s2 = 0.6;
  double max_turn_jerk_rad_s3 = 6;
  /// Longest time over which the accelerometer is averaged.
  static constexpr double kLevelTime_s = 5;
};

void describe(auto& field, Is<BodyConfig> auto& body) {
  field(Key{"estimator", "estimator of the body pose"}, body.estimator);
  field(Key{"level_after_s", "time at standstill before the accelerometer corrects the body's tilt",
            Equipment::kImu},
        body.level_after_s, "s", positive());
  field(Key{"damping_Ns_m", "damping of the body's translation by feed-forward while PD is off"},
        body.damping_Ns_m, "N s/m", not_negative());
  field(Key{"damping_Nms_rad", "damping of the body's rotation by feed-forward while PD is off"},
        body.damping_Nms_rad, "N m s/rad", not_negative());
  field(Key{"max_drift_m",
            "largest distance of the body from its reference, or from its pose when PD was "
            "switched off"},
        body.max_drift_m, "m", positive());
  field(Key{"feedback_rate_1_s", "K_B: gain of the integral of the body's pose error"},
        body.feedback_rate_1_s, "1/s", between(0, 10));
  field(Key{"max_trim_m", "limit of the integral of the body's pose error"}, body.max_trim_m, "m",
        between(0, 0.1));
  field(
      Key{"deadband_m",
          "smaller errors are not integrated, so that sticking joints do not wind the integral up"},
      body.deadband_m, "m", between(0, 0.1));
  field(Key{"max_speed_m_s", "speed limit of the body reference on its way to a pose"},
        body.max_speed_m_s, "m/s", positive());
  field(
      Key{"max_acceleration_m_s2", "acceleration limit of the body reference on its way to a pose"},
      body.max_acceleration_m_s2, "m/s2", positive());
  field(Key{"max_jerk_m_s3", "jerk limit of the body reference on its way to a pose"},
        body.max_jerk_m_s3, "m/s3", positive());
  field(
      Key{"max_turn_rate_rad_s", "angular speed limit of the body reference on its way to a pose"},
      body.max_turn_rate_rad_s, "rad/s", positive());
  field(Key{"max_turn_acceleration_rad_s2",
            "angular acceleration limit of the body reference on its way to a pose"},
        body.max_turn_acceleration_rad_s2, "rad/s2", positive());
  field(
      Key{"max_turn_jerk_rad_s3", "angular jerk limit of the body reference on its way to a pose"},
      body.max_turn_jerk_rad_s3, "rad/s3", positive());
}

}  // namespace ventosa::controller
