#include "controller/kinematics/inverse_kinematics.h"

#include <gtest/gtest.h>

#include "controller/kinematics/arm_geometry.h"
#include "controller/kinematics/joint_limits.h"
#include "tests/controller/denavit_hartenberg.h"
#include "tests/controller/romerin.h"

namespace ventosa::controller::inverse_kinematics_test {
namespace {

constexpr int kPoses = 100'000;  // per leg type and property
constexpr double kPi = std::numbers::pi;
constexpr double kExact = 1e-12;  // [m], and of a rotation matrix

/// Joints that may turn a full turn: all eight branches of a pose are within limits.
Leg unlimited(Leg leg) {
  for (Joint& joint : leg.joint) joint.q_min_rad = -kPi, joint.q_max_rad = kPi;
  leg.differential = {};
  return leg;
}

std::vector<Branch> all_branches() {
  std::vector<Branch> all;
  for (const Hip hip : {Hip::kFront, Hip::kBehind})
    for (const Elbow elbow : {Elbow::kUp, Elbow::kDown})
      for (const Wrist wrist : {Wrist::kPlain, Wrist::kFlipped}) all.push_back({hip, elbow, wrist});
  return all;
}

double distance2(const PerJoint<double>& a, const PerJoint<double>& b) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j)
    sum += std::pow(std::remainder(a[j] - b[j], 2 * kPi), 2);
  return sum;
}

class InverseKinematics : public testing::TestWithParam<const char*> {
 protected:
  const Leg leg = test::robot(GetParam()).leg[2];
  const std::size_t lead = static_cast<std::size_t>(leg.n_lead());
  std::mt19937_64 rng{20261121};

  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(rng);
  }
  bool chance(double p) { return std::bernoulli_distribution(p)(rng); }
  /// +-1e-16 .. +-0.1: down to the resolution of a double near a singularity
  double tiny() { return std::copysign(std::pow(10, uniform(-16, -1)), uniform(-1, 1)); }

  PerJoint<double> any_pose(const Leg& of) {
    PerJoint<double> q{};
    for (std::size_t j = 0; j < static_cast<std::size_t>(of.n_joints); ++j)
      q[j] = uniform(of.joint[j].q_min_rad, of.joint[j].q_max_rad);
    return q;
  }

  /// A pose of the unlimited leg, three of four of them at a singularity or near it.
  PerJoint<double> hard_pose(const Leg& of) {
    const ArmGeometry arm = arm_geometry(of);
    const double slant = arm.alpha + arm.beta;
    PerJoint<double> q = any_pose(of);
    if (chance(0.25)) q[lead + 4] = chance(0.5) ? tiny() : kPi - std::abs(tiny());
    if (chance(0.25)) q[lead + 2] = slant + (chance(0.5) ? tiny() : kPi - slant - std::abs(tiny()));
    if (chance(0.25)) {  // over the hip: r = L1 + Lc c2 + Ld cos(forearm) near 0
      const double forearm = uniform(-kPi, kPi);
      const double c2 = (tiny() - arm.L1 - arm.Ld * std::cos(forearm)) / arm.Lc;
      if (std::abs(c2) > 1) return q;
      const double Q2 = std::copysign(std::acos(c2), uniform(-1, 1));
      q[lead + 1] = std::remainder(Q2 + arm.alpha, 2 * kPi);
      q[lead + 2] = std::remainder(Q2 - forearm + slant, 2 * kPi);
    }
    return q;
  }

  PerJoint<double> near(const PerJoint<double>& q, double by) {
    PerJoint<double> last = q;
    for (std::size_t j = lead; j < lead + 6; ++j) last[j] += uniform(-by, by);
    return last;
  }

  static void expect_pose(const Leg& of, const PerJoint<double>& q, const Isometry3d& X_LF) {
    const test::DhPose found = test::dh_pose(of, q);
    ASSERT_LT((found.X_LF.translation() - X_LF.translation()).norm(), kExact);
    ASSERT_LT((found.X_LF.linear() - X_LF.linear()).norm(), kExact);
  }
};

INSTANTIATE_TEST_SUITE_P(LegTypes, InverseKinematics, testing::Values("romerin4", "romerin4x7"));

