#include "controller/load_sharing/stance_problem.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/controller/weighed_stance.h"

namespace ventosa::controller::stance_problem_test {
namespace {

Stance standing(const RobotModel& robot) {
  return test::weighed_stance(robot, Vector3d(-4, 1, -8.5));
}

TEST(StanceProblem, HasAFootForEveryAttachedLegThatIsNotLifted) {
  const RobotModel robot = test::robot("romerin4");
  Stance stance = standing(robot);
  StanceProblem lifted, detached;
  pose_problem(robot, {}, stance, zero_vectors(), lifted, LegSet(0b10));
  stance.leg[1].attached = false;
  pose_problem(robot, {}, stance, zero_vectors(), detached);
  for (const StanceProblem& problem : {lifted, detached}) {
    EXPECT_EQ(problem.sharing.n_feet, 3);
    EXPECT_EQ(problem.leg[0], 0);
    EXPECT_EQ(problem.leg[1], 2);
    EXPECT_EQ(problem.leg[2], 3);
  }
  EXPECT_EQ(lifted.sharing.w, detached.sharing.w);
}

/// Reducing every limit by the margin is just feasible; reducing it by slightly more is not.
TEST(StanceProblem, HasTheLargestMarginThatAnyForcesLeave) {
  const RobotModel robot = test::robot("romerin6");
  std::mt19937_64 random{3};
  std::uniform_real_distribution<double> grip_N(20, 130), sideways(-9.81, 9.81);
  int held = 0;
  for (int k = 0; k < 200; ++k) {
    Stance stance = test::weighed_stance(robot, Vector3d(sideways(random), sideways(random), -4));
    for (StanceLeg& leg : stance.leg) leg.grip_force_N = grip_N(random);
    StanceProblem problem;
    pose_problem(robot, {}, stance, zero_vectors(), problem, LegSet(k % 4));
    SharingWarmStart warm;
    const Bottleneck least = largest_margin(problem, warm);
    ASSERT_GT(least.margin, kNothingHolds);
    ASSERT_NE(least.limit, Limit::kNone);
    held += least.margin >= 0;
    const auto holds_with = [&](double share) {
      StanceProblem less = problem;
      for (SharingFoot& foot : less.sharing.foot) {
        for (SharingRow& row : foot.row) row.scale *= share;
        for (SharingCone& cone : foot.cone) cone.scale *= share;
      }
      return share_load(less.sharing, warm).status == SharingStatus::kOptimal;
    };
    EXPECT_TRUE(holds_with(1 - least.margin + 1e-4)) << k;
    EXPECT_FALSE(holds_with(1 - least.margin - 1e-4)) << k;
  }
  EXPECT_GT(held, 20);
  EXPECT_LT(held, 180);
}

TEST(StanceProblem, HasNoLimitsInTheLeastNormOfThePapers) {
  const RobotModel robot = test::robot("romerin4");
  StanceProblem problem;
  pose_problem(robot, {.objective = Objective::kLeastNorm}, standing(robot), zero_vectors(),
               problem);
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_EQ(problem.sharing.foot[k].n_rows, 0);
    EXPECT_EQ(problem.sharing.foot[k].n_cones, 0);
  }
}

/// A virtual motion: the body moves, joints 0 turn, wrist points and cups stand still. The motion
/// follows from inverse kinematics, the potential from forward kinematics.
struct Motion {
  Vector3d v, w;
  double dq0;

  /// Joints of a leg after a part s of the motion, and the potential of the links that move with
  /// the arm's joints; the last link turns only with the cup.
  std::pair<PerJoint<double>, double> after(double s, const Leg& leg, const LegPose& pose,
                                            const Vector3d& g_B) const {
    const Matrix3d R = Eigen::AngleAxisd(s * w.norm(), w.normalized()).toRotationMatrix();
    PerJoint<double> q = test::nominal_pose(leg);
    if (leg.n_lead() > 0) q[0] += s * dq0;
    const Vector3d p_LW = leg.X_BL.inverse() * (R.transpose() * (pose.p_BW - s * v));
    const Vector3d z_LF = (R * leg.X_BL.linear()).transpose() * pose.X_BF.linear().col(2);
    EXPECT_EQ(follow_leg(leg, p_LW, z_LF, q), IkStatus::kOk);
    const LegPose p = leg_pose(leg, q);
    double potential_J = 0;
    for (std::size_t k = 0; k < static_cast<std::size_t>(leg.n_joints - 1); ++k)
      potential_J -= leg.link[k].mass_kg * g_B.dot(R * p.p_BC[k] + s * v);
    return {q, potential_J};
  }
};

/// Power of weights and joint torques in this motion: zero in equilibrium.
double power_W(const RobotModel& robot, const Stance& stance, const Sharing& sharing,
               const Motion& motion) {
  constexpr double h = 1e-5;
  double power = robot.body_mass_kg * stance.g_B.dot(motion.v + motion.w.cross(robot.p_BC));
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    const Leg& leg = robot.leg[i];
    const auto tau = feed_forward(leg, stance.leg[i], stance.g_B, sharing.F[i]);
    const auto [ahead, ahead_J] = motion.after(h, leg, stance.leg[i].pose, stance.g_B);
    const auto [behind, behind_J] = motion.after(-h, leg, stance.leg[i].pose, stance.g_B);
    power -= (ahead_J - behind_J) / (2 * h);
    for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_arm); ++j)
      power += tau[j] * (ahead[j] - behind[j]) / (2 * h);
    EXPECT_LE(std::abs(tau[0]), leg.joint[0].torque_limit_Nm);
  }
  return power;
}

TEST(StanceProblem, IsAnsweredByForcesThatHoldTheRobotInEquilibrium) {
  for (const char* name : {"romerin4", "romerin4x7"}) {
    const RobotModel robot = test::robot(name);
    const Stance stance = standing(robot);
    StanceProblem problem;
    pose_problem(robot, {}, stance, zero_vectors(), problem);
    SharingWarmStart warm;
    PeakTorqueStart peak;
    const Sharing sharing = share_stance({}, problem, warm, peak);
    ASSERT_EQ(sharing.status, SharingStatus::kOptimal);
    std::mt19937_64 rng{5};
    for (int n = 0; n < 20; ++n) {
      const Motion motion{test::random_vector(1, rng), test::random_vector(1, rng),
                          n % 2 ? 1.0 : 0};
      EXPECT_NEAR(power_W(robot, stance, sharing, motion), 0, 1e-6) << name;
    }
  }
}

}  // namespace
}  // namespace ventosa::controller::stance_problem_test
