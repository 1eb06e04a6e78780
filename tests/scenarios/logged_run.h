#pragma once

#include "record/run_log.h"
#include "scenarios/session/scenario_run.h"

namespace ventosa::scenarios {

/// A run that stores all rows in memory.
class LoggedRun : private record::RunLog, public ScenarioRun {
 public:
  LoggedRun(const Scenario& scenario, std::uint64_t seed)
      : RunLog(recorded_columns(scenario)),
        ScenarioRun(scenario, seed, {static_cast<record::RowSink*>(this)}) {}

  const record::RunLog& log() const { return *this; }

  /// Restores the run; the log restarts empty.
  void restore(const RunSnapshot& snapshot) {
    RunLog::clear();
    ScenarioRun::restore(snapshot);
  }
};

}  // namespace ventosa::scenarios