TEST_P(InverseKinematics, ReachesThePoseItIsGivenHoweverSingular) {
  const Leg wide = unlimited(leg);
  for (int n = 0; n < kPoses; ++n) {
    const PerJoint<double> q = hard_pose(wide);
    const Isometry3d X_LF = test::dh_pose(wide, q).X_LF;
    PerJoint<double> found = near(q, 0.3);
    ASSERT_EQ(solve_pose(wide, X_LF, found), IkStatus::kOk);
    ASSERT_NO_FATAL_FAILURE(expect_pose(wide, found, X_LF)) << "pose " << n;
  }
}

TEST_P(InverseKinematics, ReachesEveryPoseOnAllItsBranches) {
  const Leg wide = unlimited(leg);
  int reached = 0;
  for (int n = 0; n < kPoses / 8; ++n) {
    const PerJoint<double> q = hard_pose(wide);
    const Isometry3d X_LF = test::dh_pose(wide, q).X_LF;
    for (const Branch& branch : all_branches()) {
      PerJoint<double> found = q;
      const IkStatus status = solve_pose(wide, X_LF, branch, found);
      ASSERT_TRUE(status == IkStatus::kOk || status == IkStatus::kOutOfReach);
      if (status != IkStatus::kOk) continue;
      ASSERT_NO_FATAL_FAILURE(expect_pose(wide, found, X_LF)) << "pose " << n;
      ++reached;
    }
  }
  EXPECT_GT(reached, kPoses / 2);
}

TEST_P(InverseKinematics, FindsTheAnglesItCameFrom) {
  for (int n = 0; n < kPoses; ++n) {
    const PerJoint<double> q = any_pose(leg);
    if (!within_limits(leg, q)) continue;
    const Isometry3d X_LF = test::dh_pose(leg, q).X_LF;
    PerJoint<double> found = q;
    ASSERT_EQ(solve_pose(leg, X_LF, found), IkStatus::kOk);
    ASSERT_LT(distance2(found, q), 1e-14);
    found = q;
    ASSERT_EQ(solve_leg(leg, test::dh_pose(leg, q).p_LW, X_LF.linear().col(2), found),
              IkStatus::kOk);
    ASSERT_LT(distance2(found, q), 1e-14);
  }
}

TEST_P(InverseKinematics, PutsTheWristPointAndTheCupsDirectionWhereAsked) {
  const Leg wide = unlimited(leg);
  for (int n = 0; n < kPoses; ++n) {
    const PerJoint<double> q = hard_pose(wide);
    const test::DhPose requested = test::dh_pose(wide, q);
    PerJoint<double> found = near(q, 0.3);
    const double roll = std::clamp(found[lead + 5], -kPi, kPi);
    ASSERT_EQ(solve_leg(wide, requested.p_LW, requested.X_LF.linear().col(2), found),
              IkStatus::kOk);
    const test::DhPose met = test::dh_pose(wide, found);
    ASSERT_LT((met.p_LW - requested.p_LW).norm(), kExact);
    ASSERT_LT((met.X_LF.linear().col(2) - requested.X_LF.linear().col(2)).norm(), kExact);
    ASSERT_EQ(found[lead + 5], roll);
  }
}

TEST_P(InverseKinematics, GivesTheBranchThatIsNamed) {
  const Leg wide = unlimited(leg);
  for (int n = 0; n < 2000; ++n) {
    const PerJoint<double> q = any_pose(wide);
    const Isometry3d X_LF = test::dh_pose(wide, q).X_LF;
    for (const Branch& branch : all_branches()) {
      PerJoint<double> found = q;
      if (solve_pose(wide, X_LF, branch, found) != IkStatus::kOk) continue;
      const Branch met = branch_of(wide, found);
      ASSERT_EQ(met.hip, branch.hip);
      ASSERT_EQ(met.elbow, branch.elbow);
      ASSERT_EQ(met.wrist, branch.wrist);
    }
  }
}

