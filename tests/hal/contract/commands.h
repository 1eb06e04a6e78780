#pragma once

#include <cmath>

#include "tests/hal/contract/subject.h"

/// Contract of commands.
namespace ventosa::hal::contract {

/// Set-points around the start position that change at every tick.
inline Command stirred(const controller::RobotModel& model, const Observation& start, int tick) {
  Command command;
  each_joint(model, start, [&](std::size_t i, std::size_t j, const auto& joint) {
    command.leg[i].joint[j] = {.mode = JointMode::kImpedance,
                               .q_rad = joint.q_rad + 0.02 * std::sin(0.1 * tick),
                               .kp_Nm_rad = 40,
                               .kd_Nms_rad = 2};
  });
  return command;
}

/// True if two robots return equal readings at every tick, one with the commands a(k), the other
/// b(k).
template <class A, class B>
AssertionResult say_the_same(Subject one, Subject other, const A& a, const B& b) {
  Observation seen_one = started(*one.robot).seen, seen_other = started(*other.robot).seen;
  for (int k = 0; k < 60; ++k) {
    const Status status_one = one.robot->exchange(a(k), seen_one);
    const Status status_other = other.robot->exchange(b(k), seen_other);
    seen_one.led = seen_other.led = {};  // depends on the commands, which differ
    if (status_one != status_other || bits(one.model, seen_one) != bits(one.model, seen_other))
      return AssertionFailure() << "they differ after exchange " << k;
  }
  return AssertionSuccess();
}

inline AssertionResult the_empty_command_holds(const MakeSubject& make) {
  constexpr double kSag_rad = 0.15;  // without the feed-forward torque
  const Subject subject = make();
  const controller::Start start = started(*subject.robot);
  Observation seen = start.seen;
  for (int k = 0; k < 300; ++k) static_cast<void>(subject.robot->exchange({}, seen));
  AssertionResult result = AssertionSuccess();
  each_joint(subject.model, seen, [&](std::size_t i, std::size_t j, const auto& joint) {
    if (std::abs(joint.q_rad - start.seen.leg[i].joint[j].q_rad) > kSag_rad)
      result = AssertionFailure() << "joint " << j << " of leg " << i << " moved";
  });
  for (std::size_t i = 0; i < subject.model.leg.size(); ++i)
    if (start.attached[i] && seen.leg[i].cup.vacuum_Pa < start.seen.leg[i].cup.vacuum_Pa)
      result = AssertionFailure() << "the cup of leg " << i << " grips less";
  return result;
}

/// A mode that the joint lacks; kHold if it lacks none.
inline JointMode missing_mode(const Modes<JointMode>& joint) {
  for (int k = 0; k <= static_cast<int>(JointMode::kPwm); ++k)
    if (!joint.contains(static_cast<JointMode>(k))) return static_cast<JointMode>(k);
  return JointMode::kHold;
}

inline AssertionResult a_mode_that_is_missing_holds(const MakeSubject& make) {
  const Subject subject = make();
  Command command;
  each_joint(subject.model, started(*subject.robot).seen,
             [&](std::size_t i, std::size_t j, const auto& joint) {
               command.leg[i].joint[j] = {
                   .mode = missing_mode(subject.robot->capabilities().joint_modes[i][j]),
                   .q_rad = joint.q_rad + 0.3,
                   .current_A = 2,
                   .pwm = 0.5};
             });
  return say_the_same(
      make(), make(), [&](int) { return command; }, [](int) { return Command{}; });
}

inline AssertionResult a_command_that_is_no_number_holds(const MakeSubject& make) {
  Command command;
  for (controller::LegCommand& leg : command.leg) {
    leg.joint.fill({.mode = JointMode::kImpedance, .q_rad = std::nan(""), .kp_Nm_rad = 40});
    leg.cup = {.mode = controller::CupMode::kGrip, .turbine = std::nan("")};
  }
  command.gaze = {.pan_rad = std::nan("")};
  return say_the_same(
      make(), make(), [&](int) { return command; }, [](int) { return Command{}; });
}

inline AssertionResult same_commands_same_observations(const MakeSubject& make) {
  const Subject subject = make();
  const Observation start = started(*subject.robot).seen;
  const auto commands = [&](int k) { return stirred(subject.model, start, k); };
  return say_the_same(make(), make(), commands, commands);
}

/// A second robot after the first one's end has the same start.
inline AssertionResult can_be_built_again(const MakeSubject& make) {
  Subject first = make();
  const std::vector<std::uint64_t> before = bits(first.model, started(*first.robot).seen);
  Observation seen;
  for (int k = 0; k < 20; ++k)
    static_cast<void>(first.robot->exchange(stirred(first.model, {}, k), seen));
  first.robot.reset();
  const Subject second = make();
  if (bits(second.model, started(*second.robot).seen) != before)
    return AssertionFailure() << "it starts otherwise";
  return AssertionSuccess();
}

}  // namespace ventosa::hal::contract
