#pragma once

#include "controller/config.h"
#include "controller/model/goal.h"
#include "controller/model/observation.h"

/// What the controller refuses to work with.
namespace ventosa::controller {

/// @throws std::invalid_argument saying which rule of robot or configuration is broken
void check(const RobotModel& robot, const ControllerConfig& config);

/// Every reading is a number that a robot can give, or unknown where the controller can do without
/// it (all but joint angles and rates, vacuum and IMU), every pose is one, every seen plane is one,
/// and where surfaces are surveyed there is a patch to stand on.
[[nodiscard]] bool is_sound(const RobotModel& robot, SurfaceSource source,
                            const Observation& seen) noexcept;
[[nodiscard]] bool is_sound(const Goal& goal) noexcept;

}  // namespace ventosa::controller
