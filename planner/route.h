#pragma once

#include <memory>

#include "controller/model/route.h"
#include "planner/planner.h"

namespace ventosa::planner {

/// Hash of all numbers of a route but its fingerprint and margins; positive.
std::int32_t fingerprint_of(const controller::Route& route);

/// The plan as the controller carries it out.
/// @return null: there is no plan, or it has more steps or poses than a route holds
std::shared_ptr<const controller::Route> route_of(const RobotModel& robot, const Plan& plan);

}  // namespace ventosa::planner
