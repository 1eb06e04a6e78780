#include "scenarios/session/scenario_run.h"

namespace ventosa::scenarios {

void ScenarioRun::save(RunSnapshot& snapshot) const {
  session_.save(snapshot);
  snapshot.recorder = recorder_.state();
}

void ScenarioRun::restore(const RunSnapshot& snapshot) {
  session_.restore(snapshot);
  recorder_.resume(snapshot.tick, snapshot.recorder, snapshot.command);
}

}  // namespace ventosa::scenarios
