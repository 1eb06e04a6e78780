#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "app/plan_task.h"

/// Plans of one robot around edges of several turns, with gravity from several sides.
namespace ventosa::app {

/// Direction of gravity at an edge.
enum class Gravity : std::uint8_t {
  kGround,  ///< the surface before the edge is level ground
  kUp,      ///< it is a wall, and the robot faces up
  kAlong,   ///< both surfaces are walls: the edge is vertical
};
constexpr auto enumerators(Gravity) {
  return controller::words("ground", "up a wall", "wall to wall");
}

/// An edge of the table, with the plan of the first seed that finds one, or of the last that did
/// not.
struct AngleCell {
  int turn_deg = 0;
  Gravity gravity = Gravity::kGround;
  PlanTask task{};
  std::optional<planner::Plan> plan{};  ///< no value: an interrupt came first
};

/// Two surfaces of 3 m that meet, and the robot 0.6 m before the edge, facing it.
PlanTask edge_task(const models::Robot& robot, double cup_force_N, int turn_deg, Gravity gravity);

struct AngleSearch {
  std::uint64_t first_seed = 1;
  int n_threads = 1;
};

/// Plans around all edges of the table, with up to three seeds each.
std::vector<AngleCell> plan_angles(const models::Robot& robot, double cup_force_N,
                                   const AngleSearch& search);

void print_angles(const std::vector<AngleCell>& cells, double cup_force_N);
nlohmann::ordered_json angles_json(const std::vector<AngleCell>& cells, double cup_force_N);

}  // namespace ventosa::app
