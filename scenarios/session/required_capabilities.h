#pragma once

#include "controller/model/config.h"
#include "controller/model/goal.h"
#include "hal/capabilities.h"
#include "sim/config/twin_config.h"

namespace ventosa::scenarios {

/// Checks that a robot has the modes and readings that its controller needs.
/// @throws std::invalid_argument  naming what is missing
void check_fit(const hal::Capabilities& robot, const controller::RobotModel& model,
               const controller::ControllerConfig& options);

/// Those of GPS (kFix) and compass (kHeading) that a scenario uses.
controller::Parts place_of(const sim::TwinConfig& config);

/// First capability that `goal` needs and the robot lacks; null if it lacks none.
const char* lacking(const hal::Capabilities& robot, const controller::Goal& goal) noexcept;

}  // namespace ventosa::scenarios
