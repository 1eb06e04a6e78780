#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "hal/guard/guard.h"

/// A guard that is stepped every 10 ms, without faults unless the test sets some.
namespace ventosa::hal {

inline constexpr std::int64_t kMs = 1'000'000;
inline constexpr std::int64_t kTick_ns = 10 * kMs;

inline constexpr OperatorRequest kArm{OperatorAction::kArm};
inline constexpr OperatorRequest kHold{OperatorAction::kHold};
inline constexpr OperatorRequest kAcknowledge{OperatorAction::kAcknowledge};
inline constexpr OperatorRequest kDisarm{OperatorAction::kDisarm};
inline constexpr OperatorRequest kSureCut{OperatorAction::kCut, true, true};

inline std::vector<Cause> causes_of(const GuardState& state) {
  std::vector<Cause> causes;
  for_each_cause(state, [&](const Cause& cause) { causes.push_back(cause); });
  return causes;
}

inline Triggers triggers_of(const GuardState& state) {
  Triggers triggers;
  for_each_cause(state, [&](const Cause& cause) { triggers.insert(cause.trigger); });
  return triggers;
}

struct Watch {
  GuardState state{};
  GuardInputs now{.session = true, .lease = true};

  Triggers& leg(int i) { return now.leg[static_cast<std::size_t>(i)]; }

  Refusal at(std::int64_t now_ns, OperatorRequest request = {}) {
    now.request = request;
    const GuardStep next = step(state, now, now_ns);
    now.request = {};
    state = next.state;
    return next.refusal;
  }
  Refusal tick(OperatorRequest request = {}) { return at(state.now_ns + kTick_ns, request); }

  /// Steps until this time has passed; the last step may be shorter.
  void wait(std::int64_t duration_ns) {
    for (; duration_ns > kTick_ns; duration_ns -= kTick_ns) tick();
    at(state.now_ns + duration_ns);
  }
};

/// A guard in `mode` without present triggers, on the shortest path: hold by the operator's
/// request; degraded_leg by leg 2, which was lost and has returned; stand by a fault of leg 2 that
/// is over.
inline Watch watch_in(GuardMode mode) {
  Watch watch;
  if (mode == GuardMode::kOffline) return watch;
  watch.tick();
  if (mode == GuardMode::kReady) return watch;
  if (mode == GuardMode::kCut) return watch.tick(kSureCut), watch;
  watch.tick(kArm);
  if (mode == GuardMode::kHold) watch.tick(kHold);
  if (mode == GuardMode::kStand) {
    watch.leg(2) = {Trigger::kJointFault};
    watch.tick();
    watch.leg(2) = {};
    watch.wait(2 * kQuiet_ns);
  }
  if (mode != GuardMode::kDegradedLeg) return watch;
  watch.leg(2) = {Trigger::kLost};
  watch.tick();
  watch.leg(2) = {};
  watch.tick();
  return watch;
}

/// A guard in hold by `trigger`, which was present until the tick before.
inline Watch watch_after(Trigger trigger) {
  Watch watch = watch_in(GuardMode::kActive);
  watch.now.robot = {trigger};
  watch.tick();
  watch.now.robot = {};
  watch.tick();
  return watch;
}

inline std::vector<GuardMode> all_modes() {
  return {GuardMode::kOffline,     GuardMode::kReady, GuardMode::kActive, GuardMode::kHold,
          GuardMode::kDegradedLeg, GuardMode::kCut,   GuardMode::kStand};
}

inline Triggers all_triggers() {
  Triggers all;
  for (std::size_t i = 0; i < kTriggers; ++i) all.insert(static_cast<Trigger>(i));
  return all;
}

}  // namespace ventosa::hal
