#pragma once

#include "controller/model/config.h"
#include "models/strict_yaml.h"

/// The controller's options: their groups, names and ranges, once for reading and for writing.
/// Periods, gravity and cup goal are missing: they come from the scenario itself.
///
/// A visitor has  void operator()(const char* key, models::Range range, T& value)  for double, int
/// and PerJoint<double>,  choice(key, names, value)  for an enumeration by the order of its names,
/// and  group(key, function)  that calls the function with the visitor of the group.
namespace ventosa::scenarios {

inline std::vector<std::string_view> estimator_names() {
  return {"weighted_mean", "registration", "filter"};
}

inline std::vector<std::string_view> objective_names() {
  return {"torque", "least_norm", "peak_torque"};
}

template <class Visitor, class Config>
void controller_options(Visitor& controller, Config& config) {
  using models::above, models::between, models::not_negative, models::positive;
  controller.group("gains", [&](auto& visit) {
    visit.choice("law", {"rate_damped", "rate_error"}, config.gains.law);
    visit.choice("loop", {"module", "servo", "controller"}, config.gains.loop);
    visit("settle_s", not_negative(), config.gains.settle_s);
    visit("fade_s", positive(), config.gains.fade_s);
    visit("friction_share", between(0, 1.5), config.gains.friction_share);
    visit("friction_speed_rad_s", above(0, 10), config.gains.friction_speed_rad_s);
    visit("kp_Nm_rad", not_negative(), config.gains.kp_Nm_rad);
    visit("kd_Nms_rad", not_negative(), config.gains.kd_Nms_rad);
  });
  controller.group("sharing", [&](auto& visit) {
    visit.choice("objective", objective_names(), config.sharing.objective);
    visit("cup_safety_factor", between(1, 10), config.sharing.cup_safety_factor);
    visit("torque_ratio", above(0, 1), config.sharing.torque_ratio);
    visit("smoothness", above(0, 1), config.sharing.smoothness);
    visit("wrist_moment_Nm", between(0, 10), config.sharing.wrist_moment_Nm);
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
    visit("silence_s", positive(), config.gait.silence_s);
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
  controller.group("lip", [&](auto& visit) {
    visit.choice("model", {"rigid", "elastic"}, config.lip.model);
    visit("free_height_m", between(0, 0.02), config.lip.free_height_m);
    visit("press_m", between(0, 0.02), config.lip.press_m);
    visit("stiffness_N_m", between(1000, 1e7), config.lip.stiffness_N_m);
    visit("shear_stiffness_N_m", between(1000, 1e7), config.lip.shear_stiffness_N_m);
  });
  controller.group("reactions", [&](auto& visit) {
    visit("torque_sd_Nm", positive(), config.reactions.torque_sd_Nm);
    visit("torque_sd_ratio", between(0, 1), config.reactions.torque_sd_ratio);
    visit("wrist_sd_Nm", not_negative(), config.reactions.wrist_sd_Nm);
    visit("weight_sd_N", positive(), config.reactions.weight_sd_N);
    visit("moment_sd_Nm", positive(), config.reactions.moment_sd_Nm);
    visit("elastic_sd_N", positive(), config.reactions.elastic_sd_N);
    visit("cup_normal_N_m", positive(), config.reactions.cup_normal_N_m);
    visit("cup_tangential_N_m", positive(), config.reactions.cup_tangential_N_m);
    visit("lip_rest_m", not_negative(), config.reactions.lip_rest_m);
    visit("distance_sd_m", positive(), config.reactions.distance_sd_m);
  });
  controller.group("payload", [&](auto& visit) {
    visit.choice("estimation", {"off", "at_rest"}, config.payload.estimation);
    visit("rest_s", positive(), config.payload.rest_s);
    visit("still_m_s", positive(), config.payload.still_m_s);
    visit("correlation_s", positive(), config.payload.correlation_s);
    visit("mass_sd_kg", positive(), config.payload.mass_sd_kg);
    visit("moment_sd_kgm", positive(), config.payload.moment_sd_kgm);
    visit("follow_s", positive(), config.payload.follow_s);
  });
  controller.group("body", [&](auto& visit) {
    visit.choice("estimator", estimator_names(), config.body.estimator);
    visit("level_after_s", positive(), config.body.level_after_s);
    visit("level_time_s", positive(), config.body.level_time_s);
    visit("damping_Ns_m", not_negative(), config.body.damping_Ns_m);
    visit("damping_Nms_rad", not_negative(), config.body.damping_Nms_rad);
    visit("feedback_rate_1_s", not_negative(), config.body.feedback_rate_1_s);
    visit("max_trim_m", not_negative(), config.body.max_trim_m);
    visit("deadband_m", between(0, 0.1), config.body.deadband_m);
    visit("max_speed_m_s", positive(), config.body.max_speed_m_s);
    visit("max_acceleration_m_s2", positive(), config.body.max_acceleration_m_s2);
    visit("max_jerk_m_s3", positive(), config.body.max_jerk_m_s3);
    visit("max_turn_rate_rad_s", positive(), config.body.max_turn_rate_rad_s);
    visit("max_turn_acceleration_rad_s2", positive(), config.body.max_turn_acceleration_rad_s2);
    visit("max_turn_jerk_rad_s3", positive(), config.body.max_turn_jerk_rad_s3);
  });
  controller.group("surfaces", [&](auto& visit) {
    visit.choice("source", {"surveyed", "seen"}, config.surfaces.source);
    visit("friction", above(0, 10), config.surfaces.friction);
    visit("start_x_m", not_negative(), config.surfaces.start_x_m);
    visit("start_y_m", not_negative(), config.surfaces.start_y_m);
    visit("bridge_m", not_negative(), config.surfaces.bridge_m);
    visit("gate_m", positive(), config.surfaces.gate_m);
    visit("gate_rad", above(0, 1.5), config.surfaces.gate_rad);
    visit("body_sd_m", positive(), config.surfaces.body_sd_m);
    visit("memory_frames", models::between(1, 1e6), config.surfaces.memory_frames);
  });
  controller.group("filter", [&](auto& visit) {
    visit("encoder_noise_rad", positive(), config.filter.encoder_noise_rad);
    visit("gyro_noise_rad_s", positive(), config.filter.gyro_noise_rad_s);
    visit("accel_noise_m_s2", positive(), config.filter.accel_noise_m_s2);
    visit("gyro_bias_rad_s", not_negative(), config.filter.gyro_bias_rad_s);
    visit("accel_bias_m_s2", not_negative(), config.filter.accel_bias_m_s2);
    visit("gyro_bias_walk_rad_s2", not_negative(), config.filter.gyro_bias_walk_rad_s2);
    visit("accel_bias_walk_m_s3", not_negative(), config.filter.accel_bias_walk_m_s3);
    visit("start_position_m", not_negative(), config.filter.start_position_m);
    visit("start_angle_rad", not_negative(), config.filter.start_angle_rad);
    visit("foot_creep_m", not_negative(), config.filter.foot_creep_m);
    visit("foot_offset_m", not_negative(), config.filter.foot_offset_m);
    visit("foot_offset_s", not_negative(), config.filter.foot_offset_s);
    visit("surface_m", not_negative(), config.filter.surface_m);
  });
}

}  // namespace ventosa::scenarios
