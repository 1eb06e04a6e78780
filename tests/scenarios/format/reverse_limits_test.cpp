#include <gtest/gtest.h>

#include "tests/scenarios/reverse_walk.h"

/// Walks by the reverse body that a scenario may not ask for: beyond the ranges of the legs or the
/// speed of their drives.
namespace ventosa::scenarios::reverse_walk_test {
namespace {

std::string refusal(const Way& way) {
  try {
    load(way);
  } catch (const models::InputError& error) {
    return error.what();
  }
  return "";
}

/// The number after some words.
double number_after(const std::string& text, const std::string& words) {
  const std::size_t at = text.find(words);
  EXPECT_NE(at, std::string::npos) << "'" << text << "' has not: " << words;
  return at == std::string::npos ? 0 : std::atof(text.c_str() + at + words.size());
}

std::string text(double number) { return std::to_string(number); }

const std::string kMost = "but the legs' ranges allow at most ";
const std::string kLeast = "but the joints' speed asks for at least ";
const std::string kPlace =
    "walk.yaml:19:15: script[0].walk = {...}: walks by the gait 'mirror' with ";

constexpr const char* kSideways =
    "  - {at_s: 1, walk: {velocity_m_s: [0, 0.05, 0], gait: mirror}}\n";
constexpr const char* kTurn = "  - {at_s: 1, walk: {turn_deg_s: [0, 0, 5], gait: mirror}}\n";

Way striding(double sweep_m, const char* script = kFar) {
  return Way{.sweep_m = text(sweep_m), .step_s = "6", .script = script, .duration_s = "13"};
}

TEST(ReverseLimits, RefusesAStrideBeyondTheRangesWithTheLargest) {
  const std::string what = refusal(striding(0.4));
  EXPECT_NE(what.find(kPlace + "sweep_m = 0.4, " + kMost), std::string::npos) << what;
  EXPECT_NE(what.find("(a shorter sweep_m, "), std::string::npos) << what;
  const double most_m = number_after(what, kMost);
  EXPECT_GT(most_m, 0.05);
  EXPECT_NE(refusal(striding(1.02 * most_m)), "");
}

/// The check is that of the walk: what passes it is walked by whole strides.
TEST(ReverseLimits, AllowsTheLargestStrideWhichIsWalked) {
  const double most_m = number_after(refusal(striding(0.4, kSideways)), kMost);
  const Walked walk(striding(most_m, kSideways));
  EXPECT_NEAR(walk.at(walk.row_at(7), "plan.reference.y"), most_m / 2, 0.01 * most_m);
  EXPECT_NEAR(walk.at(walk.row_at(12.9), "plan.reference.y"), 1.483 * most_m, 0.01 * most_m);
  for (std::size_t row = 0; row < walk.last(); ++row)
    ASSERT_EQ(walk.at(row, "plan.reason"), 0) << row;
}

TEST(ReverseLimits, AsksInTheDirectionOfTheWalk) {
  const double ahead_m = number_after(refusal(striding(0.4)), kMost);
  const double sideways_m = number_after(refusal(striding(0.4, kSideways)), kMost);
  const double turned_m = number_after(refusal(striding(0.9, kTurn)), kMost);
  EXPECT_GT(std::abs(ahead_m - sideways_m), 0.005);
  EXPECT_EQ(refusal(striding(0.99 * sideways_m, kSideways)), "");
  EXPECT_EQ(refusal(striding(0.99 * turned_m, kTurn)), "");
}

TEST(ReverseLimits, RefusesALiftBeyondTheRangesWithTheLargest) {
  const std::string what = refusal(Way{.lift_m = "0.3"});
  EXPECT_NE(what.find(kPlace + "controller.gait.lift_m = 0.3, " + kMost), std::string::npos)
      << what;
  const double most_m = number_after(what, kMost);
  const auto slow = [](double lift_m) {
    return Way{.sweep_m = "0.001", .step_s = "6", .lift_m = text(lift_m)};
  };
  EXPECT_EQ(refusal(slow(0.99 * most_m)), "");
  EXPECT_NE(refusal(slow(1.02 * most_m)), "");
}

TEST(ReverseLimits, RefusesAStepTooShortForTheDrivesWithTheLeast) {
  const std::string what = refusal(Way{.step_s = "0.06"});
  EXPECT_NE(what.find(kPlace + "step_s = 0.06, " + kLeast), std::string::npos) << what;
  EXPECT_NE(what.find("(a longer step_s, "), std::string::npos) << what;
  const double least_s = number_after(what, kLeast);
  EXPECT_EQ(refusal(Way{.step_s = text(least_s)}), "");
  EXPECT_NE(refusal(Way{.step_s = text(0.98 * least_s)}), "");
}

TEST(ReverseLimits, LetsDrivesSaturateButNotRangesIfTheScenarioInsists) {
  const auto insisting = [](Way way) {
    way.lift_m += ", beyond_joints: true";
    return refusal(way);
  };
  EXPECT_EQ(insisting(Way{.step_s = "0.06"}), "");
  EXPECT_NE(insisting(striding(0.4)), "");
}

}  // namespace
}  // namespace ventosa::scenarios::reverse_walk_test