TEST_P(InverseKinematics, TakesTheNearestBranchWithinLimits) {
  int several = 0;
  for (int n = 0; n < 20000; ++n) {
    const PerJoint<double> q = any_pose(leg), last = any_pose(leg);
    PerJoint<double> from = last;
    for (std::size_t j = 0; j < lead; ++j) from[j] = q[j];
    const Isometry3d X_LF = test::dh_pose(leg, q).X_LF;
    double least = std::numeric_limits<double>::infinity();
    int met = 0;
    for (const Branch& branch : all_branches()) {
      PerJoint<double> found = from;
      if (solve_pose(leg, X_LF, branch, found) != IkStatus::kOk) continue;
      ASSERT_TRUE(within_limits(leg, found));
      least = std::min(least, distance2(found, from));
      ++met;
    }
    PerJoint<double> found = from;
    ASSERT_EQ(solve_pose(leg, X_LF, found) == IkStatus::kOk, met > 0);
    if (met > 0) {
      ASSERT_NEAR(distance2(found, from), least, 1e-9);
    }
    several += met > 1;
  }
  EXPECT_GT(several, 1000);
}

TEST_P(InverseKinematics, FollowsASmoothPathWithoutLeavingItsBranch) {
  for (int path = 0; path < 200; ++path) {
    const PerJoint<double> from = any_pose(leg), to = any_pose(leg);
    PerJoint<double> found = from;
    for (double s = 0; s <= 1; s += 0.002) {
      PerJoint<double> q = from;
      for (std::size_t j = lead; j < lead + 6; ++j) q[j] += s * (to[j] - from[j]);
      if (!within_limits(leg, q)) break;
      const Isometry3d X_LF = test::dh_pose(leg, q).X_LF;
      // at a singularity two branches meet, and the path may continue on either
      if (std::abs(q[lead + 4]) < 0.05 || std::abs(q[lead + 2] - 0.1476) < 0.05) break;
      ASSERT_EQ(follow_pose(leg, X_LF, found), IkStatus::kOk);
      ASSERT_LT(distance2(found, q), 1e-12) << "path " << path << " at " << s;
    }
  }
}

TEST_P(InverseKinematics, LeapsToAnotherBranchOnlyWhenItIsNotFollowing) {
  Leg stiff = leg;  // an elbow that does not reach up, but down
  stiff.joint[lead + 2].q_min_rad = -1;
  stiff.joint[lead + 2].q_max_rad = 0.5;
  PerJoint<double> q{};
  q[lead + 2] = 0.9;
  const test::DhPose up = test::dh_pose(leg, q);
  PerJoint<double> last = q;
  EXPECT_EQ(follow_arm(stiff, up.p_LW, last), IkStatus::kJointLimit);
  EXPECT_EQ(last, q);
  EXPECT_EQ(solve_arm(stiff, up.p_LW, last), IkStatus::kOk);
  EXPECT_LT(last[lead + 2], 0);
}

TEST_P(InverseKinematics, KeepsTheHipWhereTheFootIsRightBelowIt) {
  PerJoint<double> q{};
  q[lead] = 0.7;
  const Vector3d below = arm_base(leg, q) * Vector3d(0, 0, -0.3);
  ASSERT_EQ(solve_arm(leg, below, q), IkStatus::kOk);
  EXPECT_EQ(q[lead], 0.7);
}

TEST_P(InverseKinematics, KeepsQ4WhereTheCupPointsAlongTheForearm) {
  PerJoint<double> q{};
  for (std::size_t j = 0; j < 6; ++j) q[lead + j] = std::array{0.2, 0.4, 1.0, 0.7, 0.0, -0.4}[j];
  const test::DhPose pose = test::dh_pose(leg, q);
  PerJoint<double> found = q;
  ASSERT_EQ(solve_pose(leg, pose.X_LF, found), IkStatus::kOk);
  EXPECT_EQ(found[lead + 3], 0.7);
  EXPECT_NEAR(found[lead + 5], -0.4, 1e-12);

  found = q;
  found[lead + 3] = -0.8;  // the pose determines q6 - q4
  ASSERT_EQ(solve_pose(leg, pose.X_LF, found), IkStatus::kOk);
  EXPECT_EQ(found[lead + 3], -0.8);
  EXPECT_NEAR(found[lead + 5], -0.4 - 0.7 - 0.8, 1e-12);
}

TEST_P(InverseKinematics, MovesQ4AlongTheForearmWhereQ6AloneWouldLeaveItsLimits) {
  PerJoint<double> q{};
  for (std::size_t j = 0; j < 6; ++j) q[lead + j] = std::array{0.2, 0.4, 1.0, 1.5, 0.0, -1.0}[j];
  const Isometry3d X_LF = test::dh_pose(leg, q).X_LF;
  PerJoint<double> found = q;
  found[lead + 3] = -1;
  ASSERT_EQ(solve_pose(leg, X_LF, found), IkStatus::kOk);
  EXPECT_NEAR(found[lead + 5], leg.joint[lead + 5].q_min_rad, 1e-12);
  EXPECT_NO_FATAL_FAILURE(expect_pose(leg, found, X_LF));
}

