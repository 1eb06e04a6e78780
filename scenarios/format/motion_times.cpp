#include "scenarios/format/motion_times.h"

#include <string>

#include "controller/organizer/body_reference.h"
#include "models/input_error.h"
#include "models/text.h"

namespace ventosa::scenarios {

using models::InputError;

namespace {

std::string path_of(const TimedGoal& goal) { return "script[" + std::to_string(goal.entry) + "]"; }

[[noreturn]] void refuse_overtaking(const TimedGoal& goal, double end_s, const TimedGoal& next) {
  throw InputError(
      path_of(next) + ".at_s", models::decimal(next.at_s, 5),
      "starts before " + path_of(goal) + " has ended, at " + models::decimal(end_s, 5) + " s",
      "a later at_s, or a hold before it");
}

}  // namespace

std::vector<CutMotion> cut_motions(const Scenario& scenario) {
  const double period_s = scenario.twin.control_period_s;
  const controller::FollowLimits limits = controller::follow_limits(scenario.controller.body);
  const std::vector<TimedGoal>& goals = scenario.script.goals();
  std::vector<CutMotion> cut;
  for (std::size_t k = 0; k < goals.size(); ++k) {
    const auto lasts_s = scenario.script.duration_s(k, limits, period_s);
    if (!lasts_s) continue;
    const double end_s = goals[k].at_s + *lasts_s;
    const double next_s = k + 1 < goals.size() ? goals[k + 1].at_s : scenario.duration_s;
    if (next_s < end_s - period_s) cut.push_back({k, end_s, next_s});
  }
  return cut;
}

void check_motion_times(const Scenario& scenario) {
  const std::vector<TimedGoal>& goals = scenario.script.goals();
  for (const CutMotion& cut : cut_motions(scenario)) {
    if (cut.goal + 1 == goals.size()) continue;
    const TimedGoal& next = goals[cut.goal + 1];
    if (!std::holds_alternative<Hold>(next.motion))
      refuse_overtaking(goals[cut.goal], cut.lasts_until_s, next);
  }
}

}  // namespace ventosa::scenarios
