#pragma once

#include "controller/model/config.h"
#include "controller/model/goal.h"
#include "controller/model/observation.h"
#include "controller/model/start.h"

/// Checks of the controller's inputs.
namespace ventosa::controller {

/// @throws std::invalid_argument with the violated rule of robot or configuration
void check(const RobotModel& robot, const ControllerConfig& config);

/// @throws std::invalid_argument if a surveyed surface or the start pose is invalid, or the control
///                               law too fast for how the robot starts
void check(const ControllerConfig& config, const Start& start);

/// True if all poses and detected planes are valid and each reading is plausible or unknown. Joint
/// angles, joint rates and vacuum must be known.
[[nodiscard]] bool is_sound(const RobotModel& robot, const ControllerConfig& config,
                            const Observation& seen) noexcept;
[[nodiscard]] bool is_sound(const Goal& goal) noexcept;

}  // namespace ventosa::controller
