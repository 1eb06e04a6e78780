#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "scenarios/format/input_log.h"
#include "scenarios/session/robot_run.h"
#include "view/run/live_inputs.h"
#include "view/run/wire_status.h"

/// A run of a scenario with interventions, which can be saved.
namespace ventosa::view {

class LiveRun {
 public:
  virtual ~LiveRun() = default;
  LiveRun(const LiveRun&) = delete;
  LiveRun& operator=(const LiveRun&) = delete;

  /// Lets one control period pass, new or replayed.  @return false at the end
  virtual bool advance() = 0;

  /// Applies an intervention at the next tick and deletes the later history.
  void intervene(const Intervention& intervention);

  /// Input of the next tick after an intervention; otherwise null.
  const scenarios::Input* pending() const;

  /// Goes exactly to a tick that was reached before.
  /// @throws std::runtime_error  the robot cannot go back in time
  virtual void seek(std::int64_t tick) = 0;

  virtual const scenarios::RobotRun& run() const = 0;
  virtual const sim::Truth* truth() const { return nullptr; }  ///< ground truth, only for a twin
  virtual std::optional<WireStatus> wire() const {
    return std::nullopt;
  }                                            ///< only for modules over UDP
  virtual std::int64_t n_reached() const = 0;  ///< last tick of this history
  virtual std::size_t history_bytes() const { return 0; }
  virtual std::string failure() const { return ""; }  ///< failure of the robot as text
  virtual bool can_be_saved() const { return true; }  ///< can be saved as a scenario

  /// Releases the robot so that it can be claimed again.  @throws std::runtime_error  not possible
  /// now
  virtual void give_back() {}

  std::int64_t tick() const { return run().tick(); }
  std::size_t n_interventions() const { return inputs_.n_interventions(); }

  /// The scenario with all requested inputs so far in place of its script. `ventosa run` then
  /// repeats a twin's run without further interventions.  @throws models::InputError
  std::string recorded_scenario() const;

 protected:
  LiveRun(const scenarios::Scenario& scenario, std::uint64_t seed)
      : LiveRun(scenario, seed, inputs_of(scenario)) {}
  LiveRun(const scenarios::Scenario& scenario, std::uint64_t seed,
          std::unique_ptr<scenarios::Inputs> script)
      : scenario_(scenario), seed_(seed), log_(scenario), inputs_(std::move(script)) {}

  virtual void forget_what_followed() {}

  const scenarios::Scenario& scenario_;
  const std::uint64_t seed_;
  scenarios::InputLog log_;
  LiveInputs inputs_;

 private:
  scenarios::Input requested_;  ///< input of the tick after the last intervention
};

}  // namespace ventosa::view
