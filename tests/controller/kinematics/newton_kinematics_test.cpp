#include "controller/kinematics/newton_kinematics.h"

#include <gtest/gtest.h>

#include <limits>

#include "controller/kinematics/arm_geometry.h"
#include "controller/kinematics/inverse_kinematics.h"
#include "controller/kinematics/joint_limits.h"
#include "tests/controller/random_robot.h"
#include "tests/controller/romerin.h"

namespace ventosa::controller::newton_kinematics_test {
namespace {

constexpr int kPoses = 5000;
constexpr double kNear_m = 0.01, kNear_rad = 0.03;  ///< from the last angles, sliders and hinges

PerJoint<double> any_pose(const Leg& leg, test::Rng& rng) {
  PerJoint<double> q{};
  for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_joints); ++j)
    q[j] = test::uniform(leg.joint[j].q_min_rad, leg.joint[j].q_max_rad, rng);
  return q;
}

/// Angles near to `q`, of the arm's joints.
PerJoint<double> near_to(const Leg& leg, PerJoint<double> q, test::Rng& rng) {
  for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_arm); ++j) {
    const Joint& joint = leg.joint[j];
    const double by = joint.slides() ? kNear_m / std::abs(joint.slide_m_rad) : kNear_rad;
    q[j] += test::uniform(-by, by, rng);
  }
  return q;
}

Vector3d point(const Leg& leg, const PerJoint<double>& q) {
  return leg.X_BL.inverse() * leg_pose(leg, q).p_BW;
}

constexpr double kAway = 0.03;  ///< from singular poses

/// Least way of the arm's point in any direction per radian of hinges and metre of sliders.
/// @param n  the last joints of the arm that count
double least_way(const Leg& leg, const PerJoint<double>& q, int n) {
  ArmJacobian J = arm_jacobian(leg, leg_pose(leg, q));
  for (int j = 0; j < leg.n_arm; ++j)
    if (const Joint& joint = leg.joint[static_cast<std::size_t>(j)]; joint.slides())
      J.col(j) /= joint.slide_m_rad;
  return Eigen::JacobiSVD<Eigen::MatrixXd>(J.rightCols(n)).singularValues().minCoeff();
}

/// Expects the angles that the closed form finds beside them, its first joints where they are.
void expect_closed_form(const Leg& leg, const Vector3d& p_LW, const PerJoint<double>& q) {
  PerJoint<double> closed = q;
  ASSERT_EQ(follow_arm(leg, p_LW, closed), IkStatus::kOk);
  constexpr double kResidual_m = 2 * kNewtonResidual_m;  // of both points
  for (int j = 0; j < leg.n_arm; ++j) {
    const auto k = static_cast<std::size_t>(j);
    const double way_m_rad = leg.joint[k].slides() ? std::abs(leg.joint[k].slide_m_rad) : kAway;
    ASSERT_NEAR(closed[k], q[k], kResidual_m / way_m_rad) << "joint " << j;
  }
}

class NewtonKinematics : public testing::TestWithParam<const char*> {
 protected:
  const Leg leg = test::robot(GetParam()).leg[1];
  test::Rng rng{20261127};
};

INSTANTIATE_TEST_SUITE_P(LegTypes, NewtonKinematics,
                         testing::Values("romerin4", "romerin4x7", "hexapod3", "amru5"));

TEST_P(NewtonKinematics, FindsTheAnglesOfTheClosedForm) {
  ASSERT_TRUE(has_closed_form(leg));
  int n_found = 0, most_iterations = 0;
  for (int n = 0; n < kPoses; ++n) {
    const PerJoint<double> q = any_pose(leg, rng);
    if (!arm_within_limits(leg, q) || least_way(leg, q, 3) < kAway) continue;
    PerJoint<double> found = near_to(leg, q, rng);
    const NewtonResult result = solve_by_newton(leg, point(leg, q), found);
    if (result.status == NewtonStatus::kJointLimit) continue;  // a redundant joint went too far
    ASSERT_EQ(result.status, NewtonStatus::kOk) << "pose " << n << ", " << result.n_iterations;
    ASSERT_LE(result.residual_m, kNewtonResidual_m);
    ASSERT_LE((point(leg, found) - point(leg, q)).norm(), 2 * kNewtonResidual_m);
    ASSERT_NO_FATAL_FAILURE(expect_closed_form(leg, point(leg, q), found)) << "pose " << n;
    most_iterations = std::max(most_iterations, result.n_iterations);
    ++n_found;
  }
  EXPECT_GT(n_found, kPoses / 2);
  EXPECT_LE(most_iterations, kNewtonIterations);
}

