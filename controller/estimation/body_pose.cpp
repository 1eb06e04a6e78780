#include <algorithm>

#include "controller/estimation/contact_points.h"
#include "controller/estimation/weighted_mean.h"
#include "controller/model/rotation.h"

/// Estimate of the body pose.
namespace ventosa::controller {
namespace {

void initialize(const RobotModel& robot, const ControllerConfig& config, const EstimationInput& in,
                EstimationState& state) {
  initialize_contacts(robot, in.seen, in.surfaces, state);
  state.filter = start_filter(config.filter, state.X_WB);
  state.started = true;
}

/// The planes in W, where the filter works.
OdometryInput in_world(const Isometry3d& X_WO, OdometryInput input) {
  for (WristPlane& plane : input.plane) {
    plane.n_W = X_WO.linear() * plane.n_W;
    plane.height_m += plane.n_W.dot(X_WO.translation());
  }
  return input;
}

FilterStatus advance_filter(const FilterConfig& config, const OdometryInput& input,
                            EstimationState& state) {
  const auto& X_WO = state.fixes.X_WO;
  if (!X_WO) return advance_or_restart(config, input, state.X_WB, state.filter);
  return advance_or_restart(config, in_world(*X_WO, input), *X_WO * state.X_WB, state.filter);
}

FilterStatus filter_pose(const RobotModel& robot, const FilterConfig& config,
                         const Observation& seen, const OdometryInput& input,
                         EstimationState& state) {
  const FilterStatus status = advance_filter(config, input, state);
  if (status != FilterStatus::kOk) return status;
  correct_by_fixes(config, robot.p_BG, seen, input, state.filter, state.fixes);
  const auto& X_WO = state.fixes.X_WO;
  state.X_WB = X_WO ? X_WO->inverse() * state.filter.X_WB : state.filter.X_WB;
  learn_contacts(state.filter, X_WO, state.contact);
  return status;
}

FilterStatus locate_body(const RobotModel& robot, const ControllerConfig& config,
                         const EstimationInput& in, const OdometryInput& input,
                         EstimationState& state) {
  switch (config.body.estimator) {
    case Estimator::kWeightedMean:
      state.X_WB = mean_of_feet(state.X_WB, input);
      break;
    case Estimator::kRegistration:
      state.X_WB = register_body(state.X_WB, input);
      break;
    case Estimator::kFilter:
      return filter_pose(robot, config.filter, in.seen, input, state);
    case Estimator::kOpenLoop:
      state.X_WB = in.X_WB_reference;
      break;
  }
  return FilterStatus::kOk;
}

/// Levelling rotation of this tick [rad] towards the mean accelerometer direction, over the rest so
/// far and later a running mean. No value unless the body is at rest.
std::optional<Vector3d> levelling_step(const ControllerConfig& config, const EstimationInput& in,
                                       const EstimationState& state) {
  // a filter with an accelerometer bias already uses the accelerometer
  const bool weighed =
      config.body.estimator == Estimator::kFilter && config.filter.accel_bias_m_s2 > 0;
  constexpr double kLeast_s = 0.3;  // a shorter mean would follow the swaying of the body
  const double rest_s = in.at_rest_s - config.body.level_after_s;
  if (weighed || rest_s <= 0 || !in.imu.reading.is_known()) return std::nullopt;
  const double mean_s = std::clamp(rest_s, kLeast_s, std::max(kLeast_s, BodyConfig::kLevelTime_s));
  const Vector3d f_B = in.imu.reading.specific_force_B - state.filter.accel_bias_B;
  return Vector3d(config.period_s / mean_s *
                  tilt_error(state.X_WB.linear(), f_B, config.gravity_W));
}

void level(const Vector3d& step_rad, EstimationState& state) {
  const Matrix3d turn = rotation_exp(step_rad);
  state.X_WB.linear() = orthonormal(turn * state.X_WB.linear());
  turn_contacts(state.X_WB.translation(), turn, state.contact);
  const auto& X_WO = state.fixes.X_WO;
  turn_about_body(X_WO ? Matrix3d(X_WO->linear() * turn * X_WO->linear().transpose()) : turn,
                  state.filter);
}

void report_creep(const CreepWatch& watch, PerLeg<FootAlarm>& alarm) {
  for (std::size_t i = 0; i < alarm.size(); ++i)
    if (has_crept(watch.foot[i]) && alarm[i] == FootAlarm::kNone) alarm[i] = FootAlarm::kCreep;
}

void report_filter(const RobotModel& robot, const InvariantFilter& filter, BodyEstimate& body) {
  body.nis = filter.nis;
  body.covariance = pose_covariance(filter);
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    const FootAlarm alarm = filter.watch[i].alarm;
    if (robot.leg[i].cup())
      body.alarm[i] = alarm;
    else
      body.slides[i] = alarm != FootAlarm::kNone;
  }
}

}  // namespace

EstimationState initial_estimate(const Start& start) noexcept {
  EstimationState state;
  state.X_WB = start.X_WB;
  state.clamped = start.clamped;
  for (std::size_t i = 0; i < state.contact.size(); ++i)
    state.contact[i].attached = start.attached[i];
  return state;
}

void estimate_pose(const RobotModel& robot, const ControllerConfig& config,
                   const EstimationInput& in, EstimationState& state, BodyEstimate& body) noexcept {
  if (!state.started) initialize(robot, config, in, state);
  if (in.imu.tried_again) doubt_gyro(config.filter, state.filter);
  body.imu = in.imu.health;
  for (std::size_t i = 0; i < robot.leg.size(); ++i)
    body.stance.leg[i].pose = leg_pose(robot.leg[i], measured_q(in.seen.leg[i]));
  if (!state.clamped) {
    const OdometryInput input = contact_odometry(robot, config, in, body.stance, state);
    switch (locate_body(robot, config, in, input, state)) {
      case FilterStatus::kOk:
        body.levelling_W = levelling_step(config, in, state);
        break;
      case FilterStatus::kBadInput:
        body.reason = Reason::kBadInput;
        break;
      case FilterStatus::kDiverged:
        body.reason = Reason::kEstimateDiverged;
    }
    if (body.levelling_W) level(*body.levelling_W, state);
  }
  update_contacts(robot, in, body.stance, state);
  if (!state.clamped) watch_creep(creep_input(robot, config, in, body.stance, state), state.creep);
  body.X_WB = state.X_WB;
  body.contact = state.contact;
  if (config.body.estimator == Estimator::kFilter) report_filter(robot, state.filter, body);
  report_creep(state.creep, body.alarm);
}

}  // namespace ventosa::controller
