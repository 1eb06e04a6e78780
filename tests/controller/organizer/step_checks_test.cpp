#include "controller/organizer/step_checks.h"

#include <gtest/gtest.h>

#include "tests/controller/weighed_stance.h"

namespace ventosa::controller {
namespace {

struct StepChecks : testing::Test {
  const RobotModel robot = test::robot("romerin4");
  const ControllerConfig config;
  PerLeg<ModuleReport> report{};
  PatchList surfaces;
  Goal goal;
  PerLeg<Vector3d> F_last_B = zero_vectors();
  BodyEstimate body;
  OrganizerState state;

  StepChecks() { stand({-9.81, 0, 0}, 120); }
  void stand(const Vector3d& g_B, double grip_N) {
    body.stance = test::weighed_stance(robot, g_B, grip_N);
    for (std::size_t i = 0; i < robot.leg.size(); ++i) {
      body.contact[i].p_WW = body.stance.leg[i].pose.p_BW;
      report[i].q_set_rad = test::nominal_pose(robot.leg[i]);
    }
  }
  OrganizerInput input() const { return {body, report, surfaces, goal, F_last_B}; }
  bool lifts(int leg) { return lift_is_feasible(robot, config.sharing, input(), leg, state); }
};

// on a wall with x up: the weight pulls the upper cups off
TEST_F(StepChecks, LetAFootLiftIfTheOthersKeepEveryLimit) {
  for (int leg = 0; leg < robot.n_legs(); ++leg) EXPECT_TRUE(lifts(leg)) << leg;
  stand({-9.81, 0, 0}, 60);
  for (int leg = 0; leg < robot.n_legs(); ++leg) {
    EXPECT_FALSE(lifts(leg)) << leg;
    EXPECT_LT(state.refusal.lift.margin, 0);
    EXPECT_NE(state.refusal.lift.leg, leg);
    EXPECT_GE(state.refusal.lift.leg, 0);
  }
  stand({0, 0, -9.81}, 60);
  for (int leg = 0; leg < robot.n_legs(); ++leg) EXPECT_TRUE(lifts(leg)) << leg;
}

TEST_F(StepChecks, LetNoFootLiftWhenAnotherIsOffAlready) {
  stand({0, 0, 9.81}, 120);
  body.stance.leg[0].attached = body.stance.leg[1].attached = false;
  EXPECT_FALSE(lifts(2));
}

TEST_F(StepChecks, LetGoOnlyWhatCanBeLiftedOff) {
  ControllerConfig high = config;
  high.gait.lift_m = 0.5;
  for (int leg = 0; leg < robot.n_legs(); ++leg) {
    const auto lifts_off = [&](const ControllerConfig& c) {
      return can_lift_off(robot, c, input(), leg, -Vector3d::UnitZ(), Isometry3d::Identity());
    };
    EXPECT_TRUE(lifts_off(config)) << leg;
    EXPECT_FALSE(lifts_off(high)) << leg;
  }
}

TEST_F(StepChecks, FindAModuleThatIsSilentAndALegThatIsFree) {
  EXPECT_EQ(silent_leg(robot, report), -1);
  EXPECT_EQ(free_leg(robot, report), -1);
  report[3].silent = true;
  report[5].silent = true;  // no leg of this robot
  report[2].phase = FootPhase::kFree;
  EXPECT_EQ(silent_leg(robot, report), 3);
  EXPECT_EQ(free_leg(robot, report), 2);
}

TEST_F(StepChecks, KeepTheStepAndEveryContactWithinReach) {
  const Isometry3d X_WB = Isometry3d::Identity();
  ModuleTask step{.kind = TaskKind::kStep, .z_from_W = -Vector3d::UnitZ()};
  const Twist ahead{.v_W = {0.01, 0, 0}};
  const auto reaches = [&](const Vector3d& way_m, double budget_m) {
    step.foothold = {0, body.contact[1].p_WW + way_m, -Vector3d::UnitZ()};
    return is_within_reach(robot, config, input(), 1, step, ahead, budget_m, X_WB);
  };
  EXPECT_TRUE(reaches({0.03, 0, 0}, 0.01));
  EXPECT_FALSE(reaches({0.5, 0, 0}, 0.01));  // the foothold
  EXPECT_FALSE(reaches({0.03, 0, 0}, 0.5));  // the feet that stay behind
}

}  // namespace
}  // namespace ventosa::controller
