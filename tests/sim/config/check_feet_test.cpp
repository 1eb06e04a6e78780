#include "sim/config/check_feet.h"

#include <gtest/gtest.h>

#include "models/input_error.h"
#include "tests/sim/feet/walking_robot.h"

namespace ventosa::sim::check_feet_test {
namespace {

std::string refusal(auto spoil) {
  models::Robot robot = test::hexapod();
  TwinConfig config = test::standing_on(robot, 0);
  spoil(*robot.point, config);
  try {
    check_feet(robot, config);
  } catch (const models::InputError& error) {
    return error.what();
  }
  return "accepted";
}

void expect_refused(const std::string& key, auto spoil) {
  const std::string what = refusal(spoil);
  EXPECT_EQ(what.find("foot.contact." + key + " = "), 0U) << what;
}

TEST(CheckFeet, AcceptsTheShippedFeetAndCups) {
  EXPECT_EQ(refusal([](auto&, auto&) {}), "accepted");
  const models::Robot cups = romerin4();
  EXPECT_NO_THROW(check_feet(cups, standing(cups, 0)));
}

TEST(CheckFeet, RefusesAContactThatIsTooStiffForTheStepByItsKey) {
  expect_refused("stiffness_N_m", [](auto& foot, auto&) { foot.stiffness_N_m = 1e7; });
  expect_refused("stiffness_N_m", [](auto& foot, auto&) { foot.damping_Ns_m = 1e4; });
  expect_refused("sticking.stiffness_N_m", [](auto& foot, auto&) {
    foot.friction = models::Sticking{1e7, 40};
  });
  expect_refused("creeping.v_lim_m_s",
                 [](auto& foot, auto&) { foot.friction = models::Creeping{1e-4}; });
  expect_refused("stiffness_N_m", [](auto&, auto& config) { config.step_s = 0.05; });
}

TEST(CheckFeet, AcceptsTheStepThatItNames) {
  const auto stiff = [](auto& foot, auto&) { foot.stiffness_N_m = 1e6; };
  const std::string what = refusal(stiff), words = "step_s must be at most ";
  const std::size_t at = what.find(words);
  ASSERT_NE(at, std::string::npos) << what;
  const double step_s = std::stod(what.substr(at + words.size()));
  EXPECT_LT(step_s, 0.002);
  EXPECT_EQ(refusal([&](auto& foot, auto& config) {
              stiff(foot, config);
              config.step_s = step_s;
            }),
            "accepted");
}

// in a gap a joint moves without its rotor: 0.025 kg at the feet instead of 0.109
TEST(CheckFeet, CountsOnNoRotorThatIsInAGap) {
  const auto with_play = [](double step_s) {
    return refusal([&](auto&, auto& config) {
      config.drive.backlash = true;
      config.step_s = step_s;
    });
  };
  EXPECT_NE(with_play(0.002).find("least mass m of 0.025"), std::string::npos);
  EXPECT_EQ(with_play(0.0009), "accepted");
  EXPECT_NE(with_play(0.0011), "accepted");
}

TEST(CheckFeet, TakesTheLargestFrictionOfAllSurfaces) {
  const auto creeping = [](double first, double second) {
    return [first, second](auto& foot, auto& config) {
      foot.friction = models::Creeping{0.045};
      config.patches.n = 2;
      config.patches.patch[0] = plane(0, first);
      config.patches.patch[1] = plane(0, second);
    };
  };
  EXPECT_EQ(refusal(creeping(0.7, 0.1)), "accepted");
  expect_refused("creeping.v_lim_m_s", creeping(0.7, 10));
  expect_refused("creeping.v_lim_m_s", creeping(10, 0.7));
}

}  // namespace
}  // namespace ventosa::sim::check_feet_test
