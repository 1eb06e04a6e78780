#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "scenarios/session/scenario_run.h"
#include "view/run/keyframes.h"
#include "view/run/live_run.h"

namespace ventosa::view {

/// A run of the twin, which can go back in time.
class LiveTwin final : public LiveRun {
 public:
  /// Enough for ten minutes of the quadruped with one keyframe per second.
  static constexpr std::size_t kHistory_bytes = 128'000'000;

  /// Starts at tick 0.
  /// @param scenario  must outlive the run, like the sinks
  /// @throws models::InputError
  LiveTwin(const scenarios::Scenario& scenario, std::uint64_t seed,
           std::vector<record::RowSink*> sinks = {}, std::size_t history_bytes = kHistory_bytes);

  bool advance() override;
  void seek(std::int64_t tick) override;

  /// Goes forwards or back to a tick, within the run.
  void go_to(std::int64_t tick);

  const scenarios::ScenarioRun& run() const override { return *run_; }
  const sim::Truth* truth() const override { return &run_->twin().truth(); }
  std::int64_t n_reached() const override { return n_reached_; }
  std::size_t history_bytes() const override { return keyframes_.bytes(); }
  std::string failure() const override;

 private:
  void forget_what_followed() override;
  void start();
  void go_back_before(std::int64_t tick);

  const std::vector<record::RowSink*> sinks_;
  std::unique_ptr<scenarios::ScenarioRun> run_;
  Keyframes keyframes_;
  std::int64_t n_reached_ = 0;
};

}  // namespace ventosa::view
