#include "scenarios/verdict/unmet.h"

#include "models/text.h"
#include "scenarios/assertions/signal_column.h"
#include "scenarios/format/motion_times.h"
#include "scenarios/session/recorder.h"

namespace ventosa::scenarios {

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

UnmetInputs::UnmetInputs(const Scenario& scenario, const std::vector<record::Column>& columns)
    : period_s_(scenario.twin.control_period_s),
      input_(column_of("session.input", columns)),
      options_(column_of("session.options", columns)),
      request_(column_of("session.request", columns)),
      refusal_(column_of("session.refusal", columns)) {
  episodes_.reserve(kMost);
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
  return true;
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
  return all;
}

}  // namespace ventosa::scenarios
