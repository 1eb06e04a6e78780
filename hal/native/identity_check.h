#pragma once

#include <string>
#include <vector>

#include "controller/model/robot_model.h"
#include "hal/native/messages.h"

/// Whether a device is the one that the robot's file describes.
namespace ventosa::hal::native {

/// Adds a line for each thing that is other than expected: "front_left: joint 2 least angle [rad]:
/// expected -1.57, found -2".
/// @param leg  the module's; null: it is the body's device
void compare(const controller::RobotModel& model, const controller::Leg* leg,
             std::int64_t period_ns, const Identity& found, std::vector<std::string>& wrong);

}  // namespace ventosa::hal::native
