#include "view/panels/safety_words.h"

#include <algorithm>
#include <cctype>
#include <cstdio>

namespace ventosa::view {

using hal::GuardMode;
using hal::Refusal;

namespace {

std::string spaced(std::string_view words) {
  std::string text(words);
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

std::string fixed(double value, int decimals) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

std::string seconds(std::int64_t time_ns) {
  return fixed(1e-9 * static_cast<double>(time_ns), 1) + " s";
}

std::string name_of(const Frame& frame, const std::optional<int>& leg) {
  return leg ? frame.robot().leg[static_cast<std::size_t>(*leg)].name : "robot";
}

std::string request_text(hal::OperatorAction action) {
  if (action == hal::OperatorAction::kAcknowledge) return "GO ON";
  std::string text(controller::name(action));
  std::transform(text.begin(), text.end(), text.begin(), ::toupper);
  return text;
}

/// Main cause of the hold: one that is still present, if any.
std::string first_cause(const Frame& frame) {
  std::optional<hal::Cause> first;
  int n = 0;
  hal::for_each_cause(frame.session.guard, [&](const hal::Cause& cause) {
    if (!first || (cause.present && !first->present)) first = cause;
    ++n;
  });
  if (!first) return "it holds";
  return cause_text(frame, *first) + (n > 1 ? ", and " + std::to_string(n - 1) + " more" : "");
}

/// Progress of the scenario.
std::string progress(const Frame& frame) {
  const double past_s = static_cast<double>(frame.n_past) * frame.period_s();
  const double all_s =
      static_cast<double>(frame.n_ticks - frame.tick + frame.n_past) * frame.period_s();
  return fixed(past_s, 1) + " of " + fixed(all_s, 1) + " s";
}

bool is_at_end(const Frame& frame) { return frame.n_ticks - frame.tick <= 1; }

}  // namespace

std::string upper_case(GuardMode mode) {
  std::string text = spaced(controller::name(mode));
  std::transform(text.begin(), text.end(), text.begin(), ::toupper);
  return text;
}

sim::Rgba mode_colour(GuardMode mode) {
  switch (mode) {
    case GuardMode::kOffline:
      return kGrey;
    case GuardMode::kReady:
      return kSky;
    case GuardMode::kActive:
      return kGreen;
    case GuardMode::kHold:
      return kOrange;
    case GuardMode::kDegradedLeg:
      return kVermillion;
    case GuardMode::kCut:
      return kPurple;
    case GuardMode::kStand:
      return kOrange;
  }
  return kGrey;
}

bool is_armed(GuardMode mode) {
  return hal::obeys_controller(mode) || mode == GuardMode::kHold || mode == GuardMode::kDegradedLeg;
}

const char* refusal_text(Refusal refusal) {
  switch (refusal) {
    case Refusal::kNone:
      return "it was carried out";
    case Refusal::kNotInThisMode:
      return "not in this mode";
    case Refusal::kNotConfirmed:
      return "it was not confirmed";
    case Refusal::kNotSupported:
      return "the robot is not supported by the ground or a tether";
    case Refusal::kNoLease:
      return "a module has another master: see Links";
    case Refusal::kNoSession:
      return "not every module has a session: see Links";
    case Refusal::kTriggerPresent:
      return "a cause is still there: see Safety";
    case Refusal::kClearedTooRecently:
      return "every cause must be gone for a second";
  }
  return "unknown";
}

std::string cause_text(const Frame& frame, const hal::Cause& cause) {
  const std::int64_t now_ns = frame.session.guard.now_ns;
  std::string text = name_of(frame, cause.leg) + " " + spaced(controller::name(cause.trigger)) +
                     ", since " + seconds(now_ns - cause.times.since_ns);
  if (!cause.present) text += ", gone for " + seconds(now_ns - cause.times.gone_ns);
  return text;
}

std::string mode_text(const Frame& frame) {
  const hal::GuardState& guard = frame.session.guard;
  std::string text = fixed(frame.time_s(), 2) + " s: " + spaced(controller::name(guard.mode));
  hal::for_each_cause(guard,
                      [&](const hal::Cause& cause) { text += "; " + cause_text(frame, cause); });
  return text;
}

std::string advice(const Frame& frame) {
  if (frame.wire && frame.wire->refused) {
    const RefusedRequest& refused = *frame.wire->refused;
    return request_text(refused.action) + " was refused: " + refusal_text(refused.refusal) + " (" +
           fixed(frame.time_s() - refused.time_s, 0) + " s ago)";
  }
  switch (frame.session.guard.mode) {
    case GuardMode::kOffline:
      return "no session with every module: see Links";
    case GuardMode::kReady:
      return "not armed: the modules keep their torque and suction; the scenario waits";
    case GuardMode::kActive:
      return is_at_end(frame) ? "end of the scenario: the robot holds its pose"
                              : "the controller is active; scenario " + progress(frame);
    case GuardMode::kStand:
    case GuardMode::kHold:
    case GuardMode::kDegradedLeg:
      return first_cause(frame) + "; the scenario waits at " + progress(frame);
    case GuardMode::kCut:
      return "torque and suction are off; ARM holds again";
  }
  return "";
}

hal::GuardInputs guard_inputs(const Frame& frame) {
  const hal::GuardState& state = frame.session.guard;
  const hal::Health& health = frame.health;
  hal::GuardInputs inputs{health.session, health.lease, state.robot.present};
  inputs.standing = hal::standing(health, frame.plan.stands);
  for (std::size_t i = 0; i < state.leg.size(); ++i) inputs.leg[i] = state.leg[i].present;
  return inputs;
}

GuardMode would_follow(const Frame& frame, std::optional<int> leg, hal::Trigger trigger) {
  const hal::GuardState& state = frame.session.guard;
  return hal::what_if(state, guard_inputs(frame), leg, trigger,
                      state.now_ns + frame.can.control_period_ns);
}

}  // namespace ventosa::view
