#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/assertions/assertion.h"
#include "scenarios/format/scenario.h"
#include "scenarios/script/inputs.h"

/// Results of the events of a script.
namespace ventosa::scenarios {

struct ScriptEvent {
  std::string label;      ///< begun entry by its name, "script[2]" without one, or "until"
  std::string waits_for;  ///< for example "there is arrived"
  std::optional<std::int64_t> tick{};  ///< tick of the scenario at which it began; empty: never
  double time_s = 0;  ///< begin of that tick, as an at_s would give it; without one the run's end
  controller::Reason reason =
      controller::Reason::kNone;  ///< the controller's, if it waited for a refusal
  bool expected = true;           ///< false: the scenario expects that it never begins
};

/// @param end_s  duration of the run so far
std::vector<ScriptEvent> script_events(const Scenario& scenario, const ScriptState& state,
                                       double end_s);

/// An assertion for each event: its entry begins, or never begins if the scenario expects that.
std::vector<AssertResult> judge(const std::vector<ScriptEvent>& events);

nlohmann::ordered_json to_json(const ScriptEvent& event);

/// The script with the times at which its entries began.
Script begun_script(const Scenario& scenario, const ScriptState& state);

}  // namespace ventosa::scenarios
