#pragma once

#include <optional>

#include "controller/execution/module_state.h"
#include "controller/model/config.h"
#include "controller/model/observation.h"
#include "controller/model/start.h"

/// The controller of a robot that measures nothing (Estimator::kOpenLoop): what it has sent takes
/// the place of what it reads, so no stage of a tick can follow a reading.
namespace ventosa::controller {

/// Readings of a tick.
struct Readings {
  const Observation& seen;          ///< as they came: they show failed modules and drives
  const Observation& taken = seen;  ///< as the stages of the tick take them
};

/// Begins with the joints where the robot was placed, if that is known.
void begin_as_placed(const ControllerConfig& config, const Start& start,
                     ExecutionState& state) noexcept;

/// What was sent, as a reading: joints at their last set-points, at rest; no torque, force, IMU,
/// camera or place. Ages and states of modules and drives stay. A robot that was placed at unknown
/// angles, or has stood by, begins where its joints are read.
/// @return no value with the other estimators, which take the readings as they come
[[nodiscard]] std::optional<Observation> as_sent(const ControllerConfig& config,
                                                 const Observation& seen,
                                                 const ExecutionState& state) noexcept;

}  // namespace ventosa::controller
