#include "view/gamepad.h"

#include <gtest/gtest.h>

#include "tests/scenarios/good_scenario.h"
#include "view/run/goals.h"

namespace ventosa::view::gamepad_test {
namespace {

using controller::Activity;

struct AGamepad : testing::Test {
  Gamepad gamepad;
  Frame frame;
  std::vector<controller::Goal> goals;
  const Ask ask = [this](Request request) {
    goals.push_back(std::get<Intervention>(request).goal.value());
  };

  AGamepad() {
    frame.scenario = std::make_shared<scenarios::Scenario>(scenarios::read(scenarios::kGood));
  }
  void use(const std::optional<Sticks>& sticks) { gamepad.use(sticks, frame, ask); }
};

TEST_F(AGamepad, ThatIsNotTouchedAsksForNothing) {
  use(std::nullopt);
  use(Sticks{});
  use(Sticks{.forwards = 0.1, .left = -0.14});
  EXPECT_TRUE(goals.empty());
}

TEST_F(AGamepad, WalksTheBodysWay) {
  frame.plan.X_WB_reference.linear() =
      Eigen::AngleAxisd(1.5707963267948966, controller::Vector3d::UnitZ()).toRotationMatrix();
  use(Sticks{.forwards = 1, .turn = -0.5});
  ASSERT_EQ(goals.size(), 1u);
  EXPECT_EQ(goals[0].activity, Activity::kWalk);
  EXPECT_NEAR(goals[0].v_WB.y(), walk_limits(frame).speed_m_s, 1e-12);
  EXPECT_NEAR(goals[0].v_WB.x(), 0, 1e-12);
  EXPECT_LT(goals[0].w_WB.z(), 0);
}

TEST_F(AGamepad, AsksOnceForAHandThatTrembles) {
  for (const double stick : {0.52, 0.48, 0.54, 0.46}) use(Sticks{.forwards = stick});
  EXPECT_EQ(goals.size(), 1u);
}

TEST_F(AGamepad, ThatIsLetGoOrUnpluggedLetsTheRobotStand) {
  use(Sticks{.left = 1});
  use(Sticks{});
  use(Sticks{.left = 1});
  use(std::nullopt);
  ASSERT_EQ(goals.size(), 4u);
  EXPECT_EQ(goals[1].activity, Activity::kHold);
  EXPECT_EQ(goals[3].activity, Activity::kHold);
  use(std::nullopt);
  EXPECT_EQ(goals.size(), 4u);
}

TEST_F(AGamepad, LeavesPdAsItIs) {
  frame.goal.pd = false;
  use(Sticks{.left = 1});
  use(std::nullopt);
  for (const controller::Goal& goal : goals) EXPECT_FALSE(goal.pd);
}

}  // namespace
}  // namespace ventosa::view::gamepad_test
