#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/stances.h"
#include "scenarios/statics/gait_verdict.h"

/// The gaits of a robot by surface: which the controller walks, as a table or JSON.
namespace ventosa::app {

void print_gaits(const controller::RobotModel& robot,
                 const std::vector<scenarios::GaitVerdict>& gaits);

nlohmann::ordered_json gaits_json(const controller::RobotModel& robot,
                                  const std::vector<scenarios::GaitVerdict>& gaits);

}  // namespace ventosa::app
