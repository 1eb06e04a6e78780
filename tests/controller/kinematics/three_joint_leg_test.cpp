#include "tests/controller/three_joint_leg.h"

#include <gtest/gtest.h>

#include <numbers>

#include "controller/kinematics/arm_geometry.h"
#include "controller/kinematics/forward_kinematics.h"
#include "controller/kinematics/joint_limits.h"
#include "controller/kinematics/workspace.h"
#include "controller/kinematics/wrist.h"
#include "tests/controller/random_robot.h"

/// A leg without wrist, with the third axis opposite to ROMERIN's. Equations: Asif 2012.
namespace ventosa::controller::three_joint_leg_test {
namespace {

using test::kCoxa_m;
using test::kFemur_m;
using test::kTibia_m;
using test::uniform;

constexpr double kPi = std::numbers::pi;
const Vector3d kDown = -Vector3d::UnitZ();  ///< direction of the foot, which no joint turns

Leg unlimited() {
  Leg leg = test::three_joint_leg();
  for (Joint& joint : leg.joint) joint.q_min_rad = -kPi, joint.q_max_rad = kPi;
  return leg;
}

PerJoint<double> any_pose(const Leg& leg, test::Rng& rng) {
  PerJoint<double> q{};
  for (std::size_t j = 0; j < 3; ++j)
    q[j] = uniform(leg.joint[j].q_min_rad, leg.joint[j].q_max_rad, rng);
  return q;
}

Vector3d foot(const Leg& leg, const PerJoint<double>& q) { return leg_pose(leg, q).p_BW; }

// (3): the foot in the leg's frame
TEST(ThreeJointLeg, HasTheFootOfThePapersClosedForm) {
  const Leg leg = test::three_joint_leg();
  test::Rng rng{31};
  for (int n = 0; n < 2000; ++n) {
    const auto [c, f, t, a3, a4, a5, a6] = any_pose(leg, rng);
    const double rho = kCoxa_m + kFemur_m * std::cos(f) + kTibia_m * std::cos(f + t);
    const Vector3d want(rho * std::cos(c), rho * std::sin(c),
                        kFemur_m * std::sin(f) + kTibia_m * std::sin(f + t));
    EXPECT_LT((foot(leg, {c, f, t}) - want).norm(), 1e-15);
  }
  const Vector3d golden(0.204186187, 0.063162189, -0.053990924);
  EXPECT_LT((foot(leg, {0.3, 0.5, -1.2}) - golden).norm(), 1e-9);
}

// (24)
TEST(ThreeJointLeg, HasTheJacobianOfThePapersClosedForm) {
  const Leg leg = test::three_joint_leg();
  test::Rng rng{32};
  for (int n = 0; n < 2000; ++n) {
    const PerJoint<double> q = any_pose(leg, rng);
    const double c = q[0], f = q[1], ft = q[1] + q[2];
    const double rho = kCoxa_m + kFemur_m * std::cos(f) + kTibia_m * std::cos(ft);
    const double S = kFemur_m * std::sin(f) + kTibia_m * std::sin(ft);
    Matrix3d want;
    want << -rho * std::sin(c), -S * std::cos(c), -kTibia_m * std::cos(c) * std::sin(ft),  //
        rho * std::cos(c), -S * std::sin(c), -kTibia_m * std::sin(c) * std::sin(ft),       //
        0, rho - kCoxa_m, kTibia_m * std::cos(ft);
    EXPECT_LT((arm_jacobian(leg, leg_pose(leg, q)) - want).norm(), 1e-15);
  }
}

// (7)-(22), of which the print has one branch of four
TEST(ThreeJointLeg, ReachesAPointOnEachOfItsFourBranches) {
  const Leg leg = unlimited();
  ASSERT_TRUE(has_closed_form(leg));
  test::Rng rng{33};
  int n_reached = 0;
  for (int n = 0; n < 20000; ++n) {
    const PerJoint<double> q = any_pose(leg, rng);
    const Vector3d p = foot(leg, q);
    for (const Hip hip : {Hip::kFront, Hip::kBehind})
      for (const Elbow elbow : {Elbow::kUp, Elbow::kDown}) {
        PerJoint<double> found{};
        if (solve_arm(leg, p, hip, elbow, found) != IkStatus::kOk) continue;
        ASSERT_LT((foot(leg, found) - p).norm(), 1e-12);
        const Branch branch = branch_of(leg, found);
        ASSERT_TRUE(branch.hip == hip && branch.elbow == elbow);
        ++n_reached;
      }
  }
  EXPECT_GT(n_reached, 40000);  // a point in front has two, often four
}

TEST(ThreeJointLeg, FindsTheAnglesItCameFromWithoutAskingForADirection) {
  const Leg leg = test::three_joint_leg();
  test::Rng rng{34};
  for (int n = 0; n < 20000; ++n) {
    const PerJoint<double> q = any_pose(leg, rng);
    PerJoint<double> found = q;
    ASSERT_EQ(follow_leg(leg, foot(leg, q), kDown, found), IkStatus::kOk);
    for (std::size_t j = 0; j < 3; ++j) ASSERT_NEAR(found[j], q[j], 1e-7);
    found = q;
    ASSERT_EQ(solve_pose(leg, leg_pose(leg, q).X_BF, found), IkStatus::kOk);
    for (std::size_t j = 0; j < 3; ++j) ASSERT_NEAR(found[j], q[j], 1e-7);
  }
}

TEST(ThreeJointLeg, StandsWithItsKneeUp) {
  const Leg leg = test::three_joint_leg();
  PerJoint<double> q{};
  ASSERT_EQ(solve_standing(leg, {0.13, 0, -0.1}, Vector3d::UnitZ(), q), IkStatus::kOk);
  EXPECT_NEAR(q[0], 0, 1e-12);
  EXPECT_NEAR(q[1], 0.5014, 5e-5);
  EXPECT_NEAR(q[2], -1.9362, 5e-5);
}

TEST(ThreeJointLeg, StopsAtTheNearestPointOfItsReach) {
  const Leg leg = test::three_joint_leg();
  test::Rng rng{35};
  for (int n = 0; n < 300; ++n) {
    const Vector3d p = test::any_vector(0.3, rng);
    const Reach reach = project_on_reach(leg, p, {0, 0.5, -1.9});
    ASSERT_TRUE(within_limits(leg, reach.q_rad, 0, 3));
    ASSERT_LT((foot(leg, reach.q_rad) - reach.p_LW).norm(), 1e-12);
    const double off_m = (reach.p_LW - p).norm();
    for (int k = 0; k < 2000; ++k)
      ASSERT_GE((foot(leg, any_pose(leg, rng)) - p).norm(), off_m - 1e-12) << p.transpose();
  }
}

TEST(ThreeJointLeg, IsNotLimitedByTheWristThatItHasNot) {
  const Leg leg = test::three_joint_leg();
  PerJoint<double> q{0.1, 0.2, -0.3};
  const PerJoint<double> before = q;
  EXPECT_EQ(wrist_sine(leg, q), 1);
  EXPECT_EQ(wrist_roll_rad(leg, q), 0);
  set_wrist_roll(leg, 1, q);
  EXPECT_EQ(q, before);
}

TEST(ThreeJointLeg, HasNoClosedFormWhereItsFootIsBesideItsPlane) {
  Leg leg = test::three_joint_leg();
  leg.X_JF.translation().y() = 1e-3;
  EXPECT_FALSE(has_closed_form(leg));
}

}  // namespace
}  // namespace ventosa::controller::three_joint_leg_test
