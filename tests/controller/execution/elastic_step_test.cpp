#include <gtest/gtest.h>

#include "controller/dynamics/lip.h"
#include "controller/execution/legs.h"
#include "controller/organizer/gait.h"
#include "controller/trajectory/swing.h"
#include "tests/controller/romerin.h"

/// A step whose cup stands up when its vacuum goes, and is felt down onto its surface.
namespace ventosa::controller {
namespace {

/// a cup whose lip stands up without vacuum
ControllerConfig on_elastic_lips() {
  ControllerConfig config;
  config.lip.model = LipModel::kElastic;
  return config;
}

struct ElasticStep : testing::Test {
  const RobotModel romerin = test::robot("romerin4");
  PatchList patches;
  Foot foot;

  ElasticStep() {
    patches.patch[static_cast<std::size_t>(patches.n++)] = {.half_extent_m = {1, 1}};
    foot.anchored = true;
    foot.p_WW = Vector3d(0.2, 0.1, 0.087);
    foot = begun_step(foot, {.patch = 0, .p_WW = {0.26, 0.1, 0.087}}, patches);
  }

  Reason tick(const ControllerConfig& config, double grip_N, double height_m) {
    return advance_foot(romerin.cup, config,
                        {.grip_force_N = grip_N, .q_rad = foot.q_set, .height_m = height_m}, foot);
  }
};

TEST_F(ElasticStep, FollowsALipThatStandsUpWhileItsVacuumGoes) {
  const ControllerConfig config = on_elastic_lips();
  const Vector3d anchor = foot.p_WW;
  const auto wrist_z = [&](double grip_N) {
    const FootReading reading{.grip_force_N = grip_N, .q_rad = foot.q_set, .p_WW = foot.p_WW_goal};
    (void)advance_foot(romerin.cup, config, reading, foot);
    return planned_wrist(foot, config).z();
  };
  while (foot.phase == FootPhase::kUnload) EXPECT_EQ(wrist_z(60), anchor.z());
  EXPECT_NEAR(wrist_z(30), anchor.z() + 0.0015, 1e-12);
  EXPECT_NEAR(wrist_z(6), anchor.z() + 0.0027, 1e-12);
  EXPECT_EQ(foot.phase, FootPhase::kRelease);
  EXPECT_NEAR(wrist_z(0), anchor.z() + 0.003, 1e-12);  // and lifts off from there
  EXPECT_EQ(foot.phase, FootPhase::kLift);
}

TEST_F(ElasticStep, FeelsForItsSurfaceUntilTheLipLiesOnIt) {
  ControllerConfig config = on_elastic_lips();
  config.gait.seal_timeout_s = 20;
  enter(foot, FootPhase::kSeal);
  const double planned_m = foot.p_WW_goal.z() + lip_touch_m(config.lip);
  double off_m = 0.004;  // the joints stick, the estimate is off
  for (int n = 0; n < 1500; ++n) {
    const double wrist_m = planned_wrist(foot, config).z() + off_m;
    const double height_m = std::max(0.0, wrist_m - romerin.leg[0].wrist_to_lip_m);
    (void)advance_foot(romerin.cup, config,
                       {.q_rad = foot.q_set, .p_WW = foot.p_WW_goal, .height_m = height_m}, foot);
  }
  EXPECT_NEAR(planned_wrist(foot, config).z(), planned_m - off_m, 1e-5);
}

TEST_F(ElasticStep, FeelsNothingFarFromASurfaceOrWithRigidCups) {
  for (const ControllerConfig& config : {ControllerConfig{}, on_elastic_lips()}) {
    enter(foot, FootPhase::kSeal);
    const bool rigid = config.lip.model == LipModel::kRigid;
    for (int n = 0; n < 50; ++n)
      (void)advance_foot(
          romerin.cup, config,
          {.q_rad = foot.q_set, .p_WW = foot.p_WW_goal, .height_m = rigid ? 0.01 : kNoDistance_m},
          foot);
    EXPECT_EQ(foot.feel_m, 0);
  }
}

TEST_F(ElasticStep, FeelsNoFasterAndNoFurtherThanItTrusts) {
  ControllerConfig config = on_elastic_lips();
  config.gait.seal_timeout_s = 20;
  for (const double height_m : {0.029, 0.0}) {  // much too high; pressed in
    foot.feel_m = 0;
    enter(foot, FootPhase::kSeal);
    const double side = height_m > 0 ? 1 : -1;
    double last_m = 0;
    for (int n = 0; n < 1900; ++n) {
      (void)tick(config, 0, height_m);
      ASSERT_GE(side * (foot.feel_m - last_m), 0);
      ASSERT_LE(side * (foot.feel_m - last_m), 0.005 * config.period_s * (1 + 1e-9));
      last_m = foot.feel_m;
    }
    EXPECT_NEAR(foot.feel_m, side * 0.02, 1e-12);
  }
}

TEST_F(ElasticStep, TriesAgainFromWhereItHasFeltAndForgetsItForTheNextStep) {
  const ControllerConfig config = on_elastic_lips();
  enter(foot, FootPhase::kSeal);
  for (int n = 0; n < 1000 && foot.phase == FootPhase::kSeal; ++n)
    ASSERT_EQ(tick(config, 0, 0.025), Reason::kNone);
  EXPECT_GT(foot.feel_m, 0.01);
  EXPECT_NEAR(foot.p_WW.z(), foot.p_WW_goal.z() - foot.feel_m, 1e-15);
  EXPECT_EQ(begun_step(foot, {.patch = 0}, patches).feel_m, 0);
}

// z into the surface, so a lip's height and what it was felt deeper than planned are along -z
TEST_F(ElasticStep, SetsItsCupDownUnpressedAndLowersItWithItsVacuum) {
  const ControllerConfig config = on_elastic_lips();
  const double touch_m = lip_touch_m(config.lip), goal_m = foot.p_WW_goal.z();
  foot.feel_m = 0.004;
  const auto z_of = [&](FootPhase phase, double rise_m, double after_s) {
    enter(foot, phase);
    foot.rise_m = rise_m;
    return swing_target(foot, config, after_s).p_WW.z();
  };
  constexpr double kLong_s = 10;
  EXPECT_NEAR(z_of(FootPhase::kLift, 0.002, 0), foot.p_WW.z() + 0.002, 1e-12);
  EXPECT_NEAR(z_of(FootPhase::kTouch, 0.003, 0), goal_m - 0.004 + touch_m + config.gait.touch_m,
              1e-12);
  EXPECT_NEAR(z_of(FootPhase::kTouch, 0.003, kLong_s), goal_m - 0.004 + touch_m, 1e-12);
  EXPECT_NEAR(z_of(FootPhase::kSeal, 0.003, 0), goal_m - 0.004 + touch_m, 1e-12);
  EXPECT_NEAR(z_of(FootPhase::kSeal, 0.001, 0), goal_m - 0.004 + 0.001, 1e-12);
  EXPECT_NEAR(z_of(FootPhase::kSeal, 0, 0), goal_m - 0.004, 1e-12);
}

}  // namespace
}  // namespace ventosa::controller
