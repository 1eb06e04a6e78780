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

/// The loop that joins a robot, its controller, what is asked of it and who keeps the record. The
/// same for a twin, a wire, a recording and a window.
namespace ventosa::scenarios {

/// All that the rest of a session depends on, the recorder apart.
struct SessionSnapshot {
  std::int64_t tick = 0;
  sim::Snapshot plant;
  controller::State controller;
  controller::ControllerConfig options;
  controller::Command command;
  controller::Observation seen;
  Input input;
  WalkedPlace place;  ///< of the inputs
  SessionReport report;
};

/// What a controller is made of, besides the robot's start.
struct ControllerSetup {
  const controller::RobotModel& model;
  const controller::ControllerConfig& options;
};

class Session {
 public:
  /// Starts the robot, builds the controller from what the robot reports, records the start; no
  /// time passes.
  /// @param plant  of a twin: takes the stimuli, gives the truth
  /// @throws std::invalid_argument  the robot has not got what its controller needs, or the options
  ///                                are refused
  /// @throws std::runtime_error     the robot does not start
  Session(const ControllerSetup& setup, hal::Robot& robot, Inputs& inputs, Recorder& recorder,
          sim::Plant* plant = nullptr);

  /// From the next tick on `own` decides on the commands, and the shipped controller estimates
  /// only. Until then, and so in tick 0, the shipped one does.
  /// @param own  must outlive the session
  void hand_over_to(OwnController& own);

  /// Lets one control period pass. False when the robot is over.
  bool advance();

  std::int64_t tick() const { return tick_; }
  const SessionReport& report() const { return report_; }
  const controller::Controller& controller() const { return *controller_; }
  /// Of whichever controller decides.
  const controller::Diagnostics& plan() const {
    return own_ != nullptr ? own_plan_ : controller_->diagnostics();
  }
  /// Why a command of one's own controller was not sent, the last time; none: all were.
  const std::optional<hal::LimitBreach>& breach() const { return breach_; }
  const controller::Observation& seen() const { return seen_; }
  const controller::Command& command() const { return command_; }
  const Input& input() const { return input_; }
  std::int64_t n_unrecorded() const { return n_unrecorded_; }  ///< ticks that the recorder refused

  /// Of a twin alone. @{
  /// @throws std::logic_error  without a plant; with a controller of one's own, whose memory is
  ///                           unknown
  void save(SessionSnapshot& snapshot) const;
  /// @throws std::invalid_argument  it is of another robot or configuration
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
  std::optional<hal::Trigger> objection_to(const controller::Command& asked) noexcept;
  bool has_failed(const controller::Command& asked) const noexcept;
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
