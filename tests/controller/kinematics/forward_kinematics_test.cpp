#include "controller/kinematics/forward_kinematics.h"

#include <gtest/gtest.h>

#include "tests/controller/denavit_hartenberg.h"
#include "tests/controller/random_robot.h"
#include "tests/controller/romerin.h"

namespace ventosa::controller::forward_kinematics_test {
namespace {

/// A leg of every leg type, named after its robot.
class LegKinematics : public testing::TestWithParam<const char*> {
 protected:
  const RobotModel robot = test::robot(GetParam());
  const Leg leg = robot.leg[1];
  std::mt19937_64 rng{20261121};

  /// (f(q + h) - f(q - h)) / 2h along one joint
  template <class Function>
  auto slope(const PerJoint<double>& q, int j, Function f) const {
    constexpr double h = 1e-5;
    PerJoint<double> ahead = q, behind = q;
    ahead[static_cast<std::size_t>(j)] += h;
    behind[static_cast<std::size_t>(j)] -= h;
    return ((f(leg_pose(leg, ahead)) - f(leg_pose(leg, behind))) / (2 * h)).eval();
  }
};

INSTANTIATE_TEST_SUITE_P(LegTypes, LegKinematics, testing::Values("romerin4", "romerin4x7"));

TEST_P(LegKinematics, PoseIsThatOfDenavitAndHartenberg) {
  for (int n = 0; n < 20000; ++n) {
    const PerJoint<double> q = test::random_pose(leg, rng);
    const LegPose pose = leg_pose(leg, q);
    const test::DhPose dh = test::dh_pose(leg, q);
    ASSERT_LT((pose.p_BW - leg.X_BL * dh.p_LW).norm(), 1e-14);
    ASSERT_LT((pose.X_BF.matrix() - (leg.X_BL * dh.X_LF).matrix()).norm(), 1e-14);
  }
}

TEST_P(LegKinematics, ArmJacobianIsTheDerivativeOfTheWristPoint) {
  for (int n = 0; n < 300; ++n) {
    const PerJoint<double> q = test::random_pose(leg, rng);
    const ArmJacobian J = arm_jacobian(leg, leg_pose(leg, q));
    ASSERT_EQ(J.cols(), leg.n_arm);
    for (int j = 0; j < leg.n_arm; ++j)
      EXPECT_LT((slope(q, j, [](const LegPose& p) { return p.p_BW; }) - J.col(j)).norm(), 1e-9);
  }
}

TEST_P(LegKinematics, FootJacobianIsTheDerivativeOfTheLipsPose) {
  for (int n = 0; n < 300; ++n) {
    const PerJoint<double> q = test::random_pose(leg, rng);
    const LegPose pose = leg_pose(leg, q);
    const FootJacobian J = foot_jacobian(leg, pose);
    ASSERT_EQ(J.cols(), leg.n_joints);
    for (int j = 0; j < leg.n_joints; ++j) {
      const Eigen::Matrix4d dX = slope(q, j, [](const LegPose& p) { return p.X_BF.matrix(); });
      const Matrix3d w = dX.topLeftCorner<3, 3>() * pose.X_BF.linear().transpose();
      const Vector3d v_BF = dX.topRightCorner<3, 1>();
      EXPECT_LT((v_BF - J.col(j).head<3>()).norm(), 1e-9);
      EXPECT_LT((Vector3d(w(2, 1), w(0, 2), w(1, 0)) - J.col(j).tail<3>()).norm(), 1e-9);
    }
  }
}

/// A joint that slides moves the links behind it along its axis and turns none.
TEST(SlidingLeg, HasTheJacobiansOfItsFiniteDifferences) {
  constexpr double h = 1e-5;
  test::Rng rng{20261127};
  for (int n = 0; n < 300; ++n) {
    const Leg leg = test::any_sliding_leg(1 + n % kMaxJoints, rng);
    const PerJoint<double> q = test::any_joints(2, rng);
    const LegPose pose = leg_pose(leg, q);
    const FootJacobian J = foot_jacobian(leg, pose);
    for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_joints); ++j) {
      PerJoint<double> ahead = q, behind = q;
      ahead[j] += h, behind[j] -= h;
      const LegPose to = leg_pose(leg, ahead), from = leg_pose(leg, behind);
      const Vector3d v = (to.X_BF.translation() - from.X_BF.translation()) / (2 * h);
      const Matrix3d w =
          (to.X_BF.linear() - from.X_BF.linear()) / (2 * h) * pose.X_BF.linear().transpose();
      const auto column = J.col(static_cast<Eigen::Index>(j));
      EXPECT_LT((v - column.head<3>()).norm(), 1e-9);
      EXPECT_LT((Vector3d(w(2, 1), w(0, 2), w(1, 0)) - column.tail<3>()).norm(), 1e-9);
      if (static_cast<int>(j) >= leg.n_arm) continue;
      const Vector3d v_BW = (to.p_BW - from.p_BW) / (2 * h);
      EXPECT_LT((v_BW - arm_jacobian(leg, pose).col(static_cast<Eigen::Index>(j))).norm(), 1e-9);
    }
  }
}

TEST(SlidingLeg, MovesAlongItsAxisAsFarAsItsScrewTurns) {
  Leg leg;
  leg.n_joints = leg.n_arm = 2;
  leg.joint[0] = {.p_PJ = {0.1, 0, 0}, .axis = Vector3d::UnitZ(), .friction = {}};
  leg.joint[1] = {
      .p_PJ = {0, 0, 0.2}, .axis = Vector3d::UnitX(), .slide_m_rad = -0.01, .friction = {}};
  leg.link[1].p_JC = {0, 0.03, 0};
  leg.X_JF.translation() = Vector3d(0, 0, -0.5);
  const LegPose pose = leg_pose(leg, {std::numbers::pi / 2, 7});
  EXPECT_LT((pose.p_BJ[1] - Vector3d(0.1, -0.07, 0.2)).norm(), 1e-15);
  EXPECT_LT((pose.p_BC[1] - Vector3d(0.07, -0.07, 0.2)).norm(), 1e-15);
  EXPECT_LT((pose.p_BW - Vector3d(0.1, -0.07, -0.3)).norm(), 1e-15);
  EXPECT_LT((pose.slide_B[1] - Vector3d(0, -0.01, 0)).norm(), 1e-15);
  EXPECT_EQ(pose.axis_B[1], Vector3d::Zero());
  EXPECT_EQ(pose.slide_B[0], Vector3d::Zero());
  EXPECT_LT((pose.R_BJ[1] - pose.R_BJ[0]).norm(), 1e-15);
}

TEST(DenavitHartenberg, MeetsTheGoldenPose) {
  const double q[] = {.3, .6, 1.2, .4, .9, -.5};
  const test::DhPose pose = test::dh_pose(Isometry3d::Identity(), q);
  const Vector3d wrist(0.479641604340, 0.148370535043, -0.027358864288);
  const Vector3d lip(0.548299089021, 0.197388150294, -0.006088622341);
  const Eigen::RowVector3d R06_row1(-0.240879392652, -0.564972006683, 0.789166490584);
  EXPECT_LT((pose.p_LW - wrist).norm(), 2e-12);
  EXPECT_LT((pose.X_LF.translation() - lip).norm(), 2e-12);
  EXPECT_LT((pose.X_LF.linear().row(0) - R06_row1).norm(), 2e-12);
}

}  // namespace
}  // namespace ventosa::controller::forward_kinematics_test
