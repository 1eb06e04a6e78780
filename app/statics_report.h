#pragma once

#include <string>
#include <vector>

#include "app/commands.h"
#include "app/stances.h"

/// What `ventosa statics` prints: a table or a map for people, one JSON object for programs.
namespace ventosa::app {

void print_stances(const controller::RobotModel& robot, const std::vector<StaticsStance>& stances);

/// @param stances  row by row from the highest body, each from the smallest radius
void print_map(const std::vector<StaticsStance>& stances, std::size_t n_columns);

void print_json(const controller::RobotModel& robot, const StaticsOptions& options,
                const std::vector<StaticsStance>& stances);

}  // namespace ventosa::app
