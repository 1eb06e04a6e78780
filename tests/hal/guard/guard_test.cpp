#include "hal/guard/guard.h"

#include <gtest/gtest.h>

#include "tests/hal/guard/watch.h"

/// Triggers that the guard latches, and commands that it lets through.
namespace ventosa::hal::guard_test {
namespace {

TEST(Guard, MissesALostLeaseUntilItHasBeenBackForASecond) {
  Watch watch = watch_in(GuardMode::kActive);
  watch.now.lease = false;
  watch.tick();
  watch.wait(2 * kQuiet_ns);
  watch.now.lease = true;
  EXPECT_EQ(triggers_of(watch.state), Triggers{Trigger::kLeaseLost});
  EXPECT_EQ(watch.tick(kAcknowledge), Refusal::kClearedTooRecently);
  watch.wait(kQuiet_ns);
  EXPECT_EQ(watch.tick(kAcknowledge), Refusal::kNone);
}

TEST(Guard, MissesALostSessionUntilItHasBeenBackForASecond) {
  Watch watch = watch_in(GuardMode::kActive);
  watch.now.session = false;
  watch.tick();
  watch.wait(2 * kQuiet_ns);
  watch.now.session = true;
  EXPECT_EQ(triggers_of(watch.state), Triggers{Trigger::kLost});
  EXPECT_EQ(watch.tick(kAcknowledge), Refusal::kClearedTooRecently);
  watch.wait(kQuiet_ns);
  EXPECT_EQ(watch.tick(kAcknowledge), Refusal::kNone);
}

TEST(Guard, MissesNoLeaseThatAReadyRobotNeverHad) {
  Watch watch;
  watch.now.lease = false;
  watch.tick();
  EXPECT_TRUE(causes_of(watch.state).empty());
  watch.now.lease = true;
  EXPECT_EQ(watch.tick(kArm), Refusal::kNone);
}

TEST(Guard, TellsWhoStoppedItSinceWhenAndSinceWhenThatIsGone) {
  Watch watch = watch_in(GuardMode::kActive);
  const std::int64_t start_ns = watch.state.now_ns;
  watch.leg(3) = {Trigger::kUnsafeCup};
  watch.wait(5 * kTick_ns);
  watch.now.robot = {Trigger::kOverrun};
  watch.leg(3) = {};
  watch.wait(5 * kTick_ns);

  const std::vector<Cause> causes = causes_of(watch.state);
  ASSERT_EQ(causes.size(), 2u);
  EXPECT_EQ(causes[0].leg, std::nullopt);
  EXPECT_EQ(causes[0].trigger, Trigger::kOverrun);
  EXPECT_TRUE(causes[0].present);
  EXPECT_EQ(causes[0].times.since_ns, start_ns + 6 * kTick_ns);
  EXPECT_EQ(causes[1].leg, 3);
  EXPECT_EQ(causes[1].trigger, Trigger::kUnsafeCup);
  EXPECT_FALSE(causes[1].present);
  EXPECT_EQ(causes[1].times.since_ns, start_ns + kTick_ns);
  EXPECT_EQ(causes[1].times.gone_ns, start_ns + 6 * kTick_ns);
  EXPECT_EQ(causes[1].times.quiet_ns, 4 * kTick_ns);
}

TEST(Guard, KeepsTheFirstTimeOfATriggerThatComesAndGoes) {
  Watch watch = watch_in(GuardMode::kActive);
  const std::int64_t since_ns = watch.state.now_ns + kTick_ns;
  for (int i = 0; i < 10; ++i) {
    watch.now.robot = i % 2 == 0 ? Triggers{Trigger::kLimit} : Triggers{};
    watch.tick();
  }
  ASSERT_EQ(causes_of(watch.state).size(), 1u);
  EXPECT_EQ(causes_of(watch.state)[0].times.since_ns, since_ns);
  EXPECT_EQ(causes_of(watch.state)[0].times.gone_ns, watch.state.now_ns);
}

TEST(Guard, TellsWhyItHoldsInEveryModeThatIsLatched) {
  for (const GuardMode mode : {GuardMode::kHold, GuardMode::kDegradedLeg, GuardMode::kCut})
    EXPECT_FALSE(causes_of(watch_in(mode).state).empty()) << controller::name(mode);
  Watch cut = watch_in(GuardMode::kCut);
  cut.tick(kArm);
  ASSERT_EQ(causes_of(cut.state).size(), 1u);
  EXPECT_EQ(causes_of(cut.state)[0].trigger, Trigger::kOperatorStop);
}

TEST(Guard, ForgetsItsCausesWhenTheControllerDecidesAgain) {
  Watch watch = watch_after(Trigger::kStale);
  watch.wait(kQuiet_ns);
  watch.tick(kAcknowledge);
  EXPECT_TRUE(causes_of(watch.state).empty());
}

TEST(Guard, StaysCutWhateverComesBack) {
  Watch watch = watch_in(GuardMode::kCut);
  for (const bool session : {false, true, false, true}) {
    watch.now.session = watch.now.lease = session;
    watch.now.robot = session ? Triggers{} : all_triggers();
    watch.wait(2 * kQuiet_ns);
    EXPECT_EQ(watch.state.mode, GuardMode::kCut);
  }
}

TEST(Guard, HoldsWhenItsModeIsNoneThatItKnows) {
  Watch watch{.state = {.mode = static_cast<GuardMode>(77)}};
  watch.tick();
  EXPECT_EQ(watch.state.mode, GuardMode::kHold);
}

TEST(Guard, GoesOnFromACutOnlyByTwoRequests) {
  Watch armed = watch_in(GuardMode::kCut), disarmed = armed;
  armed.tick(kArm);
  EXPECT_EQ(armed.state.mode, GuardMode::kHold);
  EXPECT_EQ(armed.tick(kAcknowledge), Refusal::kNone);
  disarmed.tick(kDisarm);
  disarmed.wait(60 * kQuiet_ns);
  EXPECT_EQ(disarmed.state.mode, GuardMode::kReady);
  EXPECT_EQ(disarmed.tick(kArm), Refusal::kNone);
}

TEST(Guard, IsTakenOverFromReadyWithoutLettingGo) {
  Watch watch;
  watch.now.lease = false;
  watch.wait(3 * kQuiet_ns);
  EXPECT_EQ(watch.state.mode, GuardMode::kReady);
  watch.now.lease = true;
  EXPECT_EQ(watch.tick(kArm), Refusal::kNone);
  EXPECT_EQ(watch.state.mode, GuardMode::kActive);
}

/// Torque off and every cup released.
controller::Command reckless() {
  controller::Command command;
  for (controller::LegCommand& leg : command.leg) {
    for (controller::JointSetpoint& joint : leg.joint)
      joint = {.mode = controller::JointMode::kPassive};
    leg.cup = {.mode = controller::CupMode::kRelease};
    leg.relay = controller::Relay::kIsolated;
  }
  command.gaze = controller::Gaze{1, 2};
  return command;
}

TEST(Permitted, PassesTheControllersCommandOnlyWhenActive) {
  const GuardState active{.mode = GuardMode::kActive};
  controller::Command requested;
  requested.leg[1].joint[2] = {.mode = controller::JointMode::kImpedance, .q_rad = 0.5};
  requested.leg[11].cup = {.mode = controller::CupMode::kAttach, .goal_N = 80};
  const controller::Command permitted_command = permitted(active, requested);
  EXPECT_EQ(permitted_command.leg[1].joint[2].mode, controller::JointMode::kImpedance);
  EXPECT_EQ(permitted_command.leg[1].joint[2].q_rad, 0.5);
  EXPECT_EQ(permitted_command.leg[11].cup.goal_N, 80);
  EXPECT_EQ(permitted(active, reckless()).leg[7].cup.mode, controller::CupMode::kRelease);
}

TEST(Permitted, HoldsInEveryOtherModeButCut) {
  for (const GuardMode mode : {GuardMode::kOffline, GuardMode::kReady, GuardMode::kHold,
                               GuardMode::kDegradedLeg, static_cast<GuardMode>(77)}) {
    const controller::Command command = permitted({.mode = mode}, reckless());
    for (const controller::LegCommand& leg : command.leg) {
      for (const controller::JointSetpoint& joint : leg.joint)
        EXPECT_EQ(joint.mode, controller::JointMode::kHold);
      EXPECT_EQ(leg.cup.mode, controller::CupMode::kHold);
      EXPECT_EQ(leg.relay, std::nullopt);
    }
    EXPECT_EQ(command.gaze, std::nullopt);
  }
}

TEST(Permitted, TurnsEverythingOffInCut) {
  controller::Command requested;
  requested.leg[0].cup.mode = controller::CupMode::kGrip;
  const controller::Command command = permitted({.mode = GuardMode::kCut}, requested);
  for (const controller::LegCommand& leg : command.leg) {
    for (const controller::JointSetpoint& joint : leg.joint)
      EXPECT_EQ(joint.mode, controller::JointMode::kPassive);
    EXPECT_EQ(leg.cup.mode, controller::CupMode::kRelease);
  }
}

TEST(WhatIf, TellsTheModeThatFollowsEveryTrigger) {
  const Watch watch = watch_in(GuardMode::kActive);
  const auto mode_if = [&](std::optional<int> leg, Trigger trigger) {
    return what_if(watch.state, watch.now, leg, trigger, watch.state.now_ns + kTick_ns);
  };
  for (const Trigger trigger : all_triggers())
    EXPECT_EQ(mode_if(std::nullopt, trigger), GuardMode::kHold) << controller::name(trigger);
  for (const int leg : {0, controller::kMaxLegs - 1}) {
    EXPECT_EQ(mode_if(leg, Trigger::kLost), GuardMode::kDegradedLeg);
    EXPECT_EQ(mode_if(leg, Trigger::kUnsafeCup), GuardMode::kDegradedLeg);
    EXPECT_EQ(mode_if(leg, Trigger::kRebooted), GuardMode::kDegradedLeg);
    EXPECT_EQ(mode_if(leg, Trigger::kStale), GuardMode::kHold);
  }
}

TEST(WhatIf, AddsToWhatIsPresentAndLeavesTheRequestOut) {
  Watch watch = watch_in(GuardMode::kActive);
  watch.leg(5) = {Trigger::kLost};
  watch.now.request = kSureCut;
  EXPECT_EQ(what_if(watch.state, watch.now, std::nullopt, Trigger::kStale, watch.state.now_ns),
            GuardMode::kDegradedLeg);
}

// ---- triggers with which the robot first comes to stand

TEST(Standing, EndsInAHoldWhenItsTriggersNoLongerStand) {
  Watch watch = watch_in(GuardMode::kActive);
  watch.now.standing = {Trigger::kStale, Trigger::kLost};
  watch.leg(4) = {Trigger::kStale};
  watch.tick();
  EXPECT_EQ(watch.state.mode, GuardMode::kStand);
  watch.leg(4) = {Trigger::kStale, Trigger::kLost};
  watch.wait(5 * kQuiet_ns);
  EXPECT_EQ(watch.state.mode, GuardMode::kStand) << "its feet are not down yet";
  watch.now.standing = kStanding;
  watch.tick();
  EXPECT_EQ(watch.state.mode, GuardMode::kDegradedLeg);
  watch.leg(4) = {};
  watch.wait(2 * kQuiet_ns);
  EXPECT_EQ(watch.state.mode, GuardMode::kHold) << "only an operator ends it";
  EXPECT_EQ(watch.tick(kAcknowledge), Refusal::kNone);
  EXPECT_EQ(watch.state.mode, GuardMode::kActive);
}

TEST(Standing, StaysUntilAcknowledgedWhenItsTriggerGoesFirst) {
  Watch watch = watch_in(GuardMode::kActive);
  watch.now.standing = {Trigger::kStale};
  watch.leg(4) = {Trigger::kStale};
  watch.tick();
  watch.leg(4) = {};
  watch.now.standing = kStanding;
  watch.wait(2 * kQuiet_ns);
  EXPECT_EQ(watch.state.mode, GuardMode::kStand);
  EXPECT_EQ(watch.tick(kAcknowledge), Refusal::kNone);
  EXPECT_EQ(watch.state.mode, GuardMode::kActive);
}

TEST(Severity, RisesFromActiveOverHoldAndDegradedLegToCut) {
  EXPECT_LT(severity(GuardMode::kActive), severity(GuardMode::kStand));
  EXPECT_LT(severity(GuardMode::kStand), severity(GuardMode::kHold));
  EXPECT_LT(severity(GuardMode::kHold), severity(GuardMode::kDegradedLeg));
  EXPECT_LT(severity(GuardMode::kDegradedLeg), severity(GuardMode::kCut));
  EXPECT_EQ(severity(GuardMode::kReady), severity(GuardMode::kHold));
  EXPECT_EQ(severity(GuardMode::kOffline), severity(GuardMode::kHold));
}

}  // namespace
}  // namespace ventosa::hal::guard_test
