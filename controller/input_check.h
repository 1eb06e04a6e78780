#pragma once

#include "controller/model/config.h"
#include "controller/model/goal.h"
#include "controller/model/observation.h"
#include "controller/model/start.h"

/// What the controller refuses to work with.
namespace ventosa::controller {

/// @throws std::invalid_argument saying which rule of robot or configuration is broken
void check(const RobotModel& robot, const ControllerConfig& config);

/// @throws std::invalid_argument where a surveyed surface, or the start pose, is none
void check(SurfaceSource source, const Start& start);

/// The others do without: to them a body without an IMU turns no way that its feet do not tell.
[[nodiscard]] bool needs_imu(Estimator estimator) noexcept;

/// Every reading is a number that a robot can give, or unknown where the controller can do without
/// it (all but joint angles and rates, vacuum and, if needs_imu(), the IMU), every pose is one,
/// every seen plane is one.
[[nodiscard]] bool is_sound(const RobotModel& robot, const ControllerConfig& config,
                            const Observation& seen) noexcept;
[[nodiscard]] bool is_sound(const Goal& goal) noexcept;

}  // namespace ventosa::controller
