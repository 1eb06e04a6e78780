#pragma once

#include <string>
#include <vector>

#include "models/input_error.h"
#include "models/robot.h"
#include "sim/config/twin_config.h"
#include "sim/feet/foot_stability.h"

namespace ventosa::sim {

/// Mistakes of point feet whose contact is too stiff for the physics step
/// (sim/feet/foot_stability.h), with a third of the robot's weight on one foot. With
/// backlash the rotors are in their gaps and do not move with the legs. Their keys are
/// those of the robot's file, below kFootLaws, that of the law of friction below
/// `friction_section`; none of a robot with cups.
std::vector<models::InputError> mistakes_of_feet(const models::Robot& robot,
                                                 const TwinConfig& config,
                                                 const std::string& friction_section = kFootLaws);

/// @throws models::InputError  with these mistakes
void check_feet(const models::Robot& robot, const TwinConfig& config);

}  // namespace ventosa::sim
