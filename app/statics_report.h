#pragma once

#include <string>
#include <vector>

#include "app/commands.h"
#include "controller/load_sharing/standing.h"

/// What `ventosa statics` prints: a table or a map for people, one JSON object for programs.
namespace ventosa::app {

/// One stance with its answer. A map has the worst of its lifts, without margins.
struct StaticsStance {
  controller::Standing standing;
  std::string lift;  ///< "none", "front_left", "front_left,rear_right"
  controller::StandingAnswer answer;
  controller::StandingMargins margins;
};

void print_stances(const controller::RobotModel& robot, const std::vector<StaticsStance>& stances);

/// @param stances  row by row from the highest body, each from the smallest radius
void print_map(const std::vector<StaticsStance>& stances, std::size_t n_columns);

void print_json(const controller::RobotModel& robot, const StaticsOptions& options,
                const std::vector<StaticsStance>& stances);

}  // namespace ventosa::app
