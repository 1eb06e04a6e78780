#include <gtest/gtest.h>

#include <limits>

#include "tests/hal/guard/watch.h"

/// Passing time clears triggers, and does nothing else.
namespace ventosa::hal::guard_time_test {
namespace {

constexpr std::int64_t kMin_ns = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMax_ns = std::numeric_limits<std::int64_t>::max();

TEST(Guard, HoldsUntilATriggerHasBeenGoneForASecondAndIsAcknowledged) {
  for (const std::int64_t quiet_ns : {kQuiet_ns - 1, kQuiet_ns, kQuiet_ns + 1}) {
    Watch watch = watch_after(Trigger::kStale);
    watch.wait(quiet_ns);
    EXPECT_EQ(watch.state.mode, GuardMode::kHold) << quiet_ns;
    const bool enough = quiet_ns >= kQuiet_ns;
    const Refusal refusal = watch.at(watch.state.now_ns, kAcknowledge);
    EXPECT_EQ(refusal, enough ? Refusal::kNone : Refusal::kClearedTooRecently) << quiet_ns;
    EXPECT_EQ(watch.state.mode, enough ? GuardMode::kActive : GuardMode::kHold) << quiet_ns;
  }
}

TEST(Guard, WaitsForTheLastOfSeveralTriggers) {
  Watch watch = watch_after(Trigger::kStale);
  watch.wait(kQuiet_ns / 2);
  watch.leg(11) = {Trigger::kJointFault};
  watch.tick();
  watch.leg(11) = {};
  watch.tick();
  watch.wait(kQuiet_ns - kTick_ns);
  EXPECT_EQ(watch.at(watch.state.now_ns, kAcknowledge), Refusal::kClearedTooRecently);
  EXPECT_EQ(watch.tick(kAcknowledge), Refusal::kNone);
}

TEST(Guard, CountsTheSecondAnewWhenATriggerComesBack) {
  Watch watch = watch_after(Trigger::kStale);
  watch.wait(kQuiet_ns - kTick_ns);
  watch.now.robot = {Trigger::kStale};
  EXPECT_EQ(watch.tick(kAcknowledge), Refusal::kTriggerPresent);
  watch.now.robot = {};
  watch.tick();
  watch.wait(kQuiet_ns - 1);
  EXPECT_EQ(watch.at(watch.state.now_ns, kAcknowledge), Refusal::kClearedTooRecently);
}

TEST(Guard, ForgetsAnAcknowledgeThatCameTooEarly) {
  Watch watch = watch_after(Trigger::kStale);
  EXPECT_EQ(watch.tick(kAcknowledge), Refusal::kClearedTooRecently);
  watch.wait(60 * kQuiet_ns);
  EXPECT_EQ(watch.state.mode, GuardMode::kHold);
}

TEST(Guard, GoesOnAtOnceAfterTheOperatorsOwnHold) {
  Watch watch = watch_in(GuardMode::kActive);
  watch.tick(kHold);
  EXPECT_EQ(watch.at(watch.state.now_ns, kAcknowledge), Refusal::kNone);
  EXPECT_EQ(watch.state.mode, GuardMode::kActive);
}

TEST(Guard, HoldsWhileAStopButtonIsPressed) {
  Watch watch = watch_in(GuardMode::kActive);
  watch.now.robot = {Trigger::kOperatorStop};
  watch.tick();
  EXPECT_FALSE(are_quiet(watch.state.robot, {Trigger::kOperatorStop}));
  EXPECT_EQ(watch.tick(kAcknowledge), Refusal::kTriggerPresent);
  watch.now.robot = {};
  EXPECT_EQ(watch.tick(kAcknowledge), Refusal::kNone);
}

TEST(Guard, HoldsAgainWhenALegHasProvedItselfForASecond) {
  Watch watch = watch_in(GuardMode::kDegradedLeg);
  watch.wait(kQuiet_ns - 1);
  EXPECT_EQ(watch.state.mode, GuardMode::kDegradedLeg);
  EXPECT_EQ(watch.at(watch.state.now_ns + 1), Refusal::kNone);
  EXPECT_EQ(watch.state.mode, GuardMode::kHold);
  EXPECT_EQ(causes_of(watch.state).size(), 1u) << "still latched";
  EXPECT_EQ(watch.tick(kAcknowledge), Refusal::kNone);
}

TEST(Guard, StaysDegradedForTheTriggersOfALegThatTakeItAwayOnly) {
  Watch watch = watch_in(GuardMode::kDegradedLeg);
  watch.leg(2) = {Trigger::kJointFault};
  watch.wait(kQuiet_ns);
  EXPECT_EQ(watch.state.mode, GuardMode::kHold);
  EXPECT_EQ(watch.tick(kAcknowledge), Refusal::kTriggerPresent);
}

TEST(Guard, IsNotArmedPastATriggerThatWasJustThere) {
  Watch watch = watch_after(Trigger::kStale);
  watch.tick(kDisarm);
  EXPECT_EQ(watch.tick(kArm), Refusal::kClearedTooRecently);
  EXPECT_EQ(watch.state.mode, GuardMode::kReady);
  watch.wait(kQuiet_ns);
  EXPECT_EQ(watch.tick(kArm), Refusal::kNone);
}

TEST(GuardTime, ThatJumpsAheadCountsAsOneLongStep) {
  for (const std::int64_t jump_ns : {kLongestStep_ns, kLongestStep_ns + 1, 3600 * kQuiet_ns}) {
    Watch watch = watch_after(Trigger::kStale);
    watch.wait(kQuiet_ns - kLongestStep_ns - 1);
    watch.at(watch.state.now_ns + jump_ns);
    EXPECT_EQ(watch.at(watch.state.now_ns, kAcknowledge), Refusal::kClearedTooRecently) << jump_ns;
    EXPECT_EQ(watch.at(watch.state.now_ns + 1, kAcknowledge), Refusal::kNone) << jump_ns;
  }
}

TEST(GuardTime, ThatRunsBackwardsClearsNothingAndFiresNothing) {
  for (const GuardMode mode : all_modes()) {
    Watch watch = watch_in(mode);
    watch.now.session = mode != GuardMode::kOffline;
    for (int i = 0; i < 1000; ++i) watch.at(watch.state.now_ns - 60 * kMs);
    EXPECT_EQ(watch.state.mode, mode) << controller::name(mode);
  }
  Watch watch = watch_after(Trigger::kStale);
  watch.wait(kQuiet_ns - 1);
  watch.at(watch.state.now_ns - 60 * kQuiet_ns);
  EXPECT_EQ(watch.at(watch.state.now_ns, kAcknowledge), Refusal::kClearedTooRecently);
  EXPECT_EQ(watch.at(watch.state.now_ns + 1, kAcknowledge), Refusal::kNone) << "goes on counting";
}

TEST(GuardTime, ThatWasQuietStaysQuietThroughAnyJump) {
  Watch watch = watch_in(GuardMode::kDegradedLeg);
  watch.wait(kQuiet_ns);
  for (const std::int64_t now_ns : {std::int64_t{0}, kMin_ns, kMax_ns, kMin_ns, std::int64_t{0}}) {
    watch.at(now_ns);
    EXPECT_EQ(watch.state.mode, GuardMode::kHold) << now_ns;
  }
  EXPECT_EQ(watch.tick(kAcknowledge), Refusal::kNone);
}

TEST(GuardTime, ThatStandsStillClearsNothing) {
  Watch watch = watch_after(Trigger::kStale);
  for (int i = 0; i < 1000; ++i) watch.at(watch.state.now_ns);
  EXPECT_EQ(watch.at(watch.state.now_ns, kAcknowledge), Refusal::kClearedTooRecently);
}

}  // namespace
}  // namespace ventosa::hal::guard_time_test
