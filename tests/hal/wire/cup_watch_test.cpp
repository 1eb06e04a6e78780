#include "hal/wire/cup_watch.h"

#include <gtest/gtest.h>

namespace ventosa::hal::cup_watch_test {
namespace {

using controller::CupMode;

constexpr std::int64_t kMs = 1'000'000;

// its zero

controller::CupReading reads(double vacuum_Pa) {
  return {.vacuum_Pa = vacuum_Pa, .distance_m = {0.255, 0.255, 0.255}};
}

TEST(CupRest, ProvesTheZeroByTwelveSecondsAtRestAndKeepsIt) {
  CupRest rest;
  rest.begin(0);
  rest.note(reads(0), 0, 11'999 * kMs);
  EXPECT_EQ(rest.zero(reads(0), 11'999 * kMs), CupZero::kSettling);
  rest.note(reads(0), 0, 12'000 * kMs);
  rest.note(reads(4000), 80, 13'000 * kMs);
  EXPECT_EQ(rest.zero(reads(4000), 13'000 * kMs), CupZero::kTrusted);
}

TEST(CupRest, CountsAnewAfterATurbineThatTurnsAndAfterABoot) {
  CupRest rest;
  rest.begin(0);
  rest.note(reads(0), 5, 11'000 * kMs);
  rest.note(reads(0), 0, 22'999 * kMs);
  EXPECT_EQ(rest.zero(reads(0), 22'999 * kMs), CupZero::kSettling);
  rest.note(reads(0), 4, 23'000 * kMs);
  EXPECT_EQ(rest.zero(reads(0), 23'000 * kMs), CupZero::kTrusted);
  rest.begin(30'000 * kMs);
  EXPECT_EQ(rest.zero(reads(0), 41'999 * kMs), CupZero::kSettling);
}

// its hold

/// A cup of 0.01 m2, attached from 48 N on: 4800 Pa.
struct Held {
  HeldCup cup{controller::Cup{.area_m2 = 0.01, .goal_force_N = 60, .attached_ratio = 0.8}};
  std::int64_t now_ns = 0;

  /// Gets a reading every 10 ms for this time.
  bool note(double force_N, std::int64_t time_ns = 1000 * kMs) {
    for (const std::int64_t end_ns = now_ns + time_ns; now_ns < end_ns; now_ns += 10 * kMs) {
      controller::LegReading reading;
      reading.cup = {.sampled_ns = now_ns, .vacuum_Pa = force_N / 0.01};
      cup.note(reading);
    }
    return cup.has_come_off();
  }
};

TEST(HeldCup, HasComeOffWhenItIsBelowAttachedForThreeTenthsOfASecond) {
  Held held;
  EXPECT_FALSE(held.note(60));
  EXPECT_FALSE(held.note(47.9, 300 * kMs));
  EXPECT_TRUE(held.note(47.9, 10 * kMs));
  EXPECT_TRUE(held.note(0));
  EXPECT_FALSE(held.note(48.1, 10 * kMs));  // the cup is attached with its margin again
}

TEST(HeldCup, BearsADipAndSilence) {
  Held held;
  held.note(60);
  for (int k = 0; k < 10; ++k) {
    EXPECT_FALSE(held.note(0, 290 * kMs));
    held.note(60, 10 * kMs);
  }
  held.note(0, 10 * kMs);
  held.now_ns += 10'000 * kMs;
  EXPECT_FALSE(held.cup.has_come_off());
}

TEST(HeldCup, NeedNotHoldBeforeItHasAndAfterItWasReleased) {
  Held held;
  held.cup.tell({.mode = CupMode::kAttach, .goal_N = 60});
  EXPECT_FALSE(held.note(40));
  held.note(60);
  for (const controller::CupCommand& release : {controller::CupCommand{.mode = CupMode::kRelease},
                                                {.mode = CupMode::kGrip, .turbine = 0}}) {
    held.note(60);
    held.cup.tell(release);
    EXPECT_FALSE(held.note(0));
  }
}

TEST(HeldCup, IsHeldByTheGoalThatItWasGiven) {
  Held held;
  held.cup.tell({.mode = CupMode::kAttach, .goal_N = 40});
  EXPECT_FALSE(held.note(33));
  EXPECT_TRUE(held.note(31));
  held.note(33);
  held.cup.tell({.mode = CupMode::kAttach, .goal_N = 100});
  EXPECT_FALSE(held.note(33));  // on its way up
  held.note(90);
  EXPECT_TRUE(held.note(79));
  held.cup.tell({});  // a hold changes nothing
  EXPECT_TRUE(held.note(79));
}

}  // namespace
}  // namespace ventosa::hal::cup_watch_test
