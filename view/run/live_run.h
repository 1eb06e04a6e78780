#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "scenarios/format/input_log.h"
#include "scenarios/session/scenario_run.h"
#include "view/run/keyframes.h"
#include "view/run/live_inputs.h"

/// A run of a scenario that can be touched, rewound and written down.
namespace ventosa::view {

class LiveRun {
 public:
  /// Ten minutes of the quadruped, a keyframe each second.
  static constexpr std::size_t kHistory_bytes = 128'000'000;

  /// At tick 0.
  /// @param scenario  must outlive the run, like the sinks
  /// @throws models::InputError
  LiveRun(const scenarios::Scenario& scenario, std::uint64_t seed,
          std::vector<record::RowSink*> sinks = {}, std::size_t history_bytes = kHistory_bytes);

  /// Lets one control period pass: anew, or again as it was. False when there is nothing left to
  /// do.
  bool advance();

  /// Takes effect at the next tick. What had followed is forgotten.
  void intervene(const Intervention& intervention);

  /// On to a tick, or back to it, as far as the run goes.
  void go_to(std::int64_t tick);

  /// To a tick that was reached before: exactly as it was.
  void seek(std::int64_t tick);

  const scenarios::ScenarioRun& run() const { return *run_; }
  std::int64_t tick() const { return run_->tick(); }
  std::int64_t n_reached() const { return n_reached_; }  ///< the farthest tick of this history
  std::size_t history_bytes() const { return keyframes_.bytes(); }
  std::size_t n_interventions() const { return inputs_.n_interventions(); }

  /// The scenario with all that reached it so far, in place of its script. `ventosa run` of it does
  /// what this run does if it is left alone from now on.  @throws models::InputError
  std::string recorded_scenario() const { return log_.scenario_text(seed_); }

 private:
  void start();
  void go_back_before(std::int64_t tick);

  const scenarios::Scenario& scenario_;
  const std::uint64_t seed_;
  const std::vector<record::RowSink*> sinks_;
  scenarios::InputLog log_;
  LiveInputs inputs_;
  std::unique_ptr<scenarios::ScenarioRun> run_;
  Keyframes keyframes_;
  std::int64_t n_reached_ = 0;
};

}  // namespace ventosa::view
