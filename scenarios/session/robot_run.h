#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "scenarios/format/scenario.h"
#include "scenarios/session/logged_inputs.h"
#include "scenarios/session/row_recorder.h"
#include "scenarios/session/session.h"

namespace ventosa::scenarios {

/// The scenario's inputs: its script, or its recorded inputs.
/// @param robot  outlives their use; if its time goes on while a route is planned, the script holds
///               meanwhile; null: time stands still, as a twin's does
std::unique_ptr<Inputs> inputs_of(const Scenario& scenario, const hal::Robot* robot = nullptr);

/// The scenario's inputs without an end of the run by an event.
std::unique_ptr<Inputs> unending_inputs_of(const Scenario& scenario,
                                           const hal::Robot* robot = nullptr);

/// The scenario's inputs for checks before a run, where no report shows an event: every entry
/// begins at its foreseen time. @{
std::unique_ptr<Inputs> foreseen_inputs_of(const Scenario& scenario);
std::int64_t n_foreseen_ticks_of(const Scenario& scenario);  ///< at least those of the run
/// @}

/// True if the scenario has pushes or faults, which only a twin can have.
bool has_stimuli(const Scenario& scenario);

/// One run of a scenario with any hal::Robot.
class RobotRun {
 public:
  /// Begins the run and records the start, before any time has passed.
  /// @param scenario  must outlive the run, like robot, sinks and log
  /// @param log       receives the inputs; may be null
  /// @param inputs    inputs in place of the scenario's own; may be null
  /// @throws std::invalid_argument, std::runtime_error  as Session does
  RobotRun(const Scenario& scenario, hal::Robot& robot, std::vector<record::RowSink*> sinks = {},
           InputLog* log = nullptr, Inputs* inputs = nullptr)
      : RobotRun(scenario, robot, nullptr, std::nullopt, std::move(sinks), log, inputs) {}

  /// From the next tick on `own` computes the commands instead of the shipped controller. It must
  /// outlive the run.
  void hand_over_to(OwnController& own) { session_.hand_over_to(own); }

  /// Advances by one control period. False at the end of the scenario or of the robot's session.
  bool advance() { return !is_over() && session_.advance(); }
  /// True at the end of the scenario: of its duration, or by its own event.
  bool is_over() const { return n_past() >= n_ticks_ || session_.input().ends_run; }

  const Scenario& scenario() const { return scenario_; }
  const hal::Capabilities& capabilities() const { return robot_.capabilities(); }
  const hal::Health& health() const { return robot_.health(); }
  std::int64_t tick() const { return session_.tick(); }
  std::int64_t n_ticks() const { return n_ticks_; }
  std::int64_t n_past() const { return inputs_.n_past(tick()); }  ///< elapsed ticks of n_ticks()
  ScriptState script_state() const { return inputs_.script_state(); }
  double time_s() const { return static_cast<double>(tick()) * period_s(); }
  double period_s() const { return scenario_.twin.control_period_s; }

  const Session& session() const { return session_; }
  const controller::Controller& controller() const { return session_.controller(); }
  std::uint64_t state_hash() const { return recorder_.state_hash(); }
  /// True if neither a sink nor the log of inputs has lost anything.
  bool is_recorded() const { return session_.n_unrecorded() == 0 && inputs_.is_complete(); }

 protected:
  /// @param plant, twin  given if the robot is a twin
  RobotRun(const Scenario& scenario, hal::Robot& robot, sim::Plant* plant,
           std::optional<TwinSetup> twin, std::vector<record::RowSink*> sinks, InputLog* log,
           Inputs* inputs);

  const Scenario& scenario_;
  const hal::Robot& robot_;
  const std::int64_t n_ticks_;
  const std::unique_ptr<Inputs> own_;  ///< null if inputs are given to the constructor
  LoggedInputs inputs_;
  RowRecorder recorder_;
  Session session_;
};

}  // namespace ventosa::scenarios
