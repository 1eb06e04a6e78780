#pragma once

#include "models/robot.h"
#include "sim/config/twin_config.h"

namespace ventosa::sim {

/// Refuses point feet whose contact is too stiff for the physics step (sim/feet/foot_stability.h),
/// with a third of the robot's weight on one foot. With backlash the rotors are in their gaps and
/// do not move with the leg, so the foot shows less mass.
/// @throws models::InputError naming the key of the robot file below foot.contact
void check_feet(const models::Robot& robot, const TwinConfig& config);

}  // namespace ventosa::sim
