#include <gtest/gtest.h>

#include "tests/scenarios/session/stand.h"

/// A controller whose commands are not finite.
namespace ventosa::scenarios::failed_controller_test {
namespace {

constexpr double kControllerFailed = 1 << static_cast<int>(hal::Trigger::kControllerFailed);

/// A robot that gets no finite command and holds, from the first tick to the last.
void expect_hold(Stand& stand) {
  stand.inputs.list = {{150, request(150, OperatorAction::kAcknowledge)}};
  const Session& session = stand.begin();
  for (std::int64_t tick = 0; tick < 200; ++tick) {
    stand.until(tick);
    ASSERT_EQ(stand.mode(), hal::GuardMode::kHold) << tick;
    ASSERT_TRUE(is_empty(session.command())) << tick;
    EXPECT_EQ(stand.at(static_cast<std::size_t>(tick), "session.triggers"), kControllerFailed);
  }
  EXPECT_EQ(stand.at(199, "count.attached"), 4);
}

TEST(FailedController, HoldsTheRobotThatItGivesAGainWhichIsNoNumber) {
  Stand stand;
  stand.scenario.controller.gains.kd_Nms_rad[1] = std::nan("");
  expect_hold(stand);
}

TEST(FailedController, HoldsTheRobotWhenItFindsItsOwnCommandBad) {
  Stand stand;
  stand.scenario.controller.gains.friction_share = 1;
  stand.scenario.controller_model.leg[1].joint[1].friction.coulomb_Nm = std::nan("");
  expect_hold(stand);
  EXPECT_EQ(stand.at(0, "plan.reason"), static_cast<double>(controller::Reason::kBadCommand));
}

// after an acknowledgement it tries again, once
TEST(FailedController, IsStoppedAgainInTheTickOfTheAcknowledgement) {
  Stand stand;
  stand.scenario.controller.gains.kd_Nms_rad[1] = std::nan("");
  stand.inputs.list = {{50, request(50, OperatorAction::kAcknowledge)},
                       {150, request(150, OperatorAction::kAcknowledge)}};
  const Session& session = stand.begin();
  stand.until(50);
  EXPECT_EQ(session.report().refusal, hal::Refusal::kClearedTooRecently);
  stand.until(150);
  EXPECT_EQ(session.report().refusal, hal::Refusal::kNone);
  EXPECT_EQ(stand.mode(), hal::GuardMode::kHold);
  EXPECT_EQ(1e-9 * static_cast<double>(
                       session.report().guard.robot[hal::Trigger::kControllerFailed].since_ns),
            1.5);
}

}  // namespace
}  // namespace ventosa::scenarios::failed_controller_test
