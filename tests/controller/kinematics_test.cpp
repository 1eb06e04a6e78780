#include "controller/kinematics.h"

#include <gtest/gtest.h>

#include "tests/controller/romerin.h"

namespace ventosa::controller {
namespace {

constexpr int kPoses = 20000;

struct LegKinematics : testing::Test {
  const RobotModel romerin = test::robot("romerin4");
  std::mt19937_64 rng{20261121};
};

TEST_F(LegKinematics, JacobianIsTheDerivativeOfTheWristPoint) {
  const Leg& leg = romerin.leg[1];
  constexpr double h = 1e-6;
  for (int n = 0; n < 200; ++n) {
    const PerJoint<double> q = test::random_pose(leg, rng);
    const ArmJacobian J = arm_jacobian(leg, leg_pose(leg, q));
    for (int j = 0; j < leg.n_arm; ++j) {
      PerJoint<double> ahead = q, behind = q;
      ahead[static_cast<std::size_t>(j)] += h;
      behind[static_cast<std::size_t>(j)] -= h;
      const Vector3d slope = (leg_pose(leg, ahead).p_BW - leg_pose(leg, behind).p_BW) / (2 * h);
      EXPECT_LT((slope - J.col(j)).norm(), 1e-9);
    }
  }
}

TEST_F(LegKinematics, InverseFindsTheAnglesItCameFrom) {
  const Leg& leg = romerin.leg[2];
  const Isometry3d X_LB = leg.X_BL.inverse();
  int met = 0;
  for (int n = 0; n < kPoses; ++n) {
    const PerJoint<double> q = test::random_pose(leg, rng);
    const LegPose pose = leg_pose(leg, q);
    // of two elbows and two sides of the hip the closed form takes elbow up in front
    const Vector3d p_LW = X_LB * pose.p_BW;
    const double radius = std::cos(q[0]) * p_LW.x() + std::sin(q[0]) * p_LW.y();
    if (q[2] < 0.1477 || radius < 1e-3) continue;
    PerJoint<double> found = q;
    found[0] += 0.1, found[1] -= 0.1, found[2] += 0.1;
    ASSERT_EQ(solve_leg(leg, p_LW, X_LB.linear() * pose.X_BF.linear().col(2), found),
              IkStatus::kOk);
    for (std::size_t j = 0; j < 6; ++j) ASSERT_NEAR(found[j], q[j], 1e-9) << "joint " << j;
    ++met;
  }
  EXPECT_GT(met, kPoses / 2);
}

TEST_F(LegKinematics, InverseReachesEveryAnswerItGives) {
  const Leg& leg = romerin.leg[0];
  int met = 0;
  for (int n = 0; n < kPoses; ++n) {
    const Vector3d p_LW = test::random_vector(0.5, rng);
    const Vector3d z_LF = test::random_vector(1, rng).normalized();
    PerJoint<double> q{};
    if (solve_leg(leg, p_LW, z_LF, q) != IkStatus::kOk) continue;
    const LegPose pose = leg_pose(leg, q);
    ASSERT_LT((pose.p_BW - leg.X_BL * p_LW).norm(), 1e-12);
    ASSERT_LT((pose.X_BF.linear().col(2) - leg.X_BL.linear() * z_LF).norm(), 1e-12);
    ++met;
  }
  EXPECT_GT(met, 1000);
}

TEST_F(LegKinematics, InverseRefusesPointsOutOfReachAndLeavesAnglesAlone) {
  const Leg& leg = romerin.leg[0];
  PerJoint<double> q{0.1, 0.2, 0.3};
  const PerJoint<double> before = q;
  EXPECT_EQ(solve_arm(leg, {0.7, 0, 0}, q), IkStatus::kOutOfReach);
  EXPECT_EQ(solve_arm(leg, {0.068, 0, 0.01}, q), IkStatus::kOutOfReach);
  EXPECT_EQ(solve_arm(leg, {-0.3, 0.05, 0}, q), IkStatus::kJointLimit);
  EXPECT_EQ(solve_arm(leg, {std::nan(""), 0, 0}, q), IkStatus::kOutOfReach);
  EXPECT_EQ(q, before);
}

TEST_F(LegKinematics, WristKeepsItsAngleWhereTheCupPointsAlongTheForearm) {
  const Leg& leg = romerin.leg[0];
  PerJoint<double> q{0.2, 0.4, 1.0, 0.7, 0, 0};
  const Vector3d along = leg.X_BL.linear().transpose() * leg_pose(leg, q).R_BJ[2].col(0);
  ASSERT_EQ(align_cup(leg, along, q), IkStatus::kOk);
  EXPECT_DOUBLE_EQ(q[3], 0.7);
  EXPECT_NEAR(q[4], 0, 1e-7);
}

TEST_F(LegKinematics, DefaultStanceIsReachableByEveryLeg) {
  for (const char* name : {"romerin4", "romerin6"}) {
    const RobotModel robot = test::robot(name);
    for (const Leg& leg : robot.leg) {
      const LegPose pose = leg_pose(leg, test::nominal_pose(leg));
      EXPECT_LT((pose.p_BW - leg.p_BW_nominal).norm(), 1e-12);
    }
  }
}

TEST_F(LegKinematics, InverseKeepsTheHipWhereTheFootIsRightBelowIt) {
  const Leg& leg = romerin.leg[0];
  PerJoint<double> q{0.7, 0, 0};
  ASSERT_EQ(solve_arm(leg, {0, 0, -0.3}, q), IkStatus::kOk);
  EXPECT_EQ(q[0], 0.7);
}

TEST_F(LegKinematics, InverseRefusesACupTurnedBackOntoTheForearm) {
  const Leg& leg = romerin.leg[0];
  PerJoint<double> q{0.2, 0.4, 1.0, 0.7, 0.5, 0};
  const PerJoint<double> before = q;
  const Vector3d back = -(leg.X_BL.linear().transpose() * leg_pose(leg, q).R_BJ[2].col(0));
  EXPECT_EQ(align_cup(leg, back, q), IkStatus::kJointLimit);
  EXPECT_EQ(q, before);
}

}  // namespace
}  // namespace ventosa::controller
