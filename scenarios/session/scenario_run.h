#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "scenarios/session/robot_run.h"
#include "scenarios/session/twin_setup.h"

namespace ventosa::scenarios {

/// State of a run that determines its continuation.
struct RunSnapshot : SessionSnapshot {
  RecorderState recorder;
};

/// The twin of one run, and its true parameters.
class ScenarioTwin {
 public:
  /// @throws models::InputError
  ScenarioTwin(const Scenario& scenario, std::uint64_t seed)
      : setup_(twin_setup(scenario, seed)), twin_(setup_.robot, setup_.config) {}

  const TwinSetup& setup() const { return setup_; }
  std::uint64_t seed() const { return setup_.config.seed; }
  const sim::Twin& twin() const { return twin_; }
  sim::Twin& twin() { return twin_; }

 private:
  const TwinSetup setup_;
  sim::Twin twin_;
};

/// One run of a scenario with one seed: a session of the scenario's twin with its inputs.
class ScenarioRun : public ScenarioTwin, public RobotRun {
 public:
  /// Records the start; no time has passed.
  /// @param scenario  must outlive the run, like the sinks and the log
  /// @param log       receives the inputs; may be null
  /// @param inputs    inputs in place of the scenario's own; may be null
  /// @throws models::InputError
  ScenarioRun(const Scenario& scenario, std::uint64_t seed,
              std::vector<record::RowSink*> sinks = {}, InputLog* log = nullptr,
              Inputs* inputs = nullptr)
      : ScenarioTwin(scenario, seed),
        RobotRun(scenario, twin(), &twin(), setup(), std::move(sinks), log, inputs) {}

  bool unstable() const { return session().report().robot == hal::Status::kUnstable; }
  std::string failure() const { return twin().failure(); }  ///< MuJoCo's message, if unstable

  void save(RunSnapshot& snapshot) const;
  /// Continues from the snapshot: the sinks receive the ticks after it.
  void restore(const RunSnapshot& snapshot);
};

}  // namespace ventosa::scenarios
