#include "controller/dynamics/stance.h"

#include <gtest/gtest.h>

#include "tests/controller/romerin.h"

namespace ventosa::controller {
namespace {

struct StandingRobot : testing::Test {
  const RobotModel robot = test::robot("romerin4");
  Stance stance;
  StanceProblem problem;

  StandingRobot() {
    stance.g_B = Vector3d(-4, 1, -8.5);
    for (std::size_t i = 0; i < robot.leg.size(); ++i) {
      stance.leg[i].pose = leg_pose(robot.leg[i], test::nominal_pose(robot.leg[i]));
      stance.leg[i].held = true;
      stance.leg[i].grip_force_N = 120;
      stance.leg[i].friction = 0.6;
    }
  }
};

TEST_F(StandingRobot, NeedsTheWeightOfAllButTheWristsThatHangOnTheCups) {
  double hanging_kg = 0;
  for (const Leg& leg : robot.leg)
    for (int k = leg.n_arm; k < leg.n_joints; ++k)
      hanging_kg += leg.link[static_cast<std::size_t>(k)].mass_kg;
  const Vector3d carried = -(robot.total_mass_kg() - hanging_kg) * stance.g_B;
  EXPECT_LT((required_wrench(robot, stance).head<3>() - carried).norm(), 1e-12);
}

TEST_F(StandingRobot, CarriesALiftedLegWhole) {
  const Vector6d before = required_wrench(robot, stance);
  stance.leg[1].held = false;
  const Vector3d more = (required_wrench(robot, stance) - before).head<3>();
  const double wrist_kg = 0.205 + 0.120 + 0.292;
  EXPECT_LT((more + wrist_kg * stance.g_B).norm(), 1e-12);
  pose_problem(robot, {}, stance, zero_vectors(), problem);
  EXPECT_EQ(problem.sharing.n_feet, 3);
  EXPECT_EQ(problem.leg[1], 2);
}

/// Work of all weights, forces and torques over a small motion of the body, feet and cups held:
/// zero in equilibrium. The motion is found by inverse kinematics, the energies by forward
/// kinematics.
TEST_F(StandingRobot, IsInEquilibriumUnderItsFeedForward) {
  pose_problem(robot, {}, stance, zero_vectors(), problem);
  SharingWarmStart warm;
  const Sharing sharing = share_load(problem.sharing, warm);
  ASSERT_EQ(sharing.status, SharingStatus::kOptimal);

  std::mt19937_64 rng{5};
  constexpr double h = 1e-5;
  for (int n = 0; n < 20; ++n) {
    const Vector3d v = test::random_vector(1, rng), w = test::random_vector(1, rng);
    double work_W = robot.body_mass_kg * stance.g_B.dot(v + w.cross(robot.p_BC));
    for (std::size_t i = 0; i < robot.leg.size(); ++i) {
      const Leg& leg = robot.leg[i];
      const LegPose& pose = stance.leg[i].pose;
      const auto tau = feed_forward(leg, stance.leg[i], stance.g_B, sharing.F[i]);
      // the body moves, wrist point and cup stand still
      const auto moved = [&](double s) {
        const Matrix3d R = Eigen::AngleAxisd(s * w.norm(), w.normalized()).toRotationMatrix();
        PerJoint<double> q = test::nominal_pose(leg);
        const auto status =
            solve_leg(leg, leg.X_BL.inverse() * (R.transpose() * (pose.p_BW - s * v)),
                      (R * leg.X_BL.linear()).transpose() * pose.X_BF.linear().col(2), q);
        EXPECT_EQ(status, IkStatus::kOk);
        double potential_J = 0;
        const LegPose p = leg_pose(leg, q);
        for (std::size_t k = 0; k < 5; ++k)  // the last link turns with the cup alone
          potential_J -= leg.link[k].mass_kg * stance.g_B.dot(R * p.p_BC[k] + s * v);
        return std::pair(q, potential_J);
      };
      const auto [q_ahead, ahead_J] = moved(h);
      const auto [q_behind, behind_J] = moved(-h);
      work_W -= (ahead_J - behind_J) / (2 * h);
      for (std::size_t j = 0; j < 3; ++j) work_W += tau[j] * (q_ahead[j] - q_behind[j]) / (2 * h);
    }
    EXPECT_NEAR(work_W, 0, 1e-6);
  }
}

TEST_F(StandingRobot, ResistsTheMotionThatItsJointsAndGyroscopeShow) {
  const Vector3d v(0.02, -0.01, 0.03);
  stance.w_WB_B = Vector3d(0.1, 0.2, -0.3);
  for (StanceLeg& leg : stance.leg) leg.v_BW = -(v + stance.w_WB_B.cross(leg.pose.p_BW));
  const Vector6d wrench = damping_wrench(robot, {.damping_Ns_m = 60, .damping_Nms_rad = 3}, stance);
  EXPECT_LT((wrench.head<3>() + 60 * v).norm(), 1e-12);
  EXPECT_LT((wrench.tail<3>() + 3 * stance.w_WB_B).norm(), 1e-12);
}

TEST_F(StandingRobot, HasNoLimitsInTheLeastNormOfThePapers) {
  pose_problem(robot, {.objective = Objective::kLeastNorm}, stance, zero_vectors(), problem);
  for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(problem.sharing.foot[k].n_rows, 0);
}

}  // namespace
}  // namespace ventosa::controller
