#pragma once

#include <cstdint>
#include <string>

#include "record/run_log.h"
#include "record/state_hash.h"
#include "scenarios/format/scenario.h"

/// One run of a scenario with one seed: the loop that joins twin, script, controller and record.
namespace ventosa::scenarios {

/// All that the rest of a run depends on.
struct RunSnapshot {
  std::int64_t tick = 0;
  sim::Snapshot twin;
  controller::State controller;
  controller::Command command;
  controller::Observation seen;
  std::uint64_t hash = record::kEmptyHash;
};

class Run {
 public:
  /// Builds twin and controller and records the start; no time has passed.
  /// @param scenario  must outlive the run
  /// @throws models::InputError
  Run(const Scenario& scenario, std::uint64_t seed);

  /// Lets one control period pass. False when there is nothing left to do: time is over, or the
  /// physics failed.
  bool advance() noexcept;

  const Scenario& scenario() const { return scenario_; }
  std::uint64_t seed() const { return seed_; }
  std::int64_t tick() const { return tick_; }
  std::int64_t n_ticks() const { return n_ticks_; }
  double time_s() const { return static_cast<double>(tick_) * period_s(); }
  double period_s() const { return scenario_.twin.control_period_s; }
  bool unstable() const { return unstable_; }
  std::string failure() const { return twin_.failure(); }  ///< MuJoCo's words, if unstable

  const sim::Twin& twin() const { return twin_; }
  const controller::Controller& controller() const { return controller_; }
  const record::RunLog& log() const { return log_; }
  std::uint64_t state_hash() const { return hash_; }  ///< of all signals of all ticks so far

  void save(RunSnapshot& snapshot) const;
  /// Goes on from the snapshot; the log keeps only what follows it.
  void restore(const RunSnapshot& snapshot);

 private:
  void decide() noexcept;  ///< goal <- script; command <- controller; record
  void record_tick(const controller::Goal& goal, const controller::Command& last) noexcept;

  const Scenario& scenario_;
  std::uint64_t seed_;
  std::int64_t tick_ = 0;
  std::int64_t n_ticks_;
  bool unstable_ = false;

  sim::Twin twin_;
  controller::Controller controller_;
  controller::Observation seen_;
  controller::Command command_;
  record::RunLog log_;
  std::uint64_t hash_ = record::kEmptyHash;
};

/// The columns that a run of this scenario records, by its robot and whether that has a camera on.
std::vector<record::Column> recorded_columns(const Scenario& scenario);

}  // namespace ventosa::scenarios