TEST_P(InverseKinematics, KeepsTheDifferentialsCoupledLimit) {
  int refused = 0;
  for (int n = 0; n < 20000; ++n) {
    const PerJoint<double> q = any_pose(leg);
    const test::DhPose pose = test::dh_pose(leg, q);
    PerJoint<double> found = q;
    refused += solve_pose(leg, pose.X_LF, branch_of(leg, q), found) == IkStatus::kJointLimit;
    ASSERT_LE(std::abs(found[lead + 4]) + 1.5 * std::abs(found[lead + 5]),
              within_limits(leg, q) ? kPi + 1e-9 : 2 * kPi);
    // a cup is round, so it may roll back within the limit instead
    ASSERT_EQ(solve_leg(leg, pose.p_LW, pose.X_LF.linear().col(2), found), IkStatus::kOk);
    ASSERT_LE(std::abs(found[lead + 4]) + 1.5 * std::abs(found[lead + 5]), kPi + 1e-9);
  }
  EXPECT_GT(refused, 1000);
}

TEST_P(InverseKinematics, RefusesACupTurnedBackOntoTheForearm) {
  PerJoint<double> q{};
  for (std::size_t j = 0; j < 5; ++j) q[lead + j] = std::array{0.2, 0.4, 1.0, 0.7, 0.0}[j];
  const PerJoint<double> before = q;
  EXPECT_EQ(align_cup(leg, -test::dh_pose(leg, q).X_LF.linear().col(2), q), IkStatus::kJointLimit);
  EXPECT_EQ(q, before);
}

TEST_P(InverseKinematics, SaysWhyItHasNoAnswerAndLeavesTheAnglesAlone) {
  PerJoint<double> q{};
  q[lead] = 0.1, q[lead + 1] = 0.2, q[lead + 2] = 0.3;
  const PerJoint<double> before = q;
  const Isometry3d X_LA = arm_base(leg, q);
  EXPECT_EQ(solve_arm(leg, X_LA * Vector3d(0.7, 0, 0), q), IkStatus::kOutOfReach);
  EXPECT_EQ(solve_arm(leg, X_LA * Vector3d(-0.3, 0.05, 0), q), IkStatus::kJointLimit);
  EXPECT_EQ(solve_leg(leg, X_LA * Vector3d(0.7, 0, 0), Vector3d::UnitX(), q),
            IkStatus::kOutOfReach);
  EXPECT_EQ(q, before);
}

/// Every function with one number that is not finite.
TEST_P(InverseKinematics, AnswersBadNumbersWithAStatus) {
  using Limits = std::numeric_limits<double>;
  const PerJoint<double> sound = test::nominal_pose(leg);
  const Isometry3d X_LF = test::dh_pose(leg, sound).X_LF;
  const Vector3d z = X_LF.linear().col(2);
  for (const double bad : {Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity()}) {
    const Vector3d p(0.2, bad, 0), direction(bad, 0, 0);
    Isometry3d X = X_LF, turned = X_LF;
    X.translation().y() = bad;
    turned.linear()(1, 1) = bad;
    PerJoint<double> q = sound, spoilt = sound;
    spoilt[lead + 1] = bad;
    EXPECT_EQ(solve_arm(leg, p, q), IkStatus::kBadInput);
    EXPECT_EQ(solve_arm(leg, p, Hip::kFront, Elbow::kUp, q), IkStatus::kBadInput);
    EXPECT_EQ(follow_arm(leg, p, q), IkStatus::kBadInput);
    EXPECT_EQ(align_cup(leg, direction, q), IkStatus::kBadInput);
    EXPECT_EQ(solve_leg(leg, p, z, q), IkStatus::kBadInput);
    EXPECT_EQ(solve_leg(leg, X_LF.translation(), direction, q), IkStatus::kBadInput);
    EXPECT_EQ(solve_leg(leg, p, z, Branch{}, q), IkStatus::kBadInput);
    EXPECT_EQ(follow_leg(leg, p, z, q), IkStatus::kBadInput);
    EXPECT_EQ(solve_pose(leg, X, q), IkStatus::kBadInput);
    EXPECT_EQ(solve_pose(leg, turned, q), IkStatus::kBadInput);
    EXPECT_EQ(solve_pose(leg, X, Branch{}, q), IkStatus::kBadInput);
    EXPECT_EQ(follow_pose(leg, X, q), IkStatus::kBadInput);
    EXPECT_EQ(q, sound);
    EXPECT_EQ(solve_pose(leg, X_LF, spoilt), IkStatus::kBadInput);
    EXPECT_EQ(solve_leg(leg, X_LF.translation(), z, spoilt), IkStatus::kBadInput);
  }
}

