#include "scenarios/verdict/unmet.h"

#include "models/text.h"
#include "scenarios/assertions/signal_column.h"
#include "scenarios/format/motion_times.h"
#include "scenarios/format/surface_list.h"
#include "scenarios/session/recorder.h"
#include "scenarios/verdict/plan_lack.h"

namespace ventosa::scenarios {

using controller::Activity;
using controller::RequestStatus;
using controller::TaskKind;
using hal::OperatorAction;
using hal::Refusal;

std::string to_text(const Unmet& unmet) {
  const std::string from = models::decimal(unmet.from_s, 5) + " s";
  const std::string to = models::decimal(unmet.to_s, 5) + " s";
  return (from == to ? from : from + " to " + to) + ": " + unmet.what;
}

std::vector<Unmet> unmet_motions(const Scenario& scenario, const Script& script, double time_s) {
  std::vector<Unmet> all;
  for (const CutMotion& cut : cut_motions(scenario, script)) {
    const TimedGoal& goal = script.goals()[cut.goal];
    if (goal.at_s > time_s) continue;
    all.push_back({goal.at_s, cut.cut_s,
                   "script[" + std::to_string(goal.entry) + "] cut short: it lasts until " +
                       models::decimal(cut.lasts_until_s, 5) + " s"});
  }
  return all;
}

std::vector<Unmet> unmet_waypoints(const Script& script, const ScriptState& state, double time_s) {
  if (state.n_begun == 0) return {};
  const TimedGoal& goal = script.goals()[static_cast<std::size_t>(state.n_begun - 1)];
  const auto* points = std::get_if<Waypoints>(&goal.motion);
  if (points == nullptr) return {};
  const std::size_t n = points->p_B0.size();
  const auto passed = static_cast<std::size_t>(state.along.n_reached);
  if (passed >= n) return {};
  return {{goal.at_s, time_s,
           "script[" + std::to_string(goal.entry) + "]: " + std::to_string(passed) + " of " +
               std::to_string(n) + " waypoints passed"}};
}

namespace {

std::string failed_text(const Scenario& scenario, const ClimbState& climb) {
  const std::string why(controller::name(climb.why));
  if (climb.why == controller::Reason::kLegFree)
    return why + ": a foot is not attached; attach it before the climb";
  if (climb.why != controller::Reason::kNoPlan || !climb.plan)
    return climb.n_failed == 0 ? "ended with " + why
                               : "given up after " + std::to_string(climb.n_failed) +
                                     " plans that failed, the last: " + why;
  const std::vector<std::string> surfaces = names_of(scenario.surfaces);
  return why + ": " +
         lack_text({scenario.controller_model, surfaces, climb.asked.question}, *climb.plan);
}

std::string unended_text(const ClimbState& climb) {
  const std::string steps =
      climb.route ? " a route of " + std::to_string(climb.route->n_steps - 1) + " steps" : "";
  return "not ended: " + std::string(controller::name(climb.phase)) + steps;
}

}  // namespace

std::vector<Unmet> unmet_climbs(const Scenario& scenario, const Script& script,
                                const ScriptState& state, double time_s) {
  std::vector<LeftClimb> all = state.left;
  if (state.n_begun > 0) all.push_back({state.n_begun - 1, time_s, state.climb});
  std::vector<Unmet> unmet;
  for (const auto& [index, left_s, climb] : all) {
    const TimedGoal& goal = script.goals()[static_cast<std::size_t>(index)];
    if (!std::holds_alternative<Climb>(goal.motion) || climb.phase == ClimbPhase::kArrived)
      continue;
    const std::string text =
        climb.phase == ClimbPhase::kFailed ? failed_text(scenario, climb) : unended_text(climb);
    unmet.push_back(
        {goal.at_s, left_s, "script[" + std::to_string(goal.entry) + "]: climb " + text});
  }
  return unmet;
}

UnmetInputs::UnmetInputs(const Scenario& scenario, const std::vector<record::Column>& columns)
    : period_s_(scenario.twin.control_period_s),
      robot_(scenario.robot.nominal),
      input_(column_of("session.input", columns)),
      options_(column_of("session.options", columns)),
      request_(column_of("session.request", columns)),
      refusal_(column_of("session.refusal", columns)),
      activity_(column_of("goal.activity", columns)),
      leg_id_(column_of("goal.request.id", columns)),
      leg_leg_(column_of("goal.request.leg", columns)),
      leg_kind_(column_of("goal.request.kind", columns)),
      leg_status_(column_of("plan.request.status", columns)) {
  episodes_.reserve(kMost);
  left_.reserve(kMost);
}

bool UnmetInputs::take(std::int64_t tick, std::span<const double> row) noexcept {
  const auto status = enumerator<InputStatus>(row[input_]);
  if (!counts(status) && status != InputStatus::kOld)
    note(tick, {.kind = Kind::kInput, .status = status});
  if (enumerator<OptionsStatus>(row[options_]) == OptionsStatus::kRefused)
    note(tick, {.kind = Kind::kOptions});
  if (const auto refusal = enumerator<Refusal>(row[refusal_]); refusal != Refusal::kNone)
    note(tick, {.kind = Kind::kRequest,
                .request = enumerator<OperatorAction>(row[request_]),
                .refusal = refusal});
  follow_request(tick, row);
  return true;
}

bool UnmetInputs::LegRequest::is_open() const {
  return id != 0 && (status == RequestStatus::kWaiting || status == RequestStatus::kRunning);
}

void UnmetInputs::follow_request(std::int64_t tick, std::span<const double> row) noexcept {
  const bool asks = enumerator<Activity>(row[activity_]) == Activity::kLeg;
  const int id = asks ? static_cast<int>(row[leg_id_]) : 0;
  if (id != present_.id) {
    if (present_.is_open() && left_.size() < kMost) left_.push_back(present_);
    present_ = {.id = id, .begin = tick};
  }
  present_.leg = static_cast<int>(row[leg_leg_]);
  present_.kind = enumerator<TaskKind>(row[leg_kind_]);
  present_.status = enumerator<RequestStatus>(row[leg_status_]);
  present_.end = tick;
}

Unmet UnmetInputs::unmet(const LegRequest& request) const {
  const auto leg = static_cast<std::size_t>(request.leg);
  return {static_cast<double>(request.begin) * period_s_,
          static_cast<double>(request.end) * period_s_,
          std::string(controller::name(request.kind)) + " of " + robot_.leg[leg].name +
              " not done: " + std::string(controller::name(request.status))};
}

/// Joins consecutive ticks of the same kind to one episode.
void UnmetInputs::note(std::int64_t tick, Episode now) noexcept {
  for (Episode& each : episodes_) {
    const bool same = each.kind == now.kind && each.status == now.status &&
                      each.request == now.request && each.refusal == now.refusal;
    if (!same || each.end != tick - 1) continue;
    each.end = tick;
    return;
  }
  now.begin = now.end = tick;
  if (episodes_.size() < kMost) episodes_.push_back(now);
}

std::string UnmetInputs::text_of(const Episode& each) {
  switch (each.kind) {
    case Kind::kInput:
      return "input ignored: " + std::string(controller::name(each.status));
    case Kind::kOptions:
      return "change of options refused";
    case Kind::kRequest:
      return std::string(controller::name(each.request)) +
             " refused: " + std::string(controller::name(each.refusal));
  }
  return "";
}

std::vector<Unmet> UnmetInputs::unmet_inputs() const {
  std::vector<Unmet> all;
  for (const Episode& each : episodes_)
    all.push_back({static_cast<double>(each.begin) * period_s_,
                   static_cast<double>(each.end) * period_s_, text_of(each)});
  for (const LegRequest& each : left_) all.push_back(unmet(each));
  if (present_.is_open()) all.push_back(unmet(present_));
  return all;
}

}  // namespace ventosa::scenarios
