#include <gtest/gtest.h>

#include "tests/hal/legacy/rebooted_legacy.h"

/// Modules with today's firmware that rebooted while their cups were attached: they report no
/// vacuum. In virtual time.
namespace ventosa::hal::legacy_reboot_test {
namespace {

using test::LegacyOnAWall;

constexpr std::size_t kLegs = 4;

/// Largest motion of the joints, and largest decrease of a leg's turbine.
struct Watch {
  explicit Watch(LegacyOnAWall& wall) : on(wall) {
    for (std::size_t i = 0; i < kLegs; ++i) {
      from_rad.push_back(on.q_rad(i));
      least_percent.push_back(on.turbine_percent(i));
    }
  }
  void operator()() {
    for (std::size_t i = 0; i < kLegs; ++i) {
      const controller::PerJoint<double> now_rad = on.q_rad(i);
      for (std::size_t j = 0; j < 6; ++j)
        moved_deg = std::max(moved_deg, std::abs(now_rad[j] - from_rad[i][j]) * 180 / M_PI);
      least_percent[i] = std::min(least_percent[i], on.turbine_percent(i));
    }
  }
  LegacyOnAWall& on;
  std::vector<controller::PerJoint<double>> from_rad;
  std::vector<double> least_percent;
  double moved_deg = 0;
};

TEST(LegacyReboot, LowersNoCupThatHoldsAndMovesNoLegWhenItIsArmed) {
  LegacyOnAWall on;
  on.boot_while_gripping(0);
  ASSERT_GT(on.vacuum_force_N(0), 48);
  ASSERT_EQ(on.turbine_percent(0), 100);
  static_cast<void>(on.set_up());
  ASSERT_EQ(on.robot().line(0).telemetry().reading().cup.vacuum_Pa, 0);
  const double before_N = on.vacuum_force_N(0);
  Watch watch(on);
  on.inputs.request = {OperatorAction::kArm};
  on.advance(12, std::ref(watch));
  EXPECT_EQ(watch.least_percent[0], 100);
  EXPECT_GE(on.vacuum_force_N(0), 0.99 * before_N);
  EXPECT_LT(watch.moved_deg, 1);
}

TEST(LegacyReboot, AsksBeforeTorqueAndNamesTheLegAndTheWords) {
  LegacyOnAWall on;
  on.boot_while_gripping(2);
  EXPECT_EQ(on.set_up(), std::vector<std::string>{});  // no reason to stop trying
  EXPECT_EQ(on.robot().refusals(),
            std::vector<std::string>{
                "rear_left: zero of its cup: expected 12 s at rest since "
                "boot, found unverified; the cup may be attached: say `holds rear_left` "
                "or `free rear_left`"});
  for (std::size_t i = 0; i < kLegs; ++i)
    EXPECT_EQ(on.robot().knows_cup(i), i == 2 ? CupKnowledge::kUnknown : CupKnowledge::kAttached);
  on.inputs.request = {OperatorAction::kArm};
  on.advance(1);
  EXPECT_EQ(on.report().guard.mode, GuardMode::kReady);
  EXPECT_EQ(on.run->session().seen().holding[2], controller::Holding::kMayHold);
  EXPECT_TRUE(on.run->controller().diagnostics().report[2].attached);
}

/// Largest motion of the joints when a robot is armed whose cups are all reported as attached: it
/// takes its load.
double usual_way_deg() {
  LegacyOnAWall on;
  static_cast<void>(on.set_up());
  Watch watch(on);
  on.inputs.request = {OperatorAction::kArm};
  on.advance(12, std::ref(watch));
  return watch.moved_deg;
}

TEST(LegacyReboot, KeepsACupAtFullThatHoldsByTheOperatorsWord) {
  LegacyOnAWall on;
  on.boot_while_gripping(0);
  EXPECT_EQ(on.set_up(), std::vector<std::string>{});
  EXPECT_EQ(on.robot().take({0, CupWord::kHolds}), CupReply::kTaken);
  EXPECT_EQ(on.robot().knows_cup(0), CupKnowledge::kAttached);
  on.advance(1.1);
  Watch watch(on);
  on.inputs.request = {OperatorAction::kArm};
  on.advance(12, std::ref(watch));
  EXPECT_EQ(on.report().guard.mode, GuardMode::kActive);
  EXPECT_EQ(on.run->controller().diagnostics().reason, controller::Reason::kNone);
  EXPECT_TRUE(on.run->controller().diagnostics().report[0].attached);
  EXPECT_LT(watch.moved_deg, usual_way_deg() + 1);
  on.inputs.request = {OperatorAction::kHold};
  on.advance(2, std::ref(watch));
  on.inputs.request = {OperatorAction::kDisarm};
  on.advance(2, std::ref(watch));
  on.robot().leave();
  on.pass(2);
  watch();
  EXPECT_EQ(watch.least_percent[0], 100);
}

TEST(LegacyReboot, LetsACupThatHeldByWordGoForAStepAndAttachAgain) {
  LegacyOnAWall on(true);
  on.boot_while_gripping(0);
  EXPECT_EQ(on.set_up(), std::vector<std::string>{});
  EXPECT_EQ(on.robot().take({0, CupWord::kHolds}), CupReply::kTaken);
  on.inputs.request = {OperatorAction::kArm};
  double nearest_N = 1000;
  on.advance(40, [&] { nearest_N = std::min(nearest_N, on.vacuum_force_N(0)); });
  EXPECT_EQ(on.report().guard.mode, GuardMode::kActive);
  EXPECT_LT(nearest_N, 5);
  EXPECT_GT(on.vacuum_force_N(0), 48);
  EXPECT_TRUE(on.run->controller().diagnostics().report[0].attached);
  EXPECT_EQ(on.run->session().seen().holding[0], controller::Holding::kByVacuum);
}

TEST(LegacyReboot, StandsAsItIsWhileNothingIsKnownOfAnyCup) {
  LegacyOnAWall on;
  for (std::size_t i = 0; i < kLegs; ++i) on.boot_while_gripping(i);
  EXPECT_EQ(on.set_up(), std::vector<std::string>{});
  EXPECT_EQ(on.robot().refusals().size(), kLegs);
  Watch watch(on);
  on.inputs.request = {OperatorAction::kArm};
  on.advance(5, std::ref(watch));
  EXPECT_EQ(on.report().guard.mode, GuardMode::kReady);
  EXPECT_EQ(watch.least_percent, std::vector<double>(kLegs, 100));
  EXPECT_LT(watch.moved_deg, 1);
}

TEST(LegacyReboot, IsToldTwiceThatACupIsFreeWhileNothingIsKnownOfOthers) {
  LegacyOnAWall on;
  on.boot_while_gripping(0);
  on.boot_while_gripping(1);
  static_cast<void>(on.set_up());
  EXPECT_EQ(on.robot().take({0, CupWord::kFree}), CupReply::kSayAgain);
  EXPECT_EQ(on.robot().knows_cup(0), CupKnowledge::kUnknown);
  EXPECT_EQ(on.robot().take({0, CupWord::kFree, true}), CupReply::kTaken);
  EXPECT_EQ(on.robot().knows_cup(0), CupKnowledge::kFree);
  EXPECT_EQ(on.robot().take({0, CupWord::kHolds}), CupReply::kTaken);  // said by mistake
  EXPECT_EQ(on.robot().take({1, CupWord::kFree}), CupReply::kTaken);   // the last one
  EXPECT_EQ(on.robot().take({2, CupWord::kFree, true}), CupReply::kKnown);
  EXPECT_EQ(on.robot().refusals(), std::vector<std::string>{});
  on.robot().enter(GuardMode::kActive);
  EXPECT_EQ(on.robot().take({1, CupWord::kFree}), CupReply::kActive);
}

TEST(LegacyReboot, AttachesACupAnewThatIsFreeByTheOperatorsWord) {
  LegacyOnAWall on;
  on.boot_while_gripping(0);
  static_cast<void>(on.set_up());
  EXPECT_EQ(on.robot().take({0, CupWord::kFree}), CupReply::kTaken);
  on.advance(1.1);
  on.inputs.request = {OperatorAction::kArm};
  on.advance(2);
  EXPECT_EQ(on.report().guard.mode, GuardMode::kActive);
  EXPECT_EQ(on.run->session().seen().holding[0], controller::Holding::kByVacuum);
  EXPECT_FALSE(on.run->controller().diagnostics().report[0].attached);
}

TEST(LegacyReboot, InMidHoldIsLedOutOfByAnAnswerAndGoOn) {
  LegacyOnAWall on;
  EXPECT_EQ(on.set_up(), std::vector<std::string>{});
  on.inputs.request = {OperatorAction::kArm};
  on.advance(3);
  ASSERT_EQ(on.report().guard.mode, GuardMode::kActive);
  on.inputs.request = {OperatorAction::kHold};
  on.advance(5);
  on.tight.is_tight[0] = true;
  on.wire->fleet.boot(0, on.wire->network.now_ns());
  on.advance(25);
  on.tight.is_tight[0] = false;
  EXPECT_EQ(on.report().guard.mode, GuardMode::kDegradedLeg);
  EXPECT_EQ(on.robot().knows_cup(0), CupKnowledge::kUnknown);
  EXPECT_EQ(on.turbine_percent(0), 100);
  EXPECT_GT(on.vacuum_force_N(0), 48);
  on.inputs.request = {OperatorAction::kAcknowledge};
  on.advance(0.1);
  EXPECT_EQ(on.report().guard.mode, GuardMode::kDegradedLeg);
  Watch watch(on);
  on.inputs.cup = CupAnswer{0, CupWord::kHolds};
  on.advance(0.03);
  EXPECT_EQ(on.report().cup, CupReply::kTaken);
  on.advance(1.5);
  on.inputs.request = {OperatorAction::kAcknowledge};
  on.advance(10, std::ref(watch));
  EXPECT_EQ(on.report().guard.mode, GuardMode::kActive);
  EXPECT_TRUE(on.robot().has_torque());
  EXPECT_EQ(watch.least_percent[0], 100);
  EXPECT_GT(on.vacuum_force_N(0), 48);
  EXPECT_LT(watch.moved_deg, 5);  // back to where it was before it lost its torque
}

/// Largest true speed of a joint.
struct Fastest {
  explicit Fastest(LegacyOnAWall& wall) : on(wall) {}
  void operator()() {
    for (std::size_t i = 0; i < kLegs; ++i)
      for (std::size_t j = 0; j < 3; ++j)
        deg_s = std::max(deg_s, std::abs(on.plant.twin().truth().leg[i].dq_rad_s[j]) * 180 / M_PI);
  }
  LegacyOnAWall& on;
  double deg_s = 0;
};

TEST(LegacyReboot, OfTwoLegsThatSaggedIsLedOutOfWithoutASnap) {
  LegacyOnAWall on;
  EXPECT_EQ(on.set_up(), std::vector<std::string>{});
  on.inputs.request = {OperatorAction::kArm};
  on.advance(3);
  on.inputs.request = {OperatorAction::kHold};
  on.advance(1);
  Watch sag(on);
  for (const std::size_t leg : {1, 2}) {
    on.tight.is_tight[leg] = true;
    on.wire->fleet.boot(leg, on.wire->network.now_ns());
  }
  on.advance(18, std::ref(sag));
  EXPECT_GT(sag.moved_deg, 15);
  for (const std::size_t leg : {1, 2}) {
    on.tight.is_tight[leg] = false;
    on.inputs.cup = CupAnswer{leg, CupWord::kHolds};
    on.advance(0.1);
  }
  on.advance(2);
  on.inputs.request = {OperatorAction::kAcknowledge};
  Fastest fastest(on);
  double least_N = 1e9;
  on.advance(10, [&] {
    fastest();
    for (std::size_t i = 0; i < kLegs; ++i) least_N = std::min(least_N, on.vacuum_force_N(i));
  });
  EXPECT_EQ(on.report().guard.mode, GuardMode::kActive);
  EXPECT_TRUE(on.robot().has_torque());
  EXPECT_FALSE(on.robot().is_starting());
  EXPECT_LT(fastest.deg_s, 30);
  EXPECT_GT(least_N, 60);
}

TEST(LegacyReboot, MakesAnswersVoidByAnother) {
  LegacyOnAWall on;
  on.boot_while_gripping(0);
  static_cast<void>(on.set_up());
  EXPECT_EQ(on.robot().take({0, CupWord::kFree}), CupReply::kTaken);
  on.advance(0.1);
  on.tight.is_tight[0] = true;
  on.wire->fleet.boot(0, on.wire->network.now_ns());
  on.advance(8);
  EXPECT_EQ(on.robot().knows_cup(0), CupKnowledge::kUnknown);
  on.wire->fleet.boot(0, on.wire->network.now_ns());  // this time without torque
  EXPECT_EQ(on.robot().take({0, CupWord::kFree}), CupReply::kTaken);
  on.advance(8);
  EXPECT_EQ(on.robot().knows_cup(0), CupKnowledge::kUnknown);
}

TEST(LegacyReboot, IsNotArmedForAScenarioThatWouldLetGo) {
  LegacyOnAWall on;
  LegacyConfig other = on.ends.master;
  other.start.attached[1] = false;
  LegacyRobot robot(other, on.wire->network);
  ASSERT_TRUE(robot.claim(on.wire->network.now_ns() + 10'000'000'000));
  static_cast<void>(robot.set_up());
  EXPECT_EQ(robot.refusals(),
            std::vector<std::string>{
                "front_right: cup: expected free as in the scenario, found attached: "
                "start a scenario with the robot's present stance"});
  EXPECT_TRUE(robot.health().leg[1].contains(Trigger::kLimit));
}

}  // namespace
}  // namespace ventosa::hal::legacy_reboot_test
