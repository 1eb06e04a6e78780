#include "scenarios/session/own_controller.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "scenarios/assertions/incident_kinds.h"
#include "scenarios/verdict/verdict.h"
#include "tests/scenarios/session/stand.h"

/// A user's controller in place of the shipped one: what is sent, what is rejected, and how the run
/// is judged.
namespace ventosa::scenarios::own_controller_test {
namespace {

using controller::Command;
using controller::Diagnostics;
using controller::FootPhase;
using controller::JointMode;
using controller::Observation;
using controller::Reason;

/// Does what a test sets, and counts its calls.
class Scripted final : public OwnController {
 public:
  using Law = std::function<void(const Observation&, Diagnostics&, Command&)>;
  explicit Scripted(Law law) : law_(std::move(law)) {}

  Command tick(const Observation& seen, const controller::Goal&,
               Diagnostics& plan) noexcept override {
    ++n_requested;
    Command command;
    law_(seen, plan, command);
    return command;
  }
  int n_requested = 0;

 private:
  Law law_;
};

/// All joints of the arms stay at their measured angles, by stiff gains.
void stay(const Observation& seen, Command& command) {
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      command.leg[i].joint[j] = {.mode = JointMode::kImpedance,
                                 .q_rad = seen.leg[i].joint[j].q_rad,
                                 .kp_Nm_rad = 60,
                                 .kd_Nms_rad = 3};
}

double bit(hal::Trigger trigger) { return 1 << static_cast<int>(trigger); }

TEST(OwnController, DecidesFromTheNextTickOnAndIsRecorded) {
  Stand stand;
  Scripted own([](const Observation& seen, Diagnostics& plan, Command& command) {
    stay(seen, command);
    command.leg[2].cup = {.mode = controller::CupMode::kGrip, .turbine = 0.75};
    if (seen.now_ns == 10'000'000) plan.X_WB_reference.translation().x() = 7;  // and stays there
  });
  Session& session = stand.begin();
  session.hand_over_to(own);
  stand.until(20);
  EXPECT_EQ(own.n_requested, 20);
  EXPECT_NE(stand.at(0, "command.leg2.cup.turbine"), 0.75);
  for (std::size_t row = 1; row <= 20; ++row) {
    EXPECT_EQ(stand.at(row, "command.leg2.cup.turbine"), 0.75);
    EXPECT_EQ(stand.at(row, "command.leg0.joint1.kp"), 60);
    EXPECT_EQ(stand.at(row, "plan.reference.x"), 7);
    EXPECT_EQ(stand.at(row, "plan.reason"), static_cast<double>(Reason::kNone));
  }
}

TEST(OwnController, IsToldTheEstimateWhileItMovesTheBody) {
  Stand stand;
  double q0_rad = 0;
  Scripted own([&](const Observation& seen, Diagnostics&, Command& command) {
    if (q0_rad == 0) q0_rad = seen.leg[0].joint[1].q_rad;
    stay(seen, command);
    for (std::size_t i = 0; i < 4; ++i)  // the knees of all legs: the body rises or sinks
      command.leg[i].joint[1].q_rad =
          q0_rad - 0.05 * std::min(1e-9 * static_cast<double>(seen.now_ns), 1.0);
  });
  stand.begin().hand_over_to(own);
  stand.until(150);
  const double moved_m = stand.at(150, "truth.body.z") - stand.at(0, "truth.body.z");
  EXPECT_GT(std::abs(moved_m), 0.003);
  EXPECT_NEAR(stand.at(150, "plan.estimate.z"), stand.at(150, "truth.body.z"), 0.001);
}

TEST(OwnController, IsHeldForANumberThatIsNone) {
  Stand stand;
  Scripted own([](const Observation& seen, Diagnostics&, Command& command) {
    stay(seen, command);
    if (seen.now_ns >= 100'000'000) command.leg[1].joint[2].tau_ff_Nm = std::nan("");
  });
  Session& session = stand.begin();
  session.hand_over_to(own);
  stand.until(50);
  EXPECT_EQ(stand.mode(), hal::GuardMode::kHold);
  EXPECT_EQ(own.n_requested, 10);  // not again while the robot holds
  EXPECT_TRUE(is_empty(session.command()));
  EXPECT_EQ(stand.at(10, "session.triggers"), bit(hal::Trigger::kControllerFailed));
  EXPECT_EQ(stand.at(10, "plan.reason"), static_cast<double>(Reason::kBadCommand));
  EXPECT_FALSE(session.breach());
  EXPECT_EQ(stand.at(50, "count.attached"), 4);
}

TEST(OwnController, IsHeldBeyondALimitAndGoesOnByAnOperatorsWord) {
  Stand stand;
  stand.inputs.list = {{150, request(150, OperatorAction::kAcknowledge)}};
  Scripted own([](const Observation& seen, Diagnostics&, Command& command) {
    stay(seen, command);
    if (seen.now_ns == 100'000'000) command.leg[3].joint[0].q_rad = 3;
  });
  Session& session = stand.begin();
  session.hand_over_to(own);
  stand.until(149);
  EXPECT_EQ(stand.mode(), hal::GuardMode::kHold);
  EXPECT_TRUE(is_empty(session.command()));
  EXPECT_EQ(stand.at(10, "session.triggers"), bit(hal::Trigger::kLimit));
  ASSERT_TRUE(session.breach());
  EXPECT_EQ(session.breach()->leg, 3);
  EXPECT_EQ(session.breach()->joint, 0);
  EXPECT_EQ(session.breach()->value, 3);
  stand.until(200);
  EXPECT_EQ(stand.mode(), hal::GuardMode::kActive);
  EXPECT_EQ(own.n_requested, 10 + 51);
}

// stop means keep gripping, whatever the controller requests
TEST(OwnController, CannotLetGoWhileAnOperatorHoldsTheRobot) {
  Stand stand;
  stand.inputs.list = {{10, request(10, OperatorAction::kHold)}};
  Scripted own([](const Observation& seen, Diagnostics&, Command& command) {
    stay(seen, command);
    for (std::size_t i = 0; i < 4 && seen.now_ns >= 100'000'000; ++i)
      command.leg[i].cup.mode = controller::CupMode::kRelease;
  });
  Session& session = stand.begin();
  session.hand_over_to(own);
  stand.until(200);
  EXPECT_TRUE(is_empty(session.command()));
  EXPECT_EQ(stand.at(200, "count.attached"), 4);
}

TEST(OwnController, IsNotAskedOnceADriveReportsAnError) {
  Stand stand;
  stand.robot.edit = [](Observation& seen) {
    if (seen.now_ns >= 100'000'000) seen.leg[1].joint[1].errors = controller::kOverloadError;
  };
  Scripted own([](const Observation& seen, Diagnostics&, Command& c) { stay(seen, c); });
  Session& session = stand.begin();
  session.hand_over_to(own);
  stand.until(50);
  EXPECT_EQ(stand.mode(), hal::GuardMode::kStand);
  EXPECT_LE(own.n_requested, 11);
  EXPECT_TRUE(is_empty(session.command()));
  EXPECT_EQ(stand.at(50, "count.attached"), 4);
}

TEST(OwnController, CannotBeSavedBecauseItsMemoryIsUnknown) {
  Stand stand;
  Scripted own([](const Observation& seen, Diagnostics&, Command& c) { stay(seen, c); });
  Session& session = stand.begin();
  SessionSnapshot snapshot;
  session.save(snapshot);
  session.hand_over_to(own);
  EXPECT_THROW(session.save(snapshot), std::logic_error);
  EXPECT_THROW(session.restore(snapshot), std::logic_error);
}

/// The verdict on "cups hold" of a run in which a cup is released in this phase.
bool cups_hold(FootPhase phase) {
  const Scenario scenario = shipped("hold_push_ground");
  JudgedRun run(scenario, 1);
  Scripted own([&](const Observation& seen, Diagnostics& plan, Command& command) {
    stay(seen, command);
    if (seen.now_ns == 10'000'000) plan.phase[1] = phase;  // and stays in it
    command.leg[1].cup.mode = controller::CupMode::kRelease;
  });
  run.hand_over_to(own);
  while (run.advance()) {
  }
  const auto asserts = run.verdict(0).asserts;
  const auto found = std::find_if(asserts.begin(), asserts.end(),
                                  [](const AssertResult& each) { return each.name == kCupsHold; });
  return found->pass;
}

TEST(OwnController, IsJudgedByTheFeetThatItReliesOn) {
  EXPECT_FALSE(cups_hold(FootPhase::kStance));
  EXPECT_TRUE(cups_hold(FootPhase::kRelease));
}

}  // namespace
}  // namespace ventosa::scenarios::own_controller_test
