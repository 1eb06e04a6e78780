#include "tests/scenarios/failures/fallen.h"

namespace ventosa::scenarios {

double error_m(const ScenarioRun& run) {
  const controller::Diagnostics& plan = run.controller().diagnostics();
  return (run.twin().truth().X_WB.translation() - plan.X_WB_reference.translation()).norm();
}

int n_attached(const ScenarioRun& run) {
  int n = 0;
  for (std::size_t i = 0; i < run.scenario().robot.nominal.leg.size(); ++i)
    n += run.twin().truth().leg[i].cup.phase != sim::CupPhase::kFree;
  return n;
}

bool has_fallen(const ScenarioRun& run) {
  return run.unstable() || !(error_m(run) < 0.1) || n_attached(run) < 2;
}

}  // namespace ventosa::scenarios
