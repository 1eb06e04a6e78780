#pragma once

#include "controller/model/surfaces.h"
#include "controller/organizer/body_reference.h"

namespace ventosa::controller {

/// Where `leg` steps next: its nominal place under the body at landing, led by half of what the
/// body will travel until the foot's next lift.
/// @param budget_m  that the body travels until then
Foothold next_foothold(const RobotModel& robot, int leg, const PatchList& surfaces,
                       const Isometry3d& X_WB_reference, const Twist& twist,
                       const GaitConfig& config, double budget_m) noexcept;

}  // namespace ventosa::controller
