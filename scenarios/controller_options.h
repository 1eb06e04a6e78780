#pragma once

#include "controller/config.h"
#include "models/strict_yaml.h"

/// The controller's options: their groups, names and ranges, once for reading and for writing.
/// Periods, gravity and cup goal are missing: they come from the scenario itself.
///
/// A visitor has  void operator()(const char* key, models::Range range, T& value)  for double, int
/// and PerJoint<double>,  choice(key, names, value)  for an enumeration by the order of its names,
/// and  group(key, function)  that calls the function with the visitor of the group.
namespace ventosa::scenarios {

template <class Visitor, class Config>
void controller_options(Visitor& controller, Config& config) {
  using models::above, models::between, models::not_negative, models::positive;
  controller.group("gains", [&](auto& visit) {
    visit.choice("law", {"rate_damped", "rate_error"}, config.gains.law);
    visit.choice("loop", {"module", "controller"}, config.gains.loop);
    visit("settle_s", not_negative(), config.gains.settle_s);
    visit("fade_s", positive(), config.gains.fade_s);
    visit("kp_Nm_rad", not_negative(), config.gains.kp_Nm_rad);
    visit("kd_Nms_rad", not_negative(), config.gains.kd_Nms_rad);
  });
  controller.group("sharing", [&](auto& visit) {
    visit.choice("objective", {"torque", "least_norm", "peak_torque"}, config.sharing.objective);
    visit("cup_safety_factor", between(1, 10), config.sharing.cup_safety_factor);
    visit("torque_ratio", above(0, 1), config.sharing.torque_ratio);
    visit("smoothness", above(0, 1), config.sharing.smoothness);
  });
  controller.group("gait", [&](auto& visit) {
    visit.choice("swing", {"kinematic", "inverse_dynamics"}, config.gait.swing);
    visit("stride_m", above(0, 1), config.gait.stride_m);
    visit("lift_m", above(0, 1), config.gait.lift_m);
    visit("touch_m", positive(), config.gait.touch_m);
    visit("touch_s", positive(), config.gait.touch_s);
    visit("unload_s", positive(), config.gait.unload_s);
    visit("lift_s", positive(), config.gait.lift_s);
    visit("transfer_s", positive(), config.gait.transfer_s);
    visit("lower_s", positive(), config.gait.lower_s);
    visit("load_s", positive(), config.gait.load_s);
    visit("release_timeout_s", positive(), config.gait.release_timeout_s);
    visit("seal_timeout_s", positive(), config.gait.seal_timeout_s);
    visit("seal_retries", between(0, 100), config.gait.seal_retries);
    visit("refusal_s", not_negative(), config.gait.refusal_s);
    visit("released_force_N", positive(), config.gait.released_force_N);
    visit("acceleration_m_s2", positive(), config.gait.acceleration_m_s2);
    visit("max_swing_speed_m_s", positive(), config.gait.max_swing_speed_m_s);
    visit("max_swing_acceleration_m_s2", positive(), config.gait.max_swing_acceleration_m_s2);
    visit("max_swing_jerk_m_s3", positive(), config.gait.max_swing_jerk_m_s3);
    visit("max_swing_turn_rate_rad_s", positive(), config.gait.max_swing_turn_rate_rad_s);
    visit("max_swing_turn_acceleration_rad_s2", positive(),
          config.gait.max_swing_turn_acceleration_rad_s2);
    visit("max_swing_turn_jerk_rad_s3", positive(), config.gait.max_swing_turn_jerk_rad_s3);
  });
  controller.group("body", [&](auto& visit) {
    visit("level_after_s", positive(), config.body.level_after_s);
    visit("level_time_s", positive(), config.body.level_time_s);
    visit("damping_Ns_m", not_negative(), config.body.damping_Ns_m);
    visit("damping_Nms_rad", not_negative(), config.body.damping_Nms_rad);
    visit("feedback_rate_1_s", not_negative(), config.body.feedback_rate_1_s);
    visit("max_trim_m", not_negative(), config.body.max_trim_m);
    visit("max_speed_m_s", positive(), config.body.max_speed_m_s);
    visit("max_acceleration_m_s2", positive(), config.body.max_acceleration_m_s2);
    visit("max_jerk_m_s3", positive(), config.body.max_jerk_m_s3);
    visit("max_turn_rate_rad_s", positive(), config.body.max_turn_rate_rad_s);
    visit("max_turn_acceleration_rad_s2", positive(), config.body.max_turn_acceleration_rad_s2);
    visit("max_turn_jerk_rad_s3", positive(), config.body.max_turn_jerk_rad_s3);
  });
}

}  // namespace ventosa::scenarios
