#pragma once

#include <cstdint>

#include "controller/model/description.h"

namespace ventosa::controller {

/// Method that estimates the body's pose.
enum class Estimator : std::uint8_t {
  kWeightedMean,  ///< the mean of the poses that each foot implies: Prados 2023, eq. 29-31
  kRegistration,  ///< least-squares rigid motion that maps all wrist points onto their footholds
  kFilter,        ///< contact-aided invariant Kalman filter: Hartley et al. 2020
};
constexpr auto enumerators(Estimator) { return words("weighted_mean", "registration", "filter"); }

struct BodyConfig {
  Estimator estimator = Estimator::kFilter;
  /// Time at standstill before the accelerometer corrects the body's tilt.
  double level_after_s = 0.5;
  double level_time_s = 5;    ///< longest time over which the accelerometer is averaged
  double damping_Ns_m = 200;  ///< damping of the body's motion by feed-forward while PD is off
  double damping_Nms_rad = 10;
  /// Limit of the body's distance from its reference, or from its pose when PD was switched off.
  double max_drift_m = 0.015;
  double feedback_rate_1_s = 1.0;  ///< K_B: gain of the integral of the body's pose error
  double max_trim_m = 0.02;        ///< bound of that integral
  /// Smaller errors are not integrated, so that sticking joints do not wind it up.
  double deadband_m = 0;
  // limits of the reference on its way to a goal pose
  double max_speed_m_s = 0.05;
  double max_acceleration_m_s2 = 0.1;
  double max_jerk_m_s3 = 1;
  double max_turn_rate_rad_s = 0.3;
  double max_turn_acceleration_rad_s2 = 0.6;
  double max_turn_jerk_rad_s3 = 6;
};

void describe(auto& field, Is<BodyConfig> auto& body) {
  field("estimator", body.estimator);
  field("level_after_s", body.level_after_s, "s", positive());
  field("level_time_s", body.level_time_s, "s", positive());
  field("damping_Ns_m", body.damping_Ns_m, "N s/m", not_negative());
  field("damping_Nms_rad", body.damping_Nms_rad, "N m s/rad", not_negative());
  field("max_drift_m", body.max_drift_m, "m", positive());
  field("feedback_rate_1_s", body.feedback_rate_1_s, "1/s", not_negative());
  field("max_trim_m", body.max_trim_m, "m", not_negative());
  field("deadband_m", body.deadband_m, "m", between(0, 0.1));
  field("max_speed_m_s", body.max_speed_m_s, "m/s", positive());
  field("max_acceleration_m_s2", body.max_acceleration_m_s2, "m/s2", positive());
  field("max_jerk_m_s3", body.max_jerk_m_s3, "m/s3", positive());
  field("max_turn_rate_rad_s", body.max_turn_rate_rad_s, "rad/s", positive());
  field("max_turn_acceleration_rad_s2", body.max_turn_acceleration_rad_s2, "rad/s2", positive());
  field("max_turn_jerk_rad_s3", body.max_turn_jerk_rad_s3, "rad/s3", positive());
}

}  // namespace ventosa::controller
