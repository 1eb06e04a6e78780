#include "controller/estimation/estimator_rules.h"

#include <algorithm>

namespace ventosa::controller {
namespace {

bool any_foot_senses(const RobotModel& robot) {
  return std::any_of(robot.leg.begin(), robot.leg.end(),
                     [](const Leg& leg) { return leg.foot.senses_contact(); });
}

/// Nothing that is measured may reach the references.
std::optional<EstimatorObjection> objection_to_open_loop(const RobotModel& robot,
                                                         const ControllerConfig& config) {
  if (any_foot_senses(robot))
    return EstimatorObjection{"body.estimator", "open_loop",
                              "is for feet that stand by the phase of their step",
                              "give the robot foot: {contact: {sensor: null}}, or choose another"};
  if (config.body.feedback_rate_1_s != 0)
    return EstimatorObjection{"body.feedback_rate_1_s", "",
                              "must be 0 with body.estimator: open_loop",
                              "nothing is fed back; registration measures the body by its legs"};
  if (config.payload.estimation != PayloadEstimation::kOff)
    return EstimatorObjection{"payload.estimation", "at_rest",
                              "must be off with body.estimator: open_loop", "nothing is weighed"};
  if (config.gains.loop == ServoLoop::kController)
    return EstimatorObjection{"gains.loop", "controller", "excludes body.estimator: open_loop",
                              "the torques would follow the readings; choose module or servo"};
  if (config.surfaces.source == SurfaceSource::kSeen)
    return EstimatorObjection{"surfaces.source", "seen", "excludes body.estimator: open_loop",
                              "the footholds would follow the camera; choose surveyed"};
  return std::nullopt;
}

}  // namespace

bool needs_imu(Estimator estimator) noexcept { return estimator == Estimator::kFilter; }

std::optional<EstimatorObjection> objection_to_estimator(const RobotModel& robot,
                                                         const ControllerConfig& config) noexcept {
  const Estimator estimator = config.body.estimator;
  if (needs_imu(estimator) && !robot.has_imu)
    return EstimatorObjection{
        "body.estimator", "filter", "needs an IMU, which the robot does not have",
        "registration measures the body by the legs that stand, open_loop measures nothing"};
  return estimator == Estimator::kOpenLoop ? objection_to_open_loop(robot, config) : std::nullopt;
}

}  // namespace ventosa::controller
