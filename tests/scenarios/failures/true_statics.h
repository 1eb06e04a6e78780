#pragma once

#include "controller/load_sharing/stance_problem.h"
#include "sim/twin.h"

namespace ventosa::scenarios {

/// Whether the cups that are held now, as strong as they are and where they truly are, could hold
/// the robot with every joint at its full torque and every cup at its limit: the largest margin,
/// negative if not (stance_problem.h).
/// @param robot, config  the true ones   @param without  legs that do not count
controller::Bottleneck true_statics(const controller::RobotModel& robot,
                                    const sim::TwinConfig& config, const sim::Truth& truth,
                                    controller::LegSet without);

}  // namespace ventosa::scenarios
