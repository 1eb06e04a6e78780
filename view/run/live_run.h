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

/// A run of a scenario that can be touched and written down.
namespace ventosa::view {

class LiveRun {
 public:
  virtual ~LiveRun() = default;
  LiveRun(const LiveRun&) = delete;
  LiveRun& operator=(const LiveRun&) = delete;

  /// Lets one control period pass: anew, or again as it was. False when there is nothing left to
  /// do.
  virtual bool advance() = 0;

  /// Takes effect at the next tick. What had followed is forgotten.
  void intervene(const Intervention& intervention);

  /// The input of the next tick, if something was done since the last; else null.
  const scenarios::Input* pending() const;

  /// To a tick that was reached before: exactly as it was.
  /// @throws std::runtime_error  its time does not go back
  virtual void seek(std::int64_t tick) = 0;

  virtual const scenarios::RobotRun& run() const = 0;
  virtual const sim::Truth* truth() const { return nullptr; }              ///< of a twin
  virtual std::optional<WireStatus> wire() const { return std::nullopt; }  ///< of modules on one
  virtual std::int64_t n_reached() const = 0;  ///< the farthest tick of this history
  virtual std::size_t history_bytes() const { return 0; }
  virtual std::string failure() const { return ""; }  ///< of the robot, in words
  virtual bool can_be_saved() const { return true; }  ///< as a scenario

  /// Lets the robot go, so that it can be had anew.  @throws std::runtime_error  not as it is now
  virtual void give_back() {}

  std::int64_t tick() const { return run().tick(); }
  std::size_t n_interventions() const { return inputs_.n_interventions(); }

  /// The scenario with all that was asked of it so far, in place of its script. `ventosa run` of it
  /// does what a twin's run does if it is left alone from now on.  @throws models::InputError
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
  scenarios::Input asked_;  ///< of the tick after the last intervention
};

}  // namespace ventosa::view
