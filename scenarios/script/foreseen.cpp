#include "scenarios/script/foreseen.h"

#include <algorithm>
#include <cmath>

namespace ventosa::scenarios {
namespace {

/// Earliest end of a goal; for a motion of unknown duration one tick after its begin.
double end_s(const Script& script, std::size_t goal, const controller::FollowLimits& limits,
             double period_s) {
  const double lasts_s = script.duration_s(goal, limits, period_s).value_or(0);
  return script.goals()[goal].at_s + std::max(period_s, lasts_s);
}

/// Index of the goal that an entry begins; the number of goals if it begins none.
std::size_t goal_of(const Script& script, int entry) {
  const auto is_it = [entry](const TimedGoal& goal) { return goal.entry == entry; };
  return static_cast<std::size_t>(
      std::find_if(script.goals().begin(), script.goals().end(), is_it) - script.goals().begin());
}

}  // namespace

Script foreseen(Script script, const controller::FollowLimits& limits, double period_s) {
  double last_s = -period_s;
  const std::vector<Event> events = script.events();
  for (const Event& event : events) {
    double at_s = std::max(last_s + period_s, event.not_before_s);
    if (const auto* after = std::get_if<After>(&event.what)) {
      const bool at_end = after->is == Ending::kArrived && after->waypoint < 0;
      const double came_s = at_end ? end_s(script, after->goal, limits, period_s)
                                   : script.goals()[after->goal].at_s + period_s;
      at_s = std::max(at_s, came_s);
    }
    at_s += event.delay_s;
    const std::size_t goal = goal_of(script, event.entry);
    if (goal > 0 && goal < script.goals().size() &&
        std::holds_alternative<Hold>(script.goals()[goal].motion))
      at_s = std::max(at_s, end_s(script, goal - 1, limits, period_s));
    last_s = period_s * std::ceil(at_s / period_s - 1e-6);
    script.begin(event.entry, last_s);
  }
  return script;
}

}  // namespace ventosa::scenarios
