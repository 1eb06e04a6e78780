#include "controller/kinematics/workspace.h"

#include <gtest/gtest.h>

#include "controller/kinematics/joint_limits.h"
#include "tests/controller/denavit_hartenberg.h"
#include "tests/controller/romerin.h"

namespace ventosa::controller::workspace_test {
namespace {

constexpr int kPoints = 500;
// sampled points of the reach, none of which may be nearer than the answer
constexpr int kSamples = 5000;

class ReachOfALeg : public testing::TestWithParam<const char*> {
 protected:
  const Leg leg = test::robot(GetParam()).leg[0];
  const PerJoint<double> start = test::nominal_pose(leg);
  std::mt19937_64 rng{4};

  PerJoint<double> any_arm(const Leg& of) {
    PerJoint<double> q = start;
    for (auto j = static_cast<std::size_t>(of.n_lead()); j < static_cast<std::size_t>(of.n_arm);
         ++j)
      q[j] =
          std::uniform_real_distribution<double>(of.joint[j].q_min_rad, of.joint[j].q_max_rad)(rng);
    return q;
  }

  /// Arm joints slightly displaced, within their limits.
  PerJoint<double> beside(const Leg& of, const PerJoint<double>& q) {
    PerJoint<double> moved = q;
    const double by = std::pow(10, std::uniform_real_distribution<double>(-5, -1)(rng));
    for (auto j = static_cast<std::size_t>(of.n_lead()); j < static_cast<std::size_t>(of.n_arm);
         ++j)
      moved[j] = std::clamp(q[j] + std::uniform_real_distribution<double>(-by, by)(rng),
                            of.joint[j].q_min_rad, of.joint[j].q_max_rad);
    return moved;
  }

  /// Projects random points and compares with many sampled points of the reach, everywhere and near
  /// the answer. @return how many points were out of reach
  int project_many(const Leg& of) {
    std::vector<Vector3d> reach;
    for (int n = 0; n < kSamples; ++n) reach.push_back(test::dh_pose(of, any_arm(of)).p_LW);
    int outside = 0;
    for (int n = 0; n < kPoints; ++n) {
      const Vector3d p_LW = test::random_vector(1, rng);
      const Reach found = project_on_reach(of, p_LW, start);
      EXPECT_TRUE(within_limits(of, found.q_rad, 0, of.n_arm));
      EXPECT_LT((test::dh_pose(of, found.q_rad).p_LW - found.p_LW).norm(), 1e-12);
      const double off_m = (found.p_LW - p_LW).norm();
      EXPECT_TRUE(found.status != IkStatus::kOk || off_m < 1e-12);
      outside += found.status != IkStatus::kOk;
      for (const Vector3d& p : reach) EXPECT_GE((p - p_LW).norm(), off_m - 1e-12);
      for (int k = 0; k < 50; ++k) {
        const Vector3d p = test::dh_pose(of, beside(of, found.q_rad)).p_LW;
        EXPECT_GE((p - p_LW).norm(), off_m - 1e-12);
      }
    }
    return outside;
  }
};

INSTANTIATE_TEST_SUITE_P(LegTypes, ReachOfALeg, testing::Values("romerin4", "romerin4x7"));

TEST_P(ReachOfALeg, HasNoPointNearerThanTheProjection) {
  const int outside = project_many(leg);
  EXPECT_GT(outside, kPoints / 4);
  EXPECT_LT(outside, kPoints - 5);
}

TEST_P(ReachOfALeg, HasNoPointNearerThanTheProjectionWithNarrowJoints) {
  for (int n = 0; n < 5; ++n) {
    Leg narrow = leg;
    for (auto j = static_cast<std::size_t>(leg.n_lead()); j < static_cast<std::size_t>(leg.n_arm);
         ++j) {
      double& low = narrow.joint[j].q_min_rad;
      double& high = narrow.joint[j].q_max_rad;
      low = std::uniform_real_distribution<double>(low, 0.3 * high)(rng);
      high = std::uniform_real_distribution<double>(low + 0.1, high)(rng);
    }
    EXPECT_GT(project_many(narrow), kPoints / 2);
  }
}

TEST_P(ReachOfALeg, EndsAtTheStretchedLegOutside) {
  const double Lc = std::hypot(0.22045, 0.01492), Ld = std::hypot(0.27991, 0.02245);
  const Vector3d shoulder(0.068 + (leg.n_lead() ? 0.20464 : 0), 0, 0);
  const Vector3d out = Vector3d(1, 0, 0.3).normalized();
  const Reach found = project_on_reach(leg, shoulder + 2 * out, start);
  EXPECT_EQ(found.status, IkStatus::kOutOfReach);
  EXPECT_LT((found.p_LW - (shoulder + (Lc + Ld) * out)).norm(), 1e-12);
}

TEST_P(ReachOfALeg, EndsAtTheFoldedElbowInside) {
  const Vector3d shoulder(0.068 + (leg.n_lead() ? 0.20464 : 0), 0, 0);
  const Reach found = project_on_reach(leg, shoulder + Vector3d(0.02, 0, -0.01), start);
  EXPECT_EQ(found.status, IkStatus::kJointLimit);
  EXPECT_NEAR(found.q_rad[static_cast<std::size_t>(leg.n_lead() + 2)], 2.97, 1e-12);
}

TEST_P(ReachOfALeg, IsFoundFromFarAwayAndNotFromNowhere) {
  using Limits = std::numeric_limits<double>;
  for (const double far : {1e9, 1e154, 1e300, -Limits::max(), Limits::denorm_min()}) {
    const Reach found = project_on_reach(leg, {far, 0.1, -far}, start);
    EXPECT_TRUE(within_limits(leg, found.q_rad, 0, leg.n_arm)) << far;
    EXPECT_TRUE(found.p_LW.allFinite()) << far;
  }
  for (const double bad : {Limits::quiet_NaN(), Limits::infinity()}) {
    const Reach found = project_on_reach(leg, {bad, 0, 0}, start);
    EXPECT_EQ(found.status, IkStatus::kBadInput);
    EXPECT_TRUE(found.p_LW.allFinite());
  }
}

}  // namespace
}  // namespace ventosa::controller::workspace_test
