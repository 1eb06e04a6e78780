#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "scenarios/format/scenario.h"
#include "scenarios/session/logged_inputs.h"
#include "scenarios/session/row_recorder.h"
#include "scenarios/session/session.h"
#include "scenarios/session/twin_setup.h"

namespace ventosa::scenarios {

/// All that the rest of a run depends on.
struct RunSnapshot : SessionSnapshot {
  std::uint64_t hash = record::kEmptyHash;
};

/// What a scenario asks of its robot.
std::unique_ptr<Inputs> inputs_of(const Scenario& scenario);

/// One run of a scenario with one seed: a session of its twin and its script.
class ScenarioRun {
 public:
  /// Records the start; no time has passed.
  /// @param scenario  must outlive the run, like the sinks and the log
  /// @param inputs    gets what is asked of the robot; or null
  /// @param asked     in place of the scenario's own inputs; or null
  /// @throws models::InputError
  ScenarioRun(const Scenario& scenario, std::uint64_t seed,
              std::vector<record::RowSink*> sinks = {}, InputLog* inputs = nullptr,
              Inputs* asked = nullptr);

  /// Lets one control period pass. False when there is nothing left to do: time is over, or the
  /// physics failed.
  bool advance() { return session_.tick() < n_ticks_ && session_.advance(); }

  const Scenario& scenario() const { return scenario_; }
  std::uint64_t seed() const { return seed_; }
  std::int64_t tick() const { return session_.tick(); }
  std::int64_t n_ticks() const { return n_ticks_; }
  double time_s() const { return static_cast<double>(tick()) * period_s(); }
  double period_s() const { return scenario_.twin.control_period_s; }
  bool unstable() const { return session_.report().robot == hal::Status::kUnstable; }
  std::string failure() const { return twin_.failure(); }  ///< MuJoCo's words, if unstable

  const TwinSetup& setup() const { return setup_; }
  const sim::Twin& twin() const { return twin_; }
  const Session& session() const { return session_; }
  const controller::Controller& controller() const { return session_.controller(); }
  std::uint64_t state_hash() const { return recorder_.state_hash(); }
  /// Neither a sink nor the log of inputs has missed anything.
  bool is_recorded() const { return session_.n_unrecorded() == 0 && inputs_.is_complete(); }

  void save(RunSnapshot& snapshot) const;
  /// Goes on from the snapshot: the sinks get what follows it.
  void restore(const RunSnapshot& snapshot);

 private:
  const Scenario& scenario_;
  const std::uint64_t seed_;
  const std::int64_t n_ticks_;
  const TwinSetup setup_;
  sim::Twin twin_;
  const std::unique_ptr<Inputs> own_;  ///< null: they are given
  LoggedInputs inputs_;
  RowRecorder recorder_;
  Session session_;
};

}  // namespace ventosa::scenarios
