#pragma once

#include <string>
#include <vector>

#include "app/commands.h"
#include "app/stances.h"

/// Output of `ventosa statics`: a table, a map, or one JSON object.
namespace ventosa::app {

void print_stances(const controller::RobotModel& robot, const std::vector<StaticsStance>& stances);

/// @param stances  rows from the highest body position down, each from the smallest radius up
void print_map(const std::vector<StaticsStance>& stances, std::size_t n_columns);

void print_json(const controller::RobotModel& robot, const StaticsOptions& options,
                const std::vector<StaticsStance>& stances);

}  // namespace ventosa::app