TEST_P(InverseKinematics, RefusesWhatIsNoDirectionAndNoRotation) {
  PerJoint<double> q = test::nominal_pose(leg);
  Isometry3d mirror = test::dh_pose(leg, q).X_LF;
  mirror.linear().col(0) *= -1;
  EXPECT_EQ(solve_pose(leg, mirror, q), IkStatus::kBadInput);
  EXPECT_EQ(align_cup(leg, Vector3d::Zero(), q), IkStatus::kBadInput);
  EXPECT_EQ(align_cup(leg, Vector3d(2, 0, 0), q), IkStatus::kBadInput);
}

TEST_P(InverseKinematics, AnswersDenormalAndHugeNumbersWithFiniteAngles) {
  using Limits = std::numeric_limits<double>;
  for (const double odd :
       {0.0, Limits::denorm_min(), -Limits::min(), 1e-200, 1e154, 1e300, -Limits::max()})
    for (int axis = 0; axis < 3; ++axis) {
      PerJoint<double> q = test::nominal_pose(leg);
      Vector3d p = arm_base(leg, q) * Vector3d(0, 0, -0.3);
      p[axis] = odd;
      (void)solve_arm(leg, p, q);
      (void)solve_leg(leg, p, Vector3d(0, 0, -1), q);
      for (const double angle : q) EXPECT_TRUE(std::isfinite(angle)) << odd;
    }
}

TEST_P(InverseKinematics, ReachesTheDefaultStanceOfEveryLeg) {
  for (const Leg& each : test::robot(GetParam()).leg) {
    const PerJoint<double> q = test::nominal_pose(each);
    EXPECT_LT((each.X_BL * test::dh_pose(each, q).p_LW - each.p_BW_nominal).norm(), kExact);
    EXPECT_EQ(branch_of(each, q).elbow, Elbow::kUp);
  }
}

// the same module upright and turned over, wherever either can stand
TEST(StandingLeg, HasItsElbowOffTheSurfaceAndItsCupFlatOnIt) {
  std::mt19937_64 rng(15);
  Leg upright = test::robot("romerin4").leg[0], turned = upright;
  turned.X_BL.rotate(Eigen::AngleAxisd(std::numbers::pi, Vector3d::UnitX()));
  int n_upright = 0, n_turned = 0;
  for (int trial = 0; trial < 2000; ++trial)
    for (const Leg* leg : {&upright, &turned}) {
      const Vector3d p_BW = leg->point_ahead(0.4, 0.08) + test::random_vector(0.15, rng);
      const Isometry3d X_LB = leg->X_BL.inverse();
      PerJoint<double> q{};
      if (solve_standing(*leg, X_LB * p_BW, X_LB.linear().col(2), q) != IkStatus::kOk) continue;
      ++(leg == &upright ? n_upright : n_turned);
      const LegPose pose = leg_pose(*leg, q);
      EXPECT_LT((pose.p_BW - p_BW).norm(), 1e-9);
      EXPECT_LT((pose.X_BF.linear().col(2) + Vector3d::UnitZ()).norm(), 1e-9);
      // above the line from shoulder to wrist
      const Vector3d line = p_BW - pose.p_BJ[1], elbow = pose.p_BJ[2] - pose.p_BJ[1];
      EXPECT_GT((elbow - elbow.dot(line) / line.squaredNorm() * line).z(), -1e-9);
    }
  EXPECT_GT(n_upright, 500);
  EXPECT_GT(n_turned, 50);
}

}  // namespace
}  // namespace ventosa::controller::inverse_kinematics_test
