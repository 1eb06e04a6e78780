#include "scenarios/format/motion_times.h"

#include <algorithm>
#include <string>

#include "controller/organizer/body_reference.h"
#include "models/input_error.h"
#include "models/text.h"
#include "scenarios/script/foreseen.h"

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

[[noreturn]] void refuse_overtaking(const TimedGoal& goal, const TimedGoal& next) {
  throw InputError(path_of(next), "",
                   "may start before " + path_of(goal) + " has ended: its event can come earlier",
                   "after: that entry is arrived, or a hold before it");
}

/// True if the next goal begins because this one has arrived.
bool leads_on(const Script& script, std::size_t goal) {
  if (goal + 1 == script.goals().size()) return false;
  const int next = script.goals()[goal + 1].entry;
  return std::any_of(script.events().begin(), script.events().end(), [&](const Event& event) {
    const auto* after = std::get_if<After>(&event.what);
    return event.entry == next && after != nullptr && *after == After{goal};
  });
}

controller::FollowLimits limits_of(const Scenario& scenario) {
  return controller::follow_limits(scenario.controller.body);
}

}  // namespace

std::vector<CutMotion> cut_motions(const Scenario& scenario, const Script& script) {
  const double period_s = scenario.twin.control_period_s;
  const controller::FollowLimits limits = limits_of(scenario);
  const std::vector<TimedGoal>& goals = script.goals();
  std::vector<CutMotion> cut;
  for (std::size_t k = 0; k < goals.size(); ++k) {
    const auto lasts_s = script.duration_s(k, limits, period_s);
    if (!lasts_s || goals[k].at_s == kNotYet_s) continue;
    const double end_s = goals[k].at_s + *lasts_s;
    const double next_s = k + 1 < goals.size() ? goals[k + 1].at_s : kNotYet_s;
    const double cut_s = std::min(next_s, scenario.duration_s);
    const bool arrived = cut_s == next_s && leads_on(script, k);
    if (cut_s < end_s - period_s && !arrived) cut.push_back({k, end_s, cut_s});
  }
  return cut;
}

Script foreseen_script(const Scenario& scenario) {
  return foreseen(scenario.script, limits_of(scenario), scenario.twin.control_period_s);
}

void check_motion_times(const Scenario& scenario) {
  const Script script = foreseen_script(scenario);
  const std::vector<TimedGoal>& goals = script.goals();
  for (const CutMotion& cut : cut_motions(scenario, script)) {
    if (cut.goal + 1 == goals.size() || cut.cut_s < goals[cut.goal + 1].at_s) continue;
    const TimedGoal& next = goals[cut.goal + 1];
    if (std::holds_alternative<Hold>(next.motion)) continue;
    if (scenario.script.goals()[cut.goal + 1].at_s == kNotYet_s)
      refuse_overtaking(goals[cut.goal], next);
    refuse_overtaking(goals[cut.goal], cut.lasts_until_s, next);
  }
}

}  // namespace ventosa::scenarios
