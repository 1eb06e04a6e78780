#pragma once

#include <optional>

#include "planner/planned_robot.h"

namespace ventosa::planner {

using controller::LegMove;

/// Joints of a leg lifted off its place as high as the controller lifts it.
/// @param q_rad  joints with the foot on its place
/// @return no value: it is out of reach, or the wrist becomes straight on the way
std::optional<PerJoint<double>> lifted(const World& world, std::size_t leg, const Isometry3d& X_WB,
                                       const Foothold& from, PerJoint<double> q_rad);

/// Move of a leg in the air through at most two via points that the judge permits.
/// @return no value: none was found
std::optional<LegMove> find_way(Judge& judge, const World& world, const PlannedRobot& robot,
                                std::size_t leg, const PerJoint<double>& q_from_rad,
                                const PerJoint<double>& q_to_rad);

}  // namespace ventosa::planner
