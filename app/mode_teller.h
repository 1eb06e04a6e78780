#pragma once

#include "hal/wire/wire_robot.h"
#include "scenarios/session/robot_run.h"

namespace ventosa::app {

/// For example "front_left joint 2: speed 3.1, limit 2.7".
std::string breach_text(const controller::RobotModel& model, const hal::LimitBreach& breach);

/// Reports mode changes of a robot's safe-state machine with their causes, new triggers without a
/// mode change, refused requests, and commands that were not sent.
class ModeTeller {
 public:
  /// Both must outlive this.
  ModeTeller(const scenarios::RobotRun& run, const hal::WireRobot& robot)
      : run_(run), robot_(robot) {}

  void look();
  bool has_held() const { return held_; }  ///< true after a hold that followed active mode
  /// Number of questions to the operator about the state of a leg's cup.
  const controller::PerLeg<int>& n_questions() const { return n_questions_; }

 private:
  void tell_mode(const hal::GuardState& guard);
  void tell_refusal(const scenarios::SessionReport& report) const;
  void tell_reply(const hal::CupAnswer& answer, hal::CupReply reply) const;
  void tell_questions();
  void tell_lost_cups();
  void ask(std::size_t leg);
  void tell_causes(const hal::GuardState& guard) const;
  void tell_news(const hal::GuardState& guard, bool has_printed_causes);

  const scenarios::RobotRun& run_;
  const hal::WireRobot& robot_;
  std::optional<hal::GuardMode> mode_{};
  controller::LegSet requested_{};  ///< legs with a cup of unknown state
  controller::PerLeg<int> n_questions_{};
  controller::LegSet came_off_{};
  hal::Triggers of_robot_{};  ///< present in the last tick
  controller::PerLeg<hal::Triggers> of_leg_{};
  bool was_active_ = false, held_ = false, was_breach_ = false;
};

}  // namespace ventosa::app
