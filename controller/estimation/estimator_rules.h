#pragma once

#include <optional>

#include "controller/model/config.h"

/// What the estimators need of the robot and of the other options.
namespace ventosa::controller {

/// True if the estimator needs an IMU. The others also work from the feet alone, or from nothing.
[[nodiscard]] bool needs_imu(Estimator estimator) noexcept;

/// Rule of the chosen estimator that robot or options violate.
struct EstimatorObjection {
  const char* key;    ///< option below `controller`
  const char* value;  ///< its value; empty: it is a number that is not 0
  const char* rule;
  const char* remedy;
};
[[nodiscard]] std::optional<EstimatorObjection> objection_to_estimator(
    const RobotModel& robot, const ControllerConfig& config) noexcept;

}  // namespace ventosa::controller
