#include <gtest/gtest.h>

#include "tests/scenarios/session/stand.h"

/// Requests of an operator to a session.
namespace ventosa::scenarios::session_requests_test {
namespace {

using controller::CupMode;
using controller::JointMode;
using hal::Status;

TEST(Session, HoldsFromTheRequestToTheAcknowledgement) {
  Stand stand;
  stand.inputs.list = {{10, request(10, OperatorAction::kHold)},
                       {50, request(50, OperatorAction::kAcknowledge)}};
  const Session& session = stand.begin();
  EXPECT_FALSE(is_empty(session.command()));
  for (std::int64_t tick = 1; tick < 100; ++tick) {
    stand.until(tick);
    EXPECT_EQ(is_empty(session.command()), tick >= 10 && tick < 50) << tick;
  }
  EXPECT_EQ(stand.at(30, "plan.reason"), static_cast<double>(controller::Reason::kOperator));
  EXPECT_EQ(stand.at(30, "count.attached"), 4);
  EXPECT_EQ(stand.at(99, "count.attached"), 4);
  EXPECT_EQ(stand.at(99, "plan.reason"), 0);
  EXPECT_LT(stand.at(99, "error.body.position"), 0.01);
}

TEST(Session, HoldsAFootInTheAirAndLetsItGoOn) {
  Stand stand("crawl_up_wall");
  Input walk = request(0, OperatorAction::kNone);
  walk.goal = stand.scenario.script.goal_at(5, stand.scenario.twin.X_WB);
  Input hold = walk, on = walk;
  hold.tick = 200;
  hold.request = {OperatorAction::kHold};
  on.tick = 300;
  on.request = {OperatorAction::kAcknowledge};
  stand.inputs.list = {{0, walk}, {200, hold}, {300, on}};
  stand.begin();
  stand.until(1200);
  EXPECT_EQ(stand.at(250, "count.attached"), 3);  // the foot was in the air
  EXPECT_EQ(stand.at(250, "plan.steps_done"), stand.at(300, "plan.steps_done"));
  EXPECT_GT(stand.at(1200, "plan.steps_done"), stand.at(300, "plan.steps_done") + 1);
  EXPECT_LT(stand.at(1200, "error.body.position"), 0.005);
}

TEST(Session, CutsOnlyWhatIsConfirmed) {
  Stand stand;
  stand.inputs.list = {{10, request(10, OperatorAction::kCut)},
                       {20, request(20, OperatorAction::kCut, true)},
                       {30, request(30, OperatorAction::kArm)},
                       {40, request(40, OperatorAction::kAcknowledge)}};
  const Session& session = stand.begin();
  stand.until(10);
  EXPECT_EQ(stand.mode(), hal::GuardMode::kHold);
  EXPECT_EQ(session.report().refusal, hal::Refusal::kNotConfirmed);
  EXPECT_TRUE(is_empty(session.command()));
  stand.until(20);
  EXPECT_EQ(stand.mode(), hal::GuardMode::kCut);
  EXPECT_EQ(session.command().leg[1].joint[2].mode, JointMode::kPassive);
  EXPECT_EQ(session.command().leg[1].cup.mode, CupMode::kRelease);
  stand.until(30);
  EXPECT_TRUE(is_empty(session.command()));
  stand.until(40);
  EXPECT_EQ(stand.mode(), hal::GuardMode::kActive);
  EXPECT_EQ(stand.at(20, "session.request"), static_cast<double>(OperatorAction::kCut));
  EXPECT_EQ(stand.at(20, "session.confirmed"), 1);
  EXPECT_EQ(stand.at(10, "session.refusal"), static_cast<double>(hal::Refusal::kNotConfirmed));
}

TEST(Session, LetsAReadyRobotMoveOnlyWhenItIsArmed) {
  Stand stand;
  stand.robot.can.needs_arming = true;
  stand.inputs.list = {{10, request(10, OperatorAction::kArm)}};
  const Session& session = stand.begin();
  for (std::int64_t tick = 0; tick < 20; ++tick) {
    stand.until(tick);
    EXPECT_EQ(is_empty(session.command()), tick < 10) << tick;
  }
}

// when a link returns, the robot must not continue by itself
TEST(Session, HoldsARobotThatWasLostUntilItIsAcknowledged) {
  Stand stand;
  stand.inputs.list = {{5, request(5, OperatorAction::kAcknowledge)},
                       {40, request(40, OperatorAction::kAcknowledge)},
                       {120, request(120, OperatorAction::kAcknowledge)}};
  stand.begin();
  stand.until(9);
  EXPECT_EQ(stand.mode(), hal::GuardMode::kActive);
  stand.robot.says = Status::kLost;
  stand.until(10);
  stand.robot.says = Status::kOk;
  stand.until(40);  // too soon: the link has not been back for a second
  EXPECT_EQ(stand.mode(), hal::GuardMode::kHold);
  EXPECT_EQ(stand.session->report().refusal, hal::Refusal::kClearedTooRecently);
  EXPECT_EQ(stand.at(40, "session.triggers"), 1 << static_cast<int>(hal::Trigger::kLost));
  stand.until(119);
  EXPECT_EQ(stand.mode(), hal::GuardMode::kHold);
  stand.until(120);
  EXPECT_EQ(stand.mode(), hal::GuardMode::kActive);
}

}  // namespace
}  // namespace ventosa::scenarios::session_requests_test
