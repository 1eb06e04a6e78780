#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "scenarios/session/robot_run.h"
#include "scenarios/session/twin_setup.h"

namespace ventosa::scenarios {

/// All that the rest of a run depends on.
struct RunSnapshot : SessionSnapshot {
  std::uint64_t hash = record::kEmptyHash;
};

/// The twin of one run.
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

/// One run of a scenario with one seed: a session of its twin and its script.
class ScenarioRun : public ScenarioTwin, public RobotRun {
 public:
  /// Records the start; no time has passed.
  /// @param scenario  must outlive the run, like the sinks and the log
  /// @param log       gets what is asked of the robot; or null
  /// @param asked     in place of the scenario's own inputs; or null
  /// @throws models::InputError
  ScenarioRun(const Scenario& scenario, std::uint64_t seed,
              std::vector<record::RowSink*> sinks = {}, InputLog* log = nullptr,
              Inputs* asked = nullptr)
      : ScenarioTwin(scenario, seed),
        RobotRun(scenario, twin(), &twin(), setup(), std::move(sinks), log, asked) {}

  bool unstable() const { return session().report().robot == hal::Status::kUnstable; }
  std::string failure() const { return twin().failure(); }  ///< MuJoCo's words, if unstable

  void save(RunSnapshot& snapshot) const;
  /// Goes on from the snapshot: the sinks get what follows it.
  void restore(const RunSnapshot& snapshot);
};

}  // namespace ventosa::scenarios
