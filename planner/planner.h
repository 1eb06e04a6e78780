#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "planner/setting.h"
#include "planner/shorten.h"

/// Planner of all steps around an edge, from one surface to another, before the first one. It knows
/// no clock and has no memory: its work is counted, and equal inputs give equal plans.
namespace ventosa::planner {

enum class Outcome : std::uint8_t {
  kFound,
  kNoEdge,     ///< the surfaces do not meet, or not on the robot's side
  kNoStart,    ///< no room for the default stance before the edge: see Plan::no_room
  kNoGoal,     ///< no room for the default stance behind the edge
  kNoStand,    ///< it cannot stand in the default stance behind the edge: see Plan::standing
  kExhausted,  ///< every stance that the search can reach was looked at: see Plan::furthest
  kSpent,      ///< the search ended by its budget
};
constexpr auto enumerators(Outcome) {
  return controller::words("found", "no_edge", "no_start", "no_goal", "no_stand", "exhausted",
                           "spent");
}

struct Question {
  int from = 0, to = 0;  ///< indices of the surfaces
  std::uint64_t seed = 1;
  std::vector<Vector3d> avoid{};  ///< [m] in W: no foot is set down near these points
  Work budget{.stances = 8000, .holds = 8'000'000, .loads = 200'000};  ///< of each search
  std::stop_token stop{};  ///< ends the search early, as if its budget were spent
};

struct Plan {
  Outcome outcome = Outcome::kNoEdge;
  Edge edge{};
  PlannedRobot start{};              ///< robot in the stance in which it begins
  bool is_from_present = false;      ///< that is the present stance; false: a default one
  std::vector<PlannedStep> steps{};  ///< the last one is the body's way without a step
  NoRoom no_room{};
  Room standing{};  ///< in the default stance behind the edge that has most room
  Furthest furthest{};
  Work work{};

  int n_steps() const { return steps.empty() ? 0 : static_cast<int>(steps.size()) - 1; }
  /// Least load margin of all steps.
  Bottleneck least() const;
};

/// The robot walks by its own gait to the start of the plan, and on from its end. Searches from the
/// goal backwards and from the start forwards, in this order if the seed is odd. Of two plans it
/// takes the one with the larger least margin.
/// @param standing  on its feet on the surface `question.from`
Plan plan(const World& world, const Standing& standing, const Question& question);

}  // namespace ventosa::planner
