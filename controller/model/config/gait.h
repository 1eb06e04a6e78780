#pragma once

#include <cstdint>

#include "controller/model/description.h"

namespace ventosa::controller {

/// Control of a leg in the air.
enum class SwingControl : std::uint8_t {
  kKinematic,        ///< position and velocity set-points, with gravity feed-forward only
  kInverseDynamics,  ///< also the torque of the planned motion
};
constexpr auto enumerators(SwingControl) { return words("kinematic", "inverse_dynamics"); }

struct GaitConfig {
  SwingControl swing = SwingControl::kInverseDynamics;
  double stride_m = 0.15;  ///< largest body advance per gait cycle: see stride.h
  double lift_m = 0.03;
  double touch_m = 0.004;  ///< height of the final slow descent, with a stop before it
  double load_s = 0.3;     ///< duration of unloading or loading a foot
  double lift_s = 0.35;    ///< lift_s to touch_s are extended where the limits below require it
  double transfer_s = 0.4;
  double lower_s = 0.35;
  double touch_s = 0.25;
  double spin_up_s = 0;  ///< time of turning on the turbine before touchdown
  double seal_timeout_s = 3;
  double release_timeout_s = 5;  ///< longest time for the vacuum to decay
  int seal_retries = 2;
  /// Age of a leg's readings, or of the last message that it received, from which it is silent: see
  /// Reason.
  double silence_s = 0.2;
  double refusal_s = 2;  ///< time before a refused lift is tried again
  /// Margin above rest_from_C within which a foot that failed to seal may retry.
  static constexpr double kHotter_C = 5;
  double rest_from_C = 65;          ///< no foot lifts while a joint is hotter
  double released_force_N = 5;      ///< a cup has released below this suction force
  double acceleration_m_s2 = 0.05;  ///< acceleration limit of the body reference in a walk
  // limits of a swinging foot: of its wrist point, its cup's direction and its wrist roll
  double max_swing_speed_m_s = 0.5;
  double max_swing_acceleration_m_s2 = 1;
  double max_swing_jerk_m_s3 = 20;
  double max_swing_turn_rate_rad_s = 6;
  double max_swing_roll_rate_rad_s = 2;  ///< at most half of the speed of the wrist's last joint
  double max_swing_turn_acceleration_rad_s2 = 40;
  double max_swing_turn_jerk_rad_s3 = 800;
};

void describe(auto& field, Is<GaitConfig> auto& gait) {
  field("swing", gait.swing);
  field("stride_m", gait.stride_m, "m", above(0, 1));
  field("lift_m", gait.lift_m, "m", above(0, 1));
  field("touch_m", gait.touch_m, "m", positive());
  field("load_s", gait.load_s, "s", positive());
  field("lift_s", gait.lift_s, "s", positive());
  field("transfer_s", gait.transfer_s, "s", positive());
  field("lower_s", gait.lower_s, "s", positive());
  field("touch_s", gait.touch_s, "s", positive());
  field("spin_up_s", gait.spin_up_s, "s", not_negative());
  field("seal_timeout_s", gait.seal_timeout_s, "s", positive());
  field("release_timeout_s", gait.release_timeout_s, "s", positive());
  field("seal_retries", gait.seal_retries, "1", between(0, 100));
  field("silence_s", gait.silence_s, "s", positive());
  field("refusal_s", gait.refusal_s, "s", not_negative());
  field("rest_from_C", gait.rest_from_C, "degC", between(0, 200));
  field("released_force_N", gait.released_force_N, "N", positive());
  field("acceleration_m_s2", gait.acceleration_m_s2, "m/s2", positive());
  field("max_swing_speed_m_s", gait.max_swing_speed_m_s, "m/s", positive());
  field("max_swing_acceleration_m_s2", gait.max_swing_acceleration_m_s2, "m/s2", positive());
  field("max_swing_jerk_m_s3", gait.max_swing_jerk_m_s3, "m/s3", positive());
  field("max_swing_turn_rate_rad_s", gait.max_swing_turn_rate_rad_s, "rad/s", positive());
  field("max_swing_roll_rate_rad_s", gait.max_swing_roll_rate_rad_s, "rad/s", positive());
  field("max_swing_turn_acceleration_rad_s2", gait.max_swing_turn_acceleration_rad_s2, "rad/s2",
        positive());
  field("max_swing_turn_jerk_rad_s3", gait.max_swing_turn_jerk_rad_s3, "rad/s3", positive());
}

}  // namespace ventosa::controller
