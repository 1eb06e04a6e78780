#include "scenarios/session/scenario_run.h"

namespace ventosa::scenarios {

void ScenarioRun::save(RunSnapshot& snapshot) const {
  session_.save(snapshot);
  snapshot.hash = recorder_.state_hash();
}

void ScenarioRun::restore(const RunSnapshot& snapshot) {
  session_.restore(snapshot);
  recorder_.resume(snapshot.tick, snapshot.hash, snapshot.command);
}

}  // namespace ventosa::scenarios
