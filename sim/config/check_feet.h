#pragma once

#include <vector>

#include "models/input_error.h"
#include "models/robot.h"
#include "sim/config/twin_config.h"

namespace ventosa::sim {

/// Mistakes of point feet whose contact is too stiff for the physics step
/// (sim/feet/foot_stability.h), with a third of the robot's weight on one foot. With
/// backlash the rotors are in their gaps and do not move with the legs. Their keys are
/// those of the robot's file, below foot.contact; none of a robot with cups.
std::vector<models::InputError> mistakes_of_feet(const models::Robot& robot,
                                                 const TwinConfig& config);

/// @throws models::InputError  with these mistakes
void check_feet(const models::Robot& robot, const TwinConfig& config);

}  // namespace ventosa::sim
