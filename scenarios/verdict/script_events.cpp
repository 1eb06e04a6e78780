#include "scenarios/verdict/script_events.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "scenarios/script/script_inputs.h"

namespace ventosa::scenarios {
namespace {

/// Reason that a refusal had, or entry behind which this one waits.
std::string waits_for(const std::vector<Event>& events, std::size_t k, const ScriptState& state) {
  const auto next = static_cast<std::size_t>(state.n_events);
  if (k <= next) return events[k].text;
  return events[k].text + ", and " + events[next].label + " to begin";
}

AssertResult judge(const ScriptEvent& event) {
  const bool begins = event.tick.has_value();
  return {.name = event.label + (event.label == "until" ? ": the run ends" : " begins"),
          .pass = begins == event.expected,
          .bound = Bound::kEquals,
          .value = begins ? 1.0 : 0.0,
          .limit = event.expected ? 1.0 : 0.0,
          .unit = "bool",
          .value_name = begins ? "true" : "false",
          .limit_name = event.expected ? "true" : "false",
          .worst_s = event.time_s,
          .worst_signal = (begins ? "" : "waits for: ") + event.waits_for};
}

}  // namespace

std::vector<ScriptEvent> script_events(const Scenario& scenario, const ScriptState& state,
                                       double end_s) {
  std::vector<ScriptEvent> all;
  if (scenario.inputs) return all;
  const std::vector<Event>& events = scenario.script.events();
  const auto& never = scenario.expected.never;
  for (std::size_t k = 0; k < events.size(); ++k) {
    const EventState& now = state.event[k];
    ScriptEvent event{
        .label = events[k].label,
        .waits_for = waits_for(events, k, state),
        .time_s = end_s,
        .reason = now.reason,
        .expected = std::find(never.begin(), never.end(), events[k].entry) == never.end()};
    if (now.begun_tick >= 0) {
      event.tick = now.begun_tick;
      event.time_s = begin_s(now.begun_tick, scenario.twin.control_period_s);
    }
    all.push_back(std::move(event));
  }
  return all;
}

std::vector<AssertResult> judge(const std::vector<ScriptEvent>& events) {
  std::vector<AssertResult> all;
  for (const ScriptEvent& event : events) all.push_back(judge(event));
  return all;
}

nlohmann::ordered_json to_json(const ScriptEvent& event) {
  nlohmann::ordered_json json{{"begins", event.label}, {"waits_for", event.waits_for}};
  if (event.tick) json["tick"] = *event.tick;
  if (event.tick) json["at_s"] = event.time_s;
  if (event.reason != controller::Reason::kNone) json["reason"] = controller::name(event.reason);
  return json;
}

Script begun_script(const Scenario& scenario, const ScriptState& state) {
  Script script = scenario.script;
  const std::vector<Event> events = script.events();
  for (std::size_t k = 0; k < events.size(); ++k)
    if (state.event[k].begun_tick >= 0)
      script.begin(events[k].entry,
                   begin_s(state.event[k].begun_tick, scenario.twin.control_period_s));
  return script;
}

}  // namespace ventosa::scenarios
