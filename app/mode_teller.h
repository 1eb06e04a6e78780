#pragma once

#include "hal/wire/wire_robot.h"
#include "scenarios/session/robot_run.h"

namespace ventosa::app {

/// "front_left joint 2: speed 3.1, limit 2.7"
std::string breach_text(const controller::RobotModel& model, const hal::LimitBreach& breach);

/// Says when a robot's safe-state machine changes its mode, and why; each trigger that comes while
/// it does not; what it refuses, and which command was not sent.
class ModeTeller {
 public:
  /// Both must outlive this.
  ModeTeller(const scenarios::RobotRun& run, const hal::WireRobot& robot)
      : run_(run), robot_(robot) {}

  void look();
  bool has_held() const { return held_; }  ///< after it had been active
  /// How often it has been asked whether the cup of a leg holds.
  const controller::PerLeg<int>& n_questions() const { return n_questions_; }

 private:
  void tell_mode(const hal::GuardState& guard);
  void tell_refusal(const scenarios::SessionReport& report) const;
  void tell_reply(const hal::CupAnswer& answer, hal::CupReply reply) const;
  void tell_questions();
  void tell_lost_cups();
  void ask(std::size_t leg);
  void tell_causes(const hal::GuardState& guard) const;
  void tell_news(const hal::GuardState& guard, bool has_told_causes);

  const scenarios::RobotRun& run_;
  const hal::WireRobot& robot_;
  std::optional<hal::GuardMode> mode_{};
  controller::LegSet asked_{};  ///< legs of whose cups nothing was known
  controller::PerLeg<int> n_questions_{};
  controller::LegSet came_off_{};
  hal::Triggers of_robot_{};  ///< present in the last tick
  controller::PerLeg<hal::Triggers> of_leg_{};
  bool was_active_ = false, held_ = false, was_breach_ = false;
};

}  // namespace ventosa::app
