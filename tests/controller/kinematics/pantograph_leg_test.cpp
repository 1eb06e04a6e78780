#include <gtest/gtest.h>

#include <numbers>

#include "controller/kinematics/arm_geometry.h"
#include "controller/kinematics/forward_kinematics.h"
#include "controller/kinematics/inverse_kinematics.h"
#include "controller/kinematics/joint_limits.h"
#include "controller/kinematics/leg_branches.h"
#include "controller/kinematics/workspace.h"
#include "tests/controller/random_robot.h"
#include "tests/controller/romerin.h"

/// A leg that turns about the vertical and moves its foot by two screws through a pantograph.
namespace ventosa::controller::pantograph_leg_test {
namespace {

using test::uniform;

constexpr double kPi = std::numbers::pi;
constexpr double kScrew_m_rad = 0.005 / (2 * kPi);

Leg shipped() { return test::robot("amru5").leg[1]; }

/// Joint angles for a turn and the ways of the two sliders.
PerJoint<double> angles(double theta_rad, double u_m, double v_m) {
  return {theta_rad, u_m / kScrew_m_rad, v_m / kScrew_m_rad};
}

Vector3d foot(const Leg& leg, const PerJoint<double>& q) {
  return leg.X_BL.inverse() * leg_pose(leg, q).p_BW;
}

PerJoint<double> any_in_box(const Leg& leg, test::Rng& rng) {
  PerJoint<double> q{};
  for (std::size_t j = 0; j < 3; ++j)
    q[j] = uniform(leg.joint[j].q_min_rad, leg.joint[j].q_max_rad, rng);
  return q;
}

PerJoint<double> any_within_limits(const Leg& leg, test::Rng& rng) {
  PerJoint<double> q = any_in_box(leg, rng);
  while (!within_limits(leg, q)) q = any_in_box(leg, rng);
  return q;
}

/// A knee whose range cuts all four corners off the box of the sliders.
Leg cut_all_round() {
  Leg leg = shipped();
  const double middle = knee_rad(*leg.knee, Vector2d::Zero());
  leg.knee->min_rad = middle - 0.2;
  leg.knee->max_rad = middle + 0.2;
  return leg;
}

TEST(PantographLeg, HasTheFootOfItsLinearMap) {
  const Leg leg = shipped();
  EXPECT_LT((foot(leg, angles(0.1, 0.01, -0.02)) - Vector3d(0.37810, 0.03794, -0.24)).norm(), 5e-6);
  test::Rng rng{51};
  for (int n = 0; n < 2000; ++n) {
    const double theta = uniform(-0.5, 0.5, rng);
    const double u = uniform(-0.025, 0.025, rng), v = uniform(-0.035, 0.035, rng);
    const double k = 4, out_m = k * (0.1225 + u) - (k - 1) * 0.05, up_m = -(k - 1) * (0.10 + v);
    const Vector3d want(out_m * std::cos(theta), out_m * std::sin(theta), up_m);
    EXPECT_LT((foot(leg, angles(theta, u, v)) - want).norm(), 1e-15);
  }
}

TEST(PantographLeg, FindsTheAnglesItCameFrom) {
  const Leg leg = shipped();
  ASSERT_TRUE(has_closed_form(leg));
  ASSERT_TRUE(has_sliders(leg));
  test::Rng rng{52};
  for (int n = 0; n < 20000; ++n) {
    const PerJoint<double> q = any_within_limits(leg, rng), last = any_within_limits(leg, rng);
    for (const auto solve : {&solve_arm, &follow_arm}) {
      PerJoint<double> found = last;
      ASSERT_EQ(solve(leg, foot(leg, q), found), IkStatus::kOk);
      for (std::size_t j = 0; j < 3; ++j) ASSERT_NEAR(found[j], q[j], 1e-11);
    }
  }
}

/// A slide that passes the hip's axis, as a leg with other ranges may.
TEST(PantographLeg, ReachesAPointInFrontOfTheHipOrBehindIt) {
  Leg leg = shipped();
  leg.knee.reset();
  leg.joint[0].q_min_rad = -kPi, leg.joint[0].q_max_rad = kPi;
  const double on_axis = -slider_zero(leg).x() / leg.joint[1].slide_m_rad;
  leg.joint[1].q_min_rad = on_axis - 200, leg.joint[1].q_max_rad = on_axis + 200;
  test::Rng rng{53};
  for (int n = 0; n < 5000; ++n) {
    const Vector3d p = foot(leg, any_in_box(leg, rng));
    for (const Hip hip : {Hip::kFront, Hip::kBehind})
      for (const Elbow elbow : {Elbow::kUp, Elbow::kDown}) {
        PerJoint<double> found{};
        ASSERT_EQ(solve_arm(leg, p, hip, elbow, found), IkStatus::kOk);
        ASSERT_LT((foot(leg, found) - p).norm(), 1e-12);
        ASSERT_EQ(branch_of(leg, found).hip, hip);
      }
  }
}

// 31 rad are one stroke of a slider here, ten half turns of a hinge
TEST(PantographLeg, FollowsLongWaysOfItsSlidersWhichAreNoTurns) {
  const Leg leg = shipped();
  PerJoint<double> last = angles(0, -0.012, 0);
  for (const double u_m : {0.012, -0.012, 0.0123, 0.0}) {
    const PerJoint<double> want = angles(0, u_m, 0);
    PerJoint<double> found = last;
    ASSERT_EQ(follow_arm(leg, foot(leg, want), found), IkStatus::kOk);
    for (std::size_t j = 0; j < 3; ++j) ASSERT_NEAR(found[j], want[j], 1e-11);
    last = found;
  }
}

TEST(PantographLeg, KeepsItsTurnWhereTheFootIsOnItsAxis) {
  Leg leg = shipped();
  leg.knee.reset();
  leg.joint[1].q_min_rad = -1000;
  PerJoint<double> q{0.3};
  ASSERT_EQ(solve_arm(leg, {0, 0, -0.3}, q), IkStatus::kOk);
  EXPECT_EQ(q[0], 0.3);
  EXPECT_NEAR(q[1], -slider_zero(leg).x() / leg.joint[1].slide_m_rad, 1e-11);
}

TEST(PantographLeg, HasTheKneeOfTheLawOfCosines) {
  const Leg leg = shipped();
  const double a = 0.27, b = 0.38;
  for (const auto& [u, v] : {std::pair(0.0, 0.0), {0.02, 0.01}, {-0.02, 0.03}, {0.01, -0.03}}) {
    const PerJoint<double> q = angles(0.2, u, v);
    const double r2 = std::pow(4 * (0.0725 + u), 2) + std::pow(4 * (0.10 + v), 2);
    const double want = std::acos((a * a + b * b - r2) / (2 * a * b));
    EXPECT_NEAR(knee_rad(*leg.knee, slider_rad(leg, q)), want, 1e-14);
    const double to_min = want - 30 * kPi / 180, to_max = 150 * kPi / 180 - want;
    EXPECT_NEAR(knee_room(leg, q), std::min(to_min, to_max) / (kPi / 3), 1e-14);
  }
  // longer than both bars, and shorter than their difference
  EXPECT_EQ(knee_rad(*leg.knee, {300, 0}), kPi);
  EXPECT_EQ(knee_rad(*leg.knee, -leg.knee->p_AP.cwiseQuotient(leg.knee->slope_m_rad)), 0);
}

TEST(PantographLeg, HasNoReachInTheCornerThatItsKneeDoesNotPermit) {
  const Leg leg = shipped();
  const PerJoint<double> corner = angles(0, 0.025, 0.035),
                         sides[] = {angles(0, 0.025, 0), angles(0, 0, 0.035)};
  EXPECT_TRUE(within_limits(leg, corner, 0, 3));
  EXPECT_FALSE(within_limits(leg, corner));
  EXPECT_LT(knee_room(leg, corner), 0);
  EXPECT_LT(limit_room(leg, corner), 0);
  PerJoint<double> q{};
  EXPECT_EQ(solve_arm(leg, foot(leg, corner), q), IkStatus::kJointLimit);
  EXPECT_EQ(q, PerJoint<double>{});
  for (const PerJoint<double>& side : sides) EXPECT_TRUE(within_limits(leg, side));
}

TEST(PantographLeg, HasTheRoomOfItsNearestLimit) {
  const Leg leg = cut_all_round();
  test::Rng rng{54};
  int n_knee = 0;
  for (int n = 0; n < 2000; ++n) {
    const PerJoint<double> q = any_in_box(leg, rng);
    double least = knee_room(leg, q);
    for (std::size_t j = 0; j < 3; ++j) least = std::min(least, joint_room(leg.joint[j], q[j]));
    ASSERT_EQ(limit_room(leg, q), least);
    EXPECT_EQ(least >= 0, within_limits(leg, q));
    n_knee += least == knee_room(leg, q) ? 1 : 0;
  }
  EXPECT_GT(n_knee, 200);
}

class ReachOfAPantograph : public testing::TestWithParam<Leg (*)()> {
 protected:
  const Leg leg = GetParam()();
  test::Rng rng{55};
};

INSTANTIATE_TEST_SUITE_P(Knees, ReachOfAPantograph, testing::Values(shipped, cut_all_round));

TEST_P(ReachOfAPantograph, EndsAtTheNearestPointOfAllSampled) {
  for (int n = 0; n < 300; ++n) {
    const Vector3d p = Vector3d(0.34, 0, -0.3) + test::any_vector(0.4, rng);
    const Reach reach = project_on_reach(leg, p, angles(0, 0, 0));
    ASSERT_TRUE(within_limits(leg, reach.q_rad)) << p.transpose();
    ASSERT_LT((foot(leg, reach.q_rad) - reach.p_LW).norm(), 1e-12);
    const double off_m = (reach.p_LW - p).norm();
    for (int k = 0; k < 3000; ++k) {
      // half of the samples beside the answer, where a better one would be
      PerJoint<double> q = any_within_limits(leg, rng);
      if (k % 2 == 1) {
        const double by = std::pow(10, uniform(-6, -1, rng));
        for (std::size_t j = 0; j < 3; ++j) {
          const Joint& joint = leg.joint[j];
          const double half = by * (joint.q_max_rad - joint.q_min_rad);
          q[j] = std::clamp(reach.q_rad[j] + uniform(-half, half, rng), joint.q_min_rad,
                            joint.q_max_rad);
        }
        if (!within_limits(leg, q)) continue;
      }
      ASSERT_GE((foot(leg, q) - p).norm(), off_m - 1e-10) << p.transpose();
    }
  }
}

TEST_P(ReachOfAPantograph, HoldsWhatItReaches) {
  for (int n = 0; n < 300; ++n) {
    const PerJoint<double> q = any_within_limits(leg, rng);
    const Reach reach = project_on_reach(leg, foot(leg, q), angles(0, 0, 0));
    ASSERT_EQ(reach.status, IkStatus::kOk);
    ASSERT_LT((reach.p_LW - foot(leg, q)).norm(), 1e-12);
    // the end of the reach is within reach again
    const Vector3d beyond = foot(leg, q) + test::any_vector(0.3, rng);
    const Reach end = project_on_reach(leg, beyond, angles(0, 0, 0));
    EXPECT_LT((project_on_reach(leg, end.p_LW, end.q_rad).p_LW - end.p_LW).norm(), 1e-9);
  }
}

TEST(PantographLeg, HasNoClosedFormOutsideItsPlaneOrWithAnotherOrderOfJoints) {
  Leg leg = shipped();
  leg.X_JF.translation().y() = 1e-3;
  EXPECT_FALSE(has_closed_form(leg));
  leg = shipped();
  leg.joint[0].slide_m_rad = 0.001;
  EXPECT_FALSE(has_closed_form(leg));
  leg = shipped();
  leg.joint[2].slide_m_rad = 0;
  EXPECT_FALSE(has_closed_form(leg));
  leg = shipped();
  std::swap(leg.joint[1].axis, leg.joint[2].axis);
  EXPECT_FALSE(has_closed_form(leg));
  leg = test::robot("romerin4x7").leg[0];
  EXPECT_TRUE(has_closed_form(leg));
  leg.joint[0].slide_m_rad = 0.1;
  EXPECT_FALSE(has_closed_form(leg));
}

}  // namespace
}  // namespace ventosa::controller::pantograph_leg_test
