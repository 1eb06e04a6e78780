#include "hal/wire/known_cup.h"

#include <gtest/gtest.h>

namespace ventosa::hal::known_cup_test {
namespace {

using controller::CupMode;
using controller::Holding;
using controller::JointMode;
using controller::LegCommand;

constexpr std::int64_t kMs = 1'000'000;

/// A cup of 0.01 m2, attached from 48 N on: 4800 Pa.
struct Known {
  KnownCup cup{controller::Cup{.area_m2 = 0.01, .goal_force_N = 60, .attached_ratio = 0.8}};
  std::int64_t now_ns = 0;

  void note(double vacuum_Pa, CupZero zero, double time_s = 0.1) {
    for (int k = 0; k < std::lround(time_s / 0.1); ++k, now_ns += 100 * kMs)
      cup.note({.vacuum_Pa = vacuum_Pa}, zero, now_ns);
  }
  LegCommand commanded(GuardMode mode, CupMode requested) {
    LegCommand command;
    command.joint.fill({.mode = JointMode::kPosition, .q_rad = 1});
    command.cup = {.mode = requested, .turbine = 0.3, .goal_N = 60};
    return cup.tell(mode, command);
  }
  bool is_full(GuardMode mode, CupMode requested) {
    const LegCommand command = commanded(mode, requested);
    return command.cup.mode == CupMode::kGrip && command.cup.turbine == 1;
  }
};

TEST(KnownCup, IsUnknownUntilItsZeroIsProvedOrItTellsThatItIsAttached) {
  for (const CupZero zero : {CupZero::kSettling, CupZero::kDistrusted}) {
    Known known;
    EXPECT_EQ(known.cup.knowledge(), CupKnowledge::kUnknown);
    known.note(0, zero);
    known.note(4700, zero);
    EXPECT_EQ(known.cup.knowledge(), CupKnowledge::kUnknown);
    EXPECT_EQ(known.cup.holding(), Holding::kMayHold);
  }
  Known proved, reported;
  proved.note(0, CupZero::kTrusted);
  EXPECT_EQ(proved.cup.knowledge(), CupKnowledge::kFree);
  reported.note(4800, CupZero::kDistrusted);
  EXPECT_EQ(reported.cup.knowledge(), CupKnowledge::kAttached);
  reported.note(0, CupZero::kDistrusted);  // released: its reading is valid since it was attached
  EXPECT_EQ(reported.cup.knowledge(), CupKnowledge::kFree);
}

TEST(KnownCup, BelievesNothingThatItTellsWhileItsZeroSettles) {
  Known known;
  known.note(5000, CupZero::kSettling);
  EXPECT_EQ(known.cup.knowledge(), CupKnowledge::kUnknown);
}

TEST(KnownCup, IsWhatAnOperatorSaysUntilABoot) {
  for (const CupWord word : {CupWord::kHolds, CupWord::kFree}) {
    Known known;
    known.note(0, CupZero::kDistrusted);
    EXPECT_TRUE(known.cup.take(word));
    known.note(0, CupZero::kDistrusted, 60);
    const bool holds = word == CupWord::kHolds;
    EXPECT_EQ(known.cup.knowledge(), holds ? CupKnowledge::kAttached : CupKnowledge::kFree);
    EXPECT_EQ(known.cup.holding(), holds ? Holding::kAttached : Holding::kByVacuum);
    known.cup.forget();
    EXPECT_EQ(known.cup.knowledge(), CupKnowledge::kUnknown);
  }
}

TEST(KnownCup, NeedsNoWordWhereItIsReliedOn) {
  Known known;
  known.note(0, CupZero::kTrusted);
  EXPECT_FALSE(known.cup.take(CupWord::kHolds));
  EXPECT_EQ(known.cup.knowledge(), CupKnowledge::kFree);
}

TEST(KnownCup, HoldsItsJointsAndSucksInFullWhileItIsUnknown) {
  for (const GuardMode mode : {GuardMode::kActive, GuardMode::kHold, GuardMode::kDegradedLeg})
    for (const CupMode requested :
         {CupMode::kHold, CupMode::kGrip, CupMode::kRelease, CupMode::kAttach}) {
      Known known;
      EXPECT_TRUE(known.is_full(mode, requested));
      for (const controller::JointSetpoint& joint : known.commanded(mode, requested).joint)
        EXPECT_EQ(joint.mode, JointMode::kHold);
    }
}

TEST(KnownCup, StaysAsItIsUnarmedWhateverIsKnown) {
  for (const GuardMode mode : {GuardMode::kOffline, GuardMode::kReady})
    for (const std::optional<CupWord> word :
         {std::optional<CupWord>(), std::optional(CupWord::kHolds),
          std::optional(CupWord::kFree)}) {
      Known known;
      if (word) known.cup.take(*word);
      const LegCommand commanded = known.commanded(mode, CupMode::kRelease);
      EXPECT_EQ(commanded.cup.mode, CupMode::kHold);
      EXPECT_EQ(commanded.joint[0].mode, JointMode::kHold);
    }
}

TEST(KnownCup, IsCutWhateverIsKnown) {
  Known known;
  EXPECT_EQ(known.commanded(GuardMode::kCut, CupMode::kRelease).cup.mode, CupMode::kRelease);
}

TEST(KnownCup, IsNeverLoweredThatHoldsByWordButReleased) {
  Known known;
  known.note(0, CupZero::kDistrusted);
  known.cup.take(CupWord::kHolds);
  EXPECT_TRUE(known.is_full(GuardMode::kActive, CupMode::kAttach));
  EXPECT_TRUE(known.is_full(GuardMode::kActive, CupMode::kGrip));
  EXPECT_TRUE(known.is_full(GuardMode::kHold, CupMode::kAttach));
  EXPECT_EQ(known.commanded(GuardMode::kActive, CupMode::kAttach).joint[0].q_rad, 1);
  EXPECT_EQ(known.commanded(GuardMode::kActive, CupMode::kRelease).cup.mode, CupMode::kRelease);
}

TEST(KnownCup, HasLetGoTwoSecondsAfterItWasReleasedAndKeepsFullUntilItsZeroIsProved) {
  Known known;
  known.note(0, CupZero::kDistrusted);
  known.cup.take(CupWord::kHolds);
  known.commanded(GuardMode::kActive, CupMode::kRelease);
  known.note(0, CupZero::kDistrusted, 2);
  EXPECT_EQ(known.cup.holding(), Holding::kAttached);
  known.note(0, CupZero::kDistrusted, 0.1);
  EXPECT_EQ(known.cup.holding(), Holding::kByVacuum);
  EXPECT_EQ(known.cup.knowledge(), CupKnowledge::kFree);
  EXPECT_FALSE(known.is_full(GuardMode::kActive, CupMode::kGrip));
  EXPECT_TRUE(known.is_full(GuardMode::kActive, CupMode::kAttach));
  known.note(0, CupZero::kTrusted);
  EXPECT_FALSE(known.is_full(GuardMode::kActive, CupMode::kAttach));
}

TEST(KnownCup, StaysAttachedByWordWhereAReleaseIsTakenBack) {
  Known known;
  known.note(0, CupZero::kDistrusted);
  known.cup.take(CupWord::kHolds);
  for (int k = 0; k < 3; ++k) {
    known.commanded(GuardMode::kActive, CupMode::kRelease);
    known.note(0, CupZero::kDistrusted, 1.5);
    known.commanded(GuardMode::kActive, CupMode::kAttach);
    known.note(0, CupZero::kDistrusted, 0.1);
    EXPECT_EQ(known.cup.holding(), Holding::kAttached);
  }
}

}  // namespace
}  // namespace ventosa::hal::known_cup_test