TEST_P(NewtonKinematics, NeedsNoStepWhereTheArmIsThereAlready) {
  const PerJoint<double> q = test::nominal_pose(leg);
  PerJoint<double> found = q;
  const NewtonResult result = solve_by_newton(leg, point(leg, q), found);
  EXPECT_EQ(result.status, NewtonStatus::kOk);
  EXPECT_EQ(result.n_iterations, 0);
  EXPECT_EQ(found, q);
}

TEST_P(NewtonKinematics, TellsWhatIsOutOfReach) {
  const PerJoint<double> before = test::nominal_pose(leg);
  PerJoint<double> q = before;
  const NewtonResult result = solve_by_newton(leg, {5, 0, 0}, q);
  if (has_sliders(leg)) {  // screws without end reach it
    EXPECT_EQ(result.status, NewtonStatus::kJointLimit);
    EXPECT_LE(result.residual_m, kNewtonResidual_m);
  } else {
    EXPECT_TRUE(result.status == NewtonStatus::kNotConverged ||
                result.status == NewtonStatus::kSingular);
    EXPECT_GT(result.residual_m, 1);
  }
  EXPECT_LE(result.n_iterations, kNewtonIterations);
  EXPECT_EQ(q, before);
}

TEST_P(NewtonKinematics, TellsWhatIsBeyondALimit) {
  const auto a = static_cast<std::size_t>(leg.n_lead());
  PerJoint<double> q = test::nominal_pose(leg), beyond = q;
  Leg stiff = leg;
  for (std::size_t j = 0; j < a; ++j) stiff.joint[j].q_min_rad = stiff.joint[j].q_max_rad = q[j];
  beyond[a] = stiff.joint[a].q_max_rad + 0.01;
  PerJoint<double> last = beyond;
  last[a] -= 0.02;
  const PerJoint<double> before = last;
  const NewtonResult result = solve_by_newton(stiff, point(leg, beyond), last);
  EXPECT_EQ(result.status, NewtonStatus::kJointLimit);
  EXPECT_LE(result.residual_m, kNewtonResidual_m);
  EXPECT_EQ(last, before);
}

TEST_P(NewtonKinematics, RefusesNumbersThatAreNone) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  PerJoint<double> q = test::nominal_pose(leg);
  const PerJoint<double> before = q;
  for (const double wrong : {nan, inf, -inf}) {
    EXPECT_EQ(solve_by_newton(leg, {0.3, wrong, 0}, q).status, NewtonStatus::kBadInput);
    EXPECT_EQ(q, before);
    PerJoint<double> spoilt = before;
    spoilt[0] = wrong;
    EXPECT_EQ(solve_by_newton(leg, {0.3, 0, 0}, spoilt).status, NewtonStatus::kBadInput);
  }
  EXPECT_NE(solve_by_newton(leg, {1e300, 1e300, 1e300}, q).status, NewtonStatus::kOk);
  EXPECT_EQ(q, before);
}

// the foot on the axis of the first joint, which cannot move it sideways there
TEST(NewtonKinematics, TellsThatAPantographOnItsAxisIsSingular) {
  const Leg leg = test::robot("amru5").leg[0];
  const double on_axis = -slider_zero(leg).x() / leg.joint[1].slide_m_rad;
  const PerJoint<double> before{0.2, on_axis, 0};
  ASSERT_LT(point(leg, before).head<2>().norm(), 1e-12);
  for (const Vector3d& off : {Vector3d(0, 0, 0), Vector3d(0, 0, 0.01), Vector3d(0, 0.01, 0)}) {
    PerJoint<double> q = before;
    EXPECT_EQ(solve_by_newton(leg, point(leg, before) + off, q).status, NewtonStatus::kSingular);
    EXPECT_EQ(q, before);
  }
}

// a radian of the screw is 0.1 um, one of the hinge 0.3 m: neither is taken for a lost direction
TEST(NewtonKinematics, IsNotSingularForAFineScrew) {
  Leg leg = test::robot("amru5").leg[0];
  leg.knee.reset();
  for (const std::size_t j : {1U, 2U}) {
    leg.joint[j].slide_m_rad = 1e-7;
    leg.joint[j].q_min_rad = -1e6, leg.joint[j].q_max_rad = 1e6;
  }
  const PerJoint<double> q{0.2, 4e5, -3e5};
  PerJoint<double> found{0.25, 3e5, -2e5};
  ASSERT_EQ(solve_by_newton(leg, point(leg, q), found).status, NewtonStatus::kOk);
  EXPECT_LE((point(leg, found) - point(leg, q)).norm(), 2 * kNewtonResidual_m);
}

