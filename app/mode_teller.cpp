#include "app/mode_teller.h"

#include <spdlog/spdlog.h>

#include "app/text_table.h"
#include "models/joint_text.h"

namespace ventosa::app {

using hal::GuardMode;

namespace {

/// " joint 3" if the controller knows which drive has the fault, else empty.
std::string joint_text(const scenarios::RobotRun& run, const hal::Cause& cause) {
  if (!cause.leg || cause.trigger != hal::Trigger::kJointFault) return "";
  const auto leg = static_cast<std::size_t>(*cause.leg);
  const int joint = run.session().controller().diagnostics().report[leg].faulty_joint;
  if (joint < 0) return "";
  return " joint " + std::to_string(run.scenario().robot.nominal.leg[leg].joint_number(joint));
}

std::string cause_text(const scenarios::RobotRun& run, const hal::Cause& cause) {
  const controller::RobotModel& model = run.scenario().robot.nominal;
  const std::string who =
      cause.leg ? model.leg[static_cast<std::size_t>(*cause.leg)].name : "robot";
  return who + joint_text(run, cause) + " " + std::string(controller::name(cause.trigger)) +
         (cause.present ? "" : " (gone)") + ": " + hal::remedy(cause.trigger);
}

/// Word that the operator types for an action.
std::string word_of(hal::OperatorAction action) {
  if (action == hal::OperatorAction::kAcknowledge) return "go on";
  return std::string(controller::name(action));
}

}  // namespace

std::string breach_text(const controller::RobotModel& model, const hal::LimitBreach& breach) {
  const controller::Leg& leg = model.leg[static_cast<std::size_t>(breach.leg)];
  const controller::Joint& joint = leg.joint[static_cast<std::size_t>(breach.joint)];
  const auto text = [&](double value) {
    const bool is_angle = breach.kind == hal::LimitKind::kAngle;
    return digits(value, 4) + (is_angle ? models::way_text(joint, value) : "");
  };
  return leg.name + " joint " + std::to_string(leg.joint_number(breach.joint)) + ": " +
         std::string(controller::name(breach.kind)) + " " + text(breach.value) + ", limit " +
         text(breach.limit);
}

void ModeTeller::look() {
  const scenarios::SessionReport& report = run_.session().report();
  const controller::RobotModel& model = run_.scenario().robot.nominal;
  const auto& breach = robot_.breach();
  if (breach && !was_breach_)
    spdlog::warn("{:.2f} s: not sent: {}", run_.time_s(), breach_text(model, *breach));
  was_breach_ = breach.has_value();
  if (report.refusal != hal::Refusal::kNone) tell_refusal(report);
  const bool has_changed = mode_ != report.guard.mode;
  if (has_changed) tell_mode(report.guard);
  tell_news(report.guard, has_changed);
  if (report.cup) tell_reply(*run_.session().input().cup, *report.cup);
  tell_questions();
  tell_lost_cups();
}

void ModeTeller::tell_reply(const hal::CupAnswer& answer, hal::CupReply reply) const {
  const std::string& leg = run_.scenario().robot.nominal.leg[answer.leg].name;
  spdlog::log(reply == hal::CupReply::kTaken ? spdlog::level::info : spdlog::level::warn,
              "{:.2f} s: {} {}: {}", run_.time_s(), controller::name(answer.word), leg,
              hal::sentence(reply));
}

/// Asks once per cup; reports if no cup's state is known.
void ModeTeller::tell_questions() {
  const auto& legs = run_.scenario().robot.nominal.leg;
  controller::LegSet unknown;
  for (std::size_t i = 0; i < legs.size(); ++i)
    unknown[i] = robot_.knows_cup(i) == hal::CupKnowledge::kUnknown;
  for (std::size_t i = 0; i < legs.size(); ++i)
    if (unknown[i] && !requested_[i]) ask(i);
  if (unknown.count() == legs.size() && requested_ != unknown)
    spdlog::warn("the state of every cup is unknown: the robot holds");
  requested_ = unknown;
}

void ModeTeller::ask(std::size_t leg) {
  const std::string& name = run_.scenario().robot.nominal.leg[leg].name;
  const double distance_m = robot_.cup_distance_m(leg);
  const std::string where =
      controller::is_known(distance_m)
          ? fmt::format(" (lip {:.0f} mm from the surface by its range sensors)", 1e3 * distance_m)
          : "";
  spdlog::warn(
      "{:.2f} s: {}: its pressure zero is unverified since its boot, so attachment is unknown{}: "
      "type {}",
      run_.time_s(), name, where, hal::answers_of(name));
  ++n_questions_[leg];
}

/// Reports lost cups before arming, when there are no triggers.
void ModeTeller::tell_lost_cups() {
  const auto& legs = run_.scenario().robot.nominal.leg;
  for (std::size_t i = 0; i < legs.size(); ++i) {
    const bool is_new = robot_.has_come_off(i) && !came_off_[i];
    came_off_[i] = robot_.has_come_off(i);
    if (is_new && mode_ == GuardMode::kReady)
      spdlog::warn("{:.2f} s: {}: cup lost", run_.time_s(), legs[i].name);
  }
}

void ModeTeller::tell_refusal(const scenarios::SessionReport& report) const {
  spdlog::warn("{:.2f} s: {} is refused: {}", run_.time_s(), word_of(report.request.action),
               controller::name(report.refusal));
  const bool has_causes = report.refusal == hal::Refusal::kTriggerPresent ||
                          report.refusal == hal::Refusal::kClearedTooRecently;
  if (has_causes) tell_causes(report.guard);
  if (report.guard.mode != GuardMode::kReady) return;
  for (const std::string& each : robot_.refusals()) spdlog::warn("  {}", each);
}

void ModeTeller::tell_mode(const hal::GuardState& guard) {
  mode_ = guard.mode;
  held_ = held_ || (was_active_ && hal::severity(guard.mode) > 0);
  was_active_ = was_active_ || guard.mode == GuardMode::kActive;
  spdlog::info("{:.2f} s: {}", run_.time_s(), controller::name(guard.mode));
  tell_causes(guard);
}

void ModeTeller::tell_causes(const hal::GuardState& guard) const {
  hal::for_each_cause(
      guard, [&](const hal::Cause& cause) { spdlog::warn("  {}", cause_text(run_, cause)); });
}

/// Reports triggers that began in this tick without a change of mode.
void ModeTeller::tell_news(const hal::GuardState& guard, bool has_printed_causes) {
  const auto look_at = [&](std::optional<int> leg, const hal::Causes& causes,
                           hal::Triggers& before) {
    for (const hal::Trigger trigger : causes.present) {
      const bool is_printed = has_printed_causes && causes.latched.contains(trigger);
      if (before.contains(trigger) || is_printed) continue;
      spdlog::warn(
          "{:.2f} s: {}", run_.time_s(),
          cause_text(run_, {.leg = leg, .trigger = trigger, .present = true, .times = {}}));
    }
    before = causes.present;
  };
  look_at(std::nullopt, guard.robot, of_robot_);
  for (int i = 0; i < run_.scenario().robot.nominal.n_legs(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    look_at(i, guard.leg[k], of_leg_[k]);
  }
}

}  // namespace ventosa::app
