#pragma once

#include "controller/diagnostics.h"
#include "controller/model/description.h"
#include "hal/robot.h"
#include "scenarios/script/inputs.h"
#include "sim/stimulus.h"
#include "sim/truth.h"

/// Interface of a session's recorders.
namespace ventosa::scenarios {

/// Result of a change of options.
enum class OptionsStatus : std::uint8_t { kUnchanged, kChanged, kRefused };
constexpr auto enumerators(OptionsStatus) {
  return controller::words("unchanged", "changed", "refused");
}

/// State of the robot and result of the inputs in one tick.
struct SessionReport {
  hal::Status robot = hal::Status::kOk;
  hal::GuardState guard;
  InputStatus input = InputStatus::kNew;
  OperatorRequest request{};                   ///< request of this tick
  hal::Refusal refusal = hal::Refusal::kNone;  ///< result of the request
  std::optional<hal::CupReply> cup{};          ///< reply to an operator's statement about a cup
  OptionsStatus options = OptionsStatus::kUnchanged;
};

void describe(auto& field, controller::Is<SessionReport> auto& session) {
  field("robot", session.robot);
  field("mode", session.guard.mode);
  field("input", session.input);
  field("request", session.request.action);
  field("confirmed", session.request.confirmed);
  field("supported", session.request.supported);
  field("refusal", session.refusal);
  field("cup_reply", session.cup);
  field("options", session.options);
  field("triggers", session.guard.robot.latched.bits());
  field.per_leg("leg", [&](auto& leg, int i) {
    leg("triggers", session.guard.leg[static_cast<std::size_t>(i)].latched.bits());
  });
}

/// All signals of one tick.
struct Tick {
  std::int64_t tick = 0;
  const controller::Observation& seen;
  const Input& input;
  const controller::Command& command;
  const controller::Diagnostics& plan;
  const sim::Truth* truth = nullptr;              ///< null if the robot is not a twin
  const sim::StimulusRecord* stimulus = nullptr;  ///< null if the robot is not a twin
  const SessionReport& session;
};

/// Topics of a session's signals, one per group.
void describe(auto& field, controller::Is<Tick> auto& tick) {
  field("seen", tick.seen);
  field("goal", tick.input.goal);
  field("command", tick.command);
  field("plan", tick.plan);
  describe_modules(field, tick.plan);
  if (tick.truth) field("truth", *tick.truth);
  field("session", tick.session);
  if (tick.stimulus) field("stimulus", *tick.stimulus);
}

class Recorder {
 public:
  virtual ~Recorder() = default;

  /// Records a tick; false if that failed, which does not affect the robot.
  [[nodiscard]] virtual bool record(const Tick& tick) noexcept = 0;
};

}  // namespace ventosa::scenarios
