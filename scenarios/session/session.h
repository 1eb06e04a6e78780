#pragma once

#include <cstdint>
#include <optional>

#include "controller/controller.h"
#include "hal/guard/limit_check.h"
#include "hal/robot.h"
#include "scenarios/script/inputs.h"
#include "scenarios/session/own_controller.h"
#include "scenarios/session/recorder.h"
#include "sim/plant.h"

/// Control loop that connects a robot, its controller, its inputs and a recorder. It is the same
/// for a twin and for modules over UDP, and for a script, a recording and a window.
namespace ventosa::scenarios {

/// State of a session that determines its continuation, except for the recorder.
struct SessionSnapshot {
  std::int64_t tick = 0;
  sim::Snapshot plant;
  controller::State controller;
  controller::ControllerConfig options;
  controller::Command command;
  controller::Observation seen;
  Input input;
  ScriptState script;  ///< state of the inputs
  SessionReport report;
};

/// Constructor arguments of a controller, besides the robot's start.
struct ControllerSetup {
  const controller::RobotModel& model;
  const controller::ControllerConfig& options;
};

class Session {
 public:
  /// Starts the robot, builds the controller from what the robot reports, records the start; no
  /// time passes.
  /// @param plant  a twin's plant: receives the stimuli, returns the truth
  /// @throws std::invalid_argument  the robot lacks what its controller needs, or the options are
  ///                                refused
  /// @throws std::runtime_error     the robot does not start
  Session(const ControllerSetup& setup, hal::Robot& robot, Inputs& inputs, Recorder& recorder,
          sim::Plant* plant = nullptr);

  /// From the next tick on `own` computes the commands, and the shipped controller only estimates.
  /// Tick 0 always has a command of the shipped controller.
  /// @param own  must outlive the session
  void hand_over_to(OwnController& own);

  /// Advances by one control period. False after the robot's last tick.
  bool advance();

  std::int64_t tick() const { return tick_; }
  const SessionReport& report() const { return report_; }
  const controller::Controller& controller() const { return *controller_; }
  /// Plan of the controller in use.
  const controller::Diagnostics& plan() const {
    return own_ != nullptr ? own_plan_ : controller_->diagnostics();
  }
  /// Last limit violation for which a command of an OwnController was not sent; empty if none.
  const std::optional<hal::LimitBreach>& breach() const { return breach_; }
  const controller::Observation& seen() const { return seen_; }
  const controller::Command& command() const { return command_; }
  const Input& input() const { return input_; }
  std::int64_t n_unrecorded() const { return n_unrecorded_; }  ///< ticks that the recorder refused

  /// Saving and restoring, only with a twin. @{
  /// @throws std::logic_error  without a plant, or with an OwnController, whose state is unknown
  void save(SessionSnapshot& snapshot) const;
  /// @throws std::invalid_argument  snapshot of another robot or configuration
  void restore(const SessionSnapshot& snapshot);
  /// @}

 private:
  void take_input();
  hal::GuardInputs guard_inputs() const noexcept;
  void answer(const std::optional<hal::CupAnswer>& cup) noexcept;
  void guard(const OperatorRequest& request) noexcept;
  void enter(const hal::GuardState& state) noexcept;
  OptionsStatus change_options(const std::optional<controller::ControllerConfig>& options);
  void build_controller(const controller::ControllerConfig& options);
  controller::Command decide() noexcept;
  controller::Command ask_shipped() noexcept;
  controller::Command ask_own() noexcept;
  std::optional<hal::Trigger> objection_to(const controller::Command& requested) noexcept;
  bool has_failed(const controller::Command& requested) const noexcept;
  void stop_for(hal::Trigger trigger) noexcept;
  void record() noexcept;
  void check_memory() const;  ///< @throws std::logic_error

  const controller::RobotModel model_;
  hal::Robot& robot_;
  Inputs& inputs_;
  Recorder& recorder_;
  sim::Plant* const plant_;
  controller::Start start_;
  std::optional<controller::Controller> controller_;
  OwnController* own_ = nullptr;
  controller::Diagnostics own_plan_;
  std::optional<hal::LimitBreach> breach_;

  std::int64_t tick_ = 0;
  Input input_;
  controller::Observation seen_;
  controller::Command command_;
  SessionReport report_;
  std::int64_t n_unrecorded_ = 0;
};

}  // namespace ventosa::scenarios
