#pragma once

#include <cstdint>

#include "controller/model/description.h"

namespace ventosa::controller {

/// Control of a leg in the air.
enum class SwingControl : std::uint8_t {
  kKinematic,        ///< position and velocity set-points, with gravity feed-forward only
  kInverseDynamics,  ///< set-points as above, with the torque of the planned motion too
};
constexpr auto enumerators(SwingControl) { return words("kinematic", "inverse_dynamics"); }

struct GaitConfig {
  SwingControl swing = SwingControl::kInverseDynamics;
  double stride_m = 0.15;
  double lift_m = 0.03;
  double touch_m = 0.004;
  double approach_m = 0;
  double load_s = 0.3;
  double lift_s = 0.35;
  double transfer_s = 0.4;
  double lower_s = 0.35;
  double touch_s = 0.25;
  double spin_up_s = 0;
  double seal_timeout_s = 3;
  double release_timeout_s = 5;
  int seal_retries = 2;
  double silence_s = 0.2;
  double rest_from_C = 65;
  double released_force_N = 5;
  double acceleration_m_s2 = 0.05;
  double max_swing_speed_m_s = 0.5;
  double max_swing_acceleration_m_s2 = 1;
  double max_swing_jerk_m_s3 = 20;
  double max_swing_turn_rate_rad_s = 6;
  double max_swing_roll_rate_rad_s = 2;
  double max_swing_turn_acceleration_rad_s2 = 40;
  double max_swing_turn_jerk_rad_s3 = 800;
  double swing_speed_ratio = 0.5;
  bool beyond_joints = false;
  /// Margin above rest_from_C within which a foot that failed to seal may try again.
  static constexpr double kHotter_C = 5;
  /// Time before a refused lift is tried again.
  static constexpr double kRefusal_s = 2;
};

void describe(auto& field, Is<GaitConfig> auto& gait) {
  field(Key{"swing",
            "control of a leg in the air: set-points and gravity alone, or also the torque of the "
            "planned motion"},
        gait.swing);
  field(Key{"stride_m", "largest body advance per gait cycle"}, gait.stride_m, "m", above(0, 1));
  field(Key{"lift_m", "height to which a foot is lifted"}, gait.lift_m, "m", above(0, 1));
  field(Key{"touch_m", "height of the final slow descent, with a stop before it"}, gait.touch_m,
        "m", positive());
  field(Key{"approach_m",
            "height over uneven ground, as high as where the foot stood before, from which a foot "
            "seeks it",
            Equipment::kPointFoot},
        gait.approach_m, "m", between(0, gait.lift_m));
  field(Key{"load_s", "duration of unloading or loading a foot"}, gait.load_s, "s", positive());
  field(Key{"lift_s", "duration of the lift, longer where the limits of the swing require it"},
        gait.lift_s, "s", positive());
  field(Key{"transfer_s",
            "duration of the transfer, longer where the limits of the swing require it"},
        gait.transfer_s, "s", positive());
  field(Key{"lower_s", "duration of the descent, longer where the limits of the swing require it"},
        gait.lower_s, "s", positive());
  field(Key{"touch_s",
            "duration of the final slow descent, longer where the limits of the swing require it"},
        gait.touch_s, "s", positive());
  field(Key{"spin_up_s", "time before touchdown at which the turbine is switched on",
            Equipment::kCup},
        gait.spin_up_s, "s", not_negative());
  field(Key{"seal_timeout_s", "longest time for a cup to seal", Equipment::kCup},
        gait.seal_timeout_s, "s", positive());
  field(Key{"release_timeout_s", "longest time for the vacuum to decay", Equipment::kCup},
        gait.release_timeout_s, "s", positive());
  field(
      Key{"seal_retries", "further attempts to seal elsewhere after a failed one", Equipment::kCup},
      gait.seal_retries, "1", between(0, 100));
  field(Key{"silence_s",
            "a leg is silent when its readings, or the last message that it received, are older"},
        gait.silence_s, "s", positive());
  field(Key{"rest_from_C", "no foot lifts while a joint is hotter"}, gait.rest_from_C, "degC",
        between(0, 200));
  field(Key{"released_force_N", "a cup has released below this suction force", Equipment::kCup},
        gait.released_force_N, "N", positive());
  field(Key{"acceleration_m_s2", "acceleration limit of the body reference in a walk"},
        gait.acceleration_m_s2, "m/s2", positive());
  field(Key{"max_swing_speed_m_s", "speed limit of a swinging wrist point"},
        gait.max_swing_speed_m_s, "m/s", positive());
  field(Key{"max_swing_acceleration_m_s2", "acceleration limit of a swinging wrist point"},
        gait.max_swing_acceleration_m_s2, "m/s2", positive());
  field(Key{"max_swing_jerk_m_s3", "jerk limit of a swinging wrist point"},
        gait.max_swing_jerk_m_s3, "m/s3", positive());
  field(Key{"max_swing_turn_rate_rad_s", "angular speed limit of a swinging cup's direction"},
        gait.max_swing_turn_rate_rad_s, "rad/s", positive());
  field(Key{"max_swing_roll_rate_rad_s",
            "angular speed limit of a swinging wrist's roll, at most half of the speed of the last "
            "joint"},
        gait.max_swing_roll_rate_rad_s, "rad/s", positive());
  field(Key{"max_swing_turn_acceleration_rad_s2", "angular acceleration limit of a swinging cup"},
        gait.max_swing_turn_acceleration_rad_s2, "rad/s2", positive());
  field(Key{"max_swing_turn_jerk_rad_s3", "angular jerk limit of a swinging cup"},
        gait.max_swing_turn_jerk_rad_s3, "rad/s3", positive());
  field(Key{"swing_speed_ratio",
            "largest share of its speed limit that the mean speed of a joint may take in any part "
            "of a swing"},
        gait.swing_speed_ratio, "1", above(0, 1));
  field(Key{"beyond_joints",
            "swings are commanded even if joints are too slow for them: drives saturate, feet "
            "slip and land late"},
        gait.beyond_joints);
}

}  // namespace ventosa::controller
