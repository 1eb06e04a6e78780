#pragma once

#include "controller/load_sharing/stance_problem.h"
#include "sim/twin.h"

namespace ventosa::scenarios {

/// Static margin of the true robot in its true stance: largest margin of the load sharing at full
/// joint torque and at the limits of the attached cups; negative if they cannot carry it
/// (stance_problem.h).
/// @param robot, config  true parameters   @param without  legs that are ignored
controller::Bottleneck true_statics(const controller::RobotModel& robot,
                                    const sim::TwinConfig& config, const sim::Truth& truth,
                                    controller::LegSet without);

}  // namespace ventosa::scenarios
