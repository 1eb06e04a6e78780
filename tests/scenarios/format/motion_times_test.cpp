#include "scenarios/format/motion_times.h"

#include <gtest/gtest.h>

#include "tests/scenarios/good_scenario.h"

/// Motions of the body that are longer than the time in the script.
namespace ventosa::scenarios::motion_times_test {
namespace {

/// A run of 60 s with these entries.
std::string script_of(const std::string& entries) {
  std::string text =
      with("  - {at_s: 1, walk: {velocity_m_s: [0.01, 0, 0], distance_m: 0.1}}\n", entries);
  return text.replace(text.find("duration_s: 4"), 13, "duration_s: 60");
}
std::string entry(const std::string& at_s, const std::string& motion) {
  return "  - {at_s: " + at_s + ", " + motion + "}\n";
}

const std::string kPose = "pose: {offset_m: [0.05, 0, 0]}";           // 2.3 s
const std::string kCircle = "circle: {radius_m: 0.03, period_s: 8}";  // 12 s
const std::string kWindowed =
    "circle: {radius_m: 0.03, period_s: 8, pd_off_s: [[3, 5]]}";  // 14.5 s

TEST(MotionTimes, RefuseWhatOvertakesAPoseOrAPath) {
  for (const std::string& later :
       {kPose, kCircle, std::string("walk: {velocity_m_s: [0.01, 0, 0], distance_m: 0.1}"),
        std::string("move: {velocity_m_s: [0.01, 0, 0]}"),
        std::string("detach: {leg: rear_left}")}) {
    expect_refused(script_of(entry("1", kPose) + entry("1.05", later)), "10:12",
                   "script[1].at_s = 1.05: starts before script[0] has ended, at 3.34 s");
    expect_refused(script_of(entry("1", kCircle) + entry("12.9", later)), "10:12",
                   "has ended, at 13 s");
  }
  expect_refused(script_of(entry("1", "square: {side_m: 0.06}") + entry("2", kPose)), "10:12",
                 "starts before script[0] has ended");
  expect_refused(
      script_of(entry("1", "via: {points: [{offset_m: [0, 0.05, 0]}]}") + entry("2", kPose)),
      "10:12", "starts before script[0] has ended");
  expect_refused(script_of(entry("1", kWindowed) + entry("15", kPose)), "10:12",
                 "has ended, at 15.5 s");
}

TEST(MotionTimes, LetThroughWhatWaitsForTheEnd) {
  EXPECT_EQ(error_of(script_of(entry("1", kPose) + entry("3.34", kPose))), "");
  EXPECT_EQ(error_of(script_of(entry("1", kCircle) + entry("13", kPose))), "");
  EXPECT_EQ(error_of(script_of(entry("1", kWindowed) + entry("15.5", kPose))), "");
}

/// Pushes, `look` and relays do not change the goal.
TEST(MotionTimes, LetThroughWhatIsNoMotion) {
  EXPECT_EQ(error_of(script_of(entry("1", kPose) +
                               entry("1.5", "push: {force_N: [0, 1, 0], duration_s: 1}"))),
            "");
}

TEST(MotionTimes, LetAHoldAndTheEndOfTheRunCutAMotionShort) {
  const Scenario scenario = read(script_of(entry("1", kCircle) + entry("9", "hold: {}") +
                                           entry("20", kPose) + entry("57", kCircle)));
  const std::vector<CutMotion> cut = cut_motions(scenario, scenario.script);
  ASSERT_EQ(cut.size(), 2u);
  EXPECT_EQ(cut[0].goal, 0u);
  EXPECT_NEAR(cut[0].lasts_until_s, 13, 1e-9);
  EXPECT_EQ(cut[0].cut_s, 9);
  EXPECT_EQ(cut[1].goal, 3u);
  EXPECT_NEAR(cut[1].lasts_until_s, 69, 1e-9);
  EXPECT_EQ(cut[1].cut_s, 60);
}

}  // namespace
}  // namespace ventosa::scenarios::motion_times_test
