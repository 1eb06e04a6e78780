#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "record/run_log.h"
#include "scenarios/session/load.h"
#include "scenarios/session/row_recorder.h"
#include "scenarios/session/session.h"

/// Sessions with listed inputs and a robot whose commands and readings the test can change.
namespace ventosa::scenarios {

inline Scenario shipped(const std::string& name) {
  const std::filesystem::path source(VENTOSA_SOURCE_DIR);
  return load(source / "scenarios/data" / (name + ".yaml"), source / "models/data");
}

/// Inputs that arrive at given ticks; each is the newest until the next.
class ListedInputs final : public Inputs {
 public:
  struct Arrival {
    std::int64_t at;
    Input input;
  };
  std::vector<Arrival> list;

  Input at(std::int64_t tick) noexcept override {
    Input newest;
    for (const Arrival& each : list)
      if (each.at <= tick) newest = each.input;
    return newest;
  }
};

inline Input request(std::int64_t tick, OperatorAction action, bool confirmed = false) {
  Input input;
  input.tick = tick;
  input.request = {action, confirmed};
  return input;
}

/// A twin with capabilities, status, commands and readings set by the test.
class TalkingRobot final : public hal::Robot {
 public:
  explicit TalkingRobot(hal::Robot& robot) : robot_(robot), can(robot.capabilities()) {}

  const hal::Capabilities& capabilities() const noexcept override { return can; }
  hal::Status start(controller::Start& start) noexcept override {
    const hal::Status real = robot_.start(start);
    return says == hal::Status::kOk ? real : says;
  }
  hal::Status exchange(const controller::Command& command,
                       controller::Observation& seen) noexcept override {
    controller::Command told = command;
    if (change) change(told);
    const hal::Status real = robot_.exchange(told, seen);
    if (edit) edit(seen);
    return says == hal::Status::kOk ? real : says;
  }

 private:
  hal::Robot& robot_;

 public:
  hal::Capabilities can;
  hal::Status says = hal::Status::kOk;
  std::function<void(controller::Command&)> change;    ///< changes the commands; empty: unchanged
  std::function<void(controller::Observation&)> edit;  ///< changes the readings; empty: unchanged
};

/// A robot that stands on the ground, in a session with listed inputs.
struct Stand {
  explicit Stand(const char* name = "hold_push_ground")
      : scenario(shipped(name)),
        twin(scenario.robot, scenario.twin),
        robot(twin),
        log(recorded_columns(scenario)),
        recorder(scenario, twin_setup(scenario, scenario.twin.seed), {&log}) {}

  Session& begin() {
    return session.emplace(ControllerSetup{scenario.controller_model, scenario.controller}, robot,
                           inputs, recorder, &twin);
  }
  void until(std::int64_t tick) {
    while (session->tick() < tick && session->advance()) {
    }
  }
  hal::GuardMode mode() const { return session->report().guard.mode; }
  double at(std::size_t row, const char* signal) const {
    return log.at(row, log.find(signal).value());
  }

  Scenario scenario;
  sim::Twin twin;
  TalkingRobot robot;
  ListedInputs inputs;
  record::RunLog log;
  RowRecorder recorder;
  std::optional<Session> session;
};

inline bool is_empty(const controller::Command& command) {
  for (const controller::LegCommand& leg : command.leg) {
    if (leg.cup.mode != controller::CupMode::kHold || leg.relay) return false;
    for (const controller::JointSetpoint& joint : leg.joint)
      if (joint.mode != controller::JointMode::kHold) return false;
  }
  return !command.gaze;
}

}  // namespace ventosa::scenarios
