#pragma once

#include <vector>

#include "scenarios/format/scenario.h"

/// Places a robot's feet on its surfaces.
namespace ventosa::scenarios {

/// Joint angles that put every cup flat on the surface nearest to its nominal wrist point:
///   p_WW = projection on the patch + L6 n,  cup axis along -n.
/// The whole lip must lie inside the patch.
/// @param rise_m  height of each foot above the plane of its surface; negative below
/// @throws models::InputError at `placement`: a foot on no surface, or out of its leg's reach
std::vector<sim::LegStart> place_feet(const controller::RobotModel& robot,
                                      const std::vector<Surface>& surfaces,
                                      const controller::Isometry3d& X_WB,
                                      const controller::PerLeg<double>& rise_m = {});

}  // namespace ventosa::scenarios