TEST(NewtonKinematics, TellsThatAStraightLegIsSingular) {
  const Leg leg = test::robot("hexapod3").leg[0];
  const PerJoint<double> straight{0, 0.3, 0};
  PerJoint<double> q = straight;
  EXPECT_EQ(solve_by_newton(leg, point(leg, straight), q).status, NewtonStatus::kSingular);
}

TEST(NewtonKinematics, KeepsTheKneeWithinItsRange) {
  Leg leg = test::robot("amru5").leg[0];
  PerJoint<double> q{};
  leg.knee->min_rad = knee_rad(*leg.knee, Vector2d::Zero()) - 0.01;
  const PerJoint<double> folded{0, -5, 0};  // within the ranges of the joints
  ASSERT_TRUE(within_limits(leg, folded, 0, 3));
  ASSERT_LT(knee_room(leg, folded), 0);
  EXPECT_EQ(solve_by_newton(leg, point(leg, folded), q).status, NewtonStatus::kJointLimit);
}

// eqs. 1 and 6
TEST(NewtonKinematics, TakesAPointOfTheWorldIntoTheLegsFrame) {
  test::Rng rng{41};
  const Leg leg = test::any_leg(3, rng);
  Isometry3d X_WB = Isometry3d::Identity();
  X_WB.linear() = test::any_rotation(rng);
  X_WB.translation() = test::any_vector(2, rng);
  const PerJoint<double> q = test::any_joints(3, rng);
  EXPECT_LT((point_in_leg(X_WB, leg, X_WB * leg_pose(leg, q).p_BW) - point(leg, q)).norm(), 1e-14);
}

/// Joint tables without a closed form: oblique axes, any of them sliding, three to seven joints.
TEST(NewtonKinematics, FindsTheAnglesOfAnyJointTable) {
  test::Rng rng{42};
  int n_found = 0, n_redundant = 0;
  for (int n = 0; n < kPoses; ++n) {
    Leg leg = test::any_leg(std::uniform_int_distribution<int>(3, 7)(rng), rng);
    leg.n_arm = leg.n_joints;  // no wrist
    test::let_slide(leg, rng);
    for (Joint& joint : leg.joint) joint.q_min_rad = -100, joint.q_max_rad = 100;
    const PerJoint<double> q = test::any_joints(2, rng);
    if (least_way(leg, q, leg.n_arm) < 0.1) continue;
    ASSERT_FALSE(has_closed_form(leg));
    PerJoint<double> found = near_to(leg, q, rng);
    const NewtonResult result = solve_by_newton(leg, point(leg, q), found);
    ASSERT_EQ(result.status, NewtonStatus::kOk) << "leg " << n << ": " << result.residual_m;
    ASSERT_LE((point(leg, found) - point(leg, q)).norm(), 2 * kNewtonResidual_m);
    if (leg.n_arm > 3) {
      ++n_redundant;
      continue;
    }
    for (std::size_t j = 0; j < 3; ++j) ASSERT_NEAR(found[j], q[j], 1e-9);
    ++n_found;
  }
  EXPECT_GT(n_found, 200);
  EXPECT_GT(n_redundant, 2000);
}

// the least-norm step leaves no motion that the point does not feel: it is in the rows of J S
TEST(NewtonKinematics, MovesARedundantArmNoMoreThanNeeded) {
  const Leg leg = test::robot("romerin4x7").leg[0];
  test::Rng rng{43};
  for (int n = 0; n < 500; ++n) {
    const PerJoint<double> q = any_pose(leg, rng);
    if (!arm_within_limits(leg, q) || least_way(leg, q, leg.n_arm) < 0.05) continue;
    const ArmJacobian J = arm_jacobian(leg, leg_pose(leg, q));
    const Vector3d step = 1e-6 * test::any_direction(rng);
    PerJoint<double> found = q;
    if (solve_by_newton(leg, point(leg, q) + step, found).status != NewtonStatus::kOk) continue;
    const Eigen::VectorXd dq =
        Eigen::VectorXd::Map(found.data(), 4) - Eigen::VectorXd::Map(q.data(), 4);
    const Eigen::VectorXd least =
        Eigen::MatrixXd(J).completeOrthogonalDecomposition().solve(leg.X_BL.linear() * step);
    EXPECT_LT((dq - least).norm(), 1e-3 * least.norm());
  }
}

TEST(NewtonKinematics, HasTooFewJointsForAPoint) {
  test::Rng rng{44};
  Leg leg = test::any_leg(2, rng);
  PerJoint<double> q{};
  EXPECT_EQ(solve_by_newton(leg, {0.1, 0.1, 0.1}, q).status, NewtonStatus::kSingular);
}

}  // namespace
}  // namespace ventosa::controller::newton_kinematics_test
