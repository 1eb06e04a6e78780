#include "scenarios/session/scenario_run.h"

#include <utility>

#include "scenarios/format/read_scenario.h"
#include "scenarios/script/script_inputs.h"

namespace ventosa::scenarios {

std::unique_ptr<Inputs> inputs_of(const Scenario& scenario) {
  if (scenario.inputs) return std::make_unique<RecordedInputs>(*scenario.inputs);
  return std::make_unique<ScriptInputs>(scenario.script, scenario.twin.X_WB,
                                        scenario.twin.control_period_s);
}

ScenarioRun::ScenarioRun(const Scenario& scenario, std::uint64_t seed,
                         std::vector<record::RowSink*> sinks, InputLog* inputs, Inputs* asked)
    : scenario_(scenario),
      seed_(seed),
      n_ticks_(n_ticks_of(scenario)),
      setup_(twin_setup(scenario, seed)),
      twin_(setup_.robot, setup_.config),
      own_(asked != nullptr ? nullptr : inputs_of(scenario)),
      inputs_(asked != nullptr ? *asked : *own_, inputs),
      recorder_(scenario, setup_, std::move(sinks)),
      session_({scenario.controller_model, scenario.controller}, twin_, inputs_, recorder_,
               &twin_) {}

void ScenarioRun::save(RunSnapshot& snapshot) const {
  session_.save(snapshot);
  snapshot.hash = recorder_.state_hash();
}

void ScenarioRun::restore(const RunSnapshot& snapshot) {
  session_.restore(snapshot);
  recorder_.resume(snapshot.tick, snapshot.hash, snapshot.command);
}

}  // namespace ventosa::scenarios
