#include "scenarios/session/scenario_run.h"

#include <cmath>

namespace ventosa::scenarios {
namespace {

sim::TwinConfig with_seed(sim::TwinConfig config, std::uint64_t seed) {
  config.seed = seed;
  return config;
}

LogRecorder recorder_of(const Scenario& scenario, std::int64_t n_ticks) {
  LogRecorder recorder(scenario);
  recorder.reserve(static_cast<std::size_t>(n_ticks) + 1);
  return recorder;
}

}  // namespace

ScenarioRun::ScenarioRun(const Scenario& scenario, std::uint64_t seed)
    : scenario_(scenario),
      seed_(seed),
      n_ticks_(std::llround(scenario.duration_s / scenario.twin.control_period_s)),
      twin_(scenario.robot, with_seed(scenario.twin, seed)),
      inputs_(scenario.script, scenario.twin.X_WB, scenario.twin.control_period_s),
      recorder_(recorder_of(scenario, n_ticks_)),
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
