#include <gtest/gtest.h>

#include "controller/dynamics/leg_statics.h"
#include "controller/dynamics/lip.h"
#include "tests/controller/ideal_modules.h"

/// A robot that stands on lips that give.
namespace ventosa::controller {
namespace {

ControllerConfig on_lips(const Vector3d& gravity_W) {
  ControllerConfig config = Standing::config(gravity_W, 120);
  config.body.estimator = Estimator::kRegistration;
  config.lip.model = LipModel::kElastic;
  config.lip.shear_stiffness_N_m = 2e4;
  return config;
}

/// The surface is z = 0 of the world, and the body flat over it.
Vector3d give_of(const Standing& robot, std::size_t i) {
  const Leg& leg = robot.robot.leg[i];
  const State& state = robot.controller.state();
  const Matrix3d R_WB = state.X_WB.linear();
  const LegPose pose = leg_pose(leg, measured_q(robot.modules.seen.leg[i]));
  const HangingWeight weight =
      hanging_weight(leg, pose, R_WB.transpose() * robot.controller.config().gravity_W);
  return lip_give(robot.controller.config().lip, robot.robot.cup, leg.wrist_to_lip_m,
                  Vector3d::UnitZ(),
                  {R_WB * (state.F_B[i] - weight.total_B), R_WB * (state.F_B[i] - weight.peel_B)});
}

/// Puts every wrist point where its lip gives to under a body that stands.
void give_way(Standing& robot) {
  for (std::size_t i = 0; i < 4; ++i) {
    const Leg& leg = robot.robot.leg[i];
    PerJoint<double> q = measured_q(robot.modules.seen.leg[i]);
    const Vector3d p_BW = leg.p_BW_nominal + robot.controller.state().foot[i].give_W;
    ASSERT_EQ(solve_arm(leg, leg.X_BL.inverse() * p_BW, q), IkStatus::kOk);
    for (std::size_t j = 0; j < 3; ++j) robot.modules.seen.leg[i].joint[j].q_rad = q[j];
  }
}

TEST(ElasticStance, CountsOnLipsThatGiveUnderTheLastForces) {
  for (const Vector3d& gravity_W : {kDown, kAlongTheSurface}) {
    Standing robot(on_lips(gravity_W));
    for (int n = 0; n < 3; ++n) {
      PerLeg<Vector3d> wanted{};
      for (std::size_t i = 0; i < 4 && n > 0; ++i) wanted[i] = give_of(robot, i);
      (void)robot.controller.tick(robot.modules.seen, {});
      for (std::size_t i = 0; i < 4 && n > 0; ++i) {
        EXPECT_LT((robot.controller.state().foot[i].give_W - wanted[i]).norm(), 1e-9);
        EXPECT_GT(wanted[i].norm(), 5e-5);
      }
    }
  }
}

TEST(ElasticStance, KnowsItsBodyWhereTheLipsHaveGiven) {
  for (const Vector3d& gravity_W : {kDown, kAlongTheSurface}) {
    Standing robot(on_lips(gravity_W));
    const Isometry3d X_WB = robot.modules.start().X_WB;
    for (int n = 0; n < 20; ++n) {  // forces and lips settle
      (void)robot.controller.tick(robot.modules.seen, {});
      give_way(robot);
    }
    (void)robot.controller.tick(robot.modules.seen, {});
    EXPECT_LT((robot.controller.state().X_WB.translation() - X_WB.translation()).norm(), 2e-6);
  }
}

TEST(ElasticStance, CountsOnNothingOfALipThatHasLetGo) {
  Standing robot(on_lips(kAlongTheSurface));
  for (int n = 0; n < 3; ++n) (void)robot.controller.tick(robot.modules.seen, {});
  EXPECT_GT(robot.controller.state().foot[1].give_W.norm(), 0);
  robot.modules.seen.leg[1].cup.vacuum_Pa = 0;
  (void)robot.controller.tick(robot.modules.seen, {});
  EXPECT_TRUE(robot.controller.state().foot[1].give_W.isZero(0));
}

TEST(ElasticStance, SendsItsWristPointsWhereTheLipsGiveTo) {
  Standing robot(on_lips(kAlongTheSurface));
  for (int n = 0; n < 3; ++n) (void)robot.controller.tick(robot.modules.seen, {});
  const State& state = robot.controller.state();
  for (std::size_t i = 0; i < 4; ++i) {
    const Vector3d p_WW = commanded_body(state) * state.diagnostics.p_BW[i];
    EXPECT_LT((p_WW - state.foot[i].p_WW - state.foot[i].give_W).norm(), 1e-9);
  }
}

/// What the others give is no reason to set a foot down beside its foothold.
TEST(ElasticStance, KeepsTheTrimOutOfASwing) {
  Standing robot(Standing::config(kDown, 120));
  walk_until_transfer(2, robot);
  State trimmed = robot.controller.state();
  Controller other = robot.controller;
  trimmed.trim_p_W = Vector3d(0, 0, 0.004);
  other.restore(trimmed);
  (void)robot.controller.tick(robot.modules.seen, walk(0.01));
  (void)other.tick(robot.modules.seen, walk(0.01));
  const PerLeg<Vector3d>&p_BW = robot.controller.diagnostics().p_BW,
        &trimmed_BW = other.diagnostics().p_BW;
  EXPECT_LT((p_BW[2] - trimmed_BW[2]).norm(), 1e-9);
  EXPECT_NEAR((p_BW[0] - trimmed_BW[0]).norm(), 0.004, 1e-3);
}

}  // namespace
}  // namespace ventosa::controller
