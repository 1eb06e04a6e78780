#include <gtest/gtest.h>

#include "tests/controller/ideal_modules.h"

/// The controller on legs with a joint 0 ahead of the arm, which it holds.
namespace ventosa::controller {
namespace {

struct SevenJointRobot : testing::Test {
  const RobotModel robot = test::robot("romerin4x7");
};

Matrix3d turned(const Vector3d& w, double s) {
  return Eigen::AngleAxisd(s * w.norm(), w.normalized()).toRotationMatrix();
}

/// A virtual motion: the body moves, each leg's joint 0 turns, wrist points and cups stand still.
struct Motion {
  Vector3d v, w;
  double dq0;

  /// Joints of a leg after s of it, and the potential of the links that move with the arm's joints;
  /// the last link turns with the cup alone.
  std::pair<PerJoint<double>, double> after(double s, const Leg& leg, const LegPose& pose,
                                            const Vector3d& g_B) const {
    const Matrix3d R = turned(w, s);
    PerJoint<double> q = test::nominal_pose(leg);
    q[0] += s * dq0;
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

TEST_F(SevenJointRobot, IsInEquilibriumUnderItsFeedForward) {
  Stance stance;
  stance.g_B = Vector3d(-4, 1, -8.5);
  for (std::size_t i = 0; i < robot.leg.size(); ++i)
    stance.leg[i] = {.pose = leg_pose(robot.leg[i], test::nominal_pose(robot.leg[i])),
                     .held = true,
                     .grip_force_N = 120,
                     .friction = 0.6};
  StanceProblem problem;
  pose_problem(robot, {}, stance, zero_vectors(), problem);
  SharingWarmStart warm;
  const Sharing sharing = share_load(problem.sharing, warm);
  ASSERT_EQ(sharing.status, SharingStatus::kOptimal);

  std::mt19937_64 rng{5};
  constexpr double h = 1e-5;
  for (int n = 0; n < 20; ++n) {
    const Motion motion{test::random_vector(1, rng), test::random_vector(1, rng), n % 2 ? 1.0 : 0};
    double work_W = robot.body_mass_kg * stance.g_B.dot(motion.v + motion.w.cross(robot.p_BC));
    for (std::size_t i = 0; i < robot.leg.size(); ++i) {
      const Leg& leg = robot.leg[i];
      const auto tau = feed_forward(leg, stance.leg[i], stance.g_B, sharing.F[i]);
      const auto [ahead, ahead_J] = motion.after(h, leg, stance.leg[i].pose, stance.g_B);
      const auto [behind, behind_J] = motion.after(-h, leg, stance.leg[i].pose, stance.g_B);
      work_W -= (ahead_J - behind_J) / (2 * h);
      for (std::size_t j = 0; j < 4; ++j) work_W += tau[j] * (ahead[j] - behind[j]) / (2 * h);
      EXPECT_LE(std::abs(tau[0]), leg.joint[0].torque_limit_Nm);
    }
    EXPECT_NEAR(work_W, 0, 1e-6);
  }
}

TEST_F(SevenJointRobot, WalksWithJointZeroHeldAndJointOnesGains) {
  IdealModules modules(robot, kDown);
  const ControllerConfig config = Standing::config(kDown, 120);
  Controller controller(robot, config, modules.start());
  for (int n = 0; n < 4000; ++n) {
    const Command command = controller.tick(modules.seen, walk(0.01));
    ASSERT_EQ(controller.diagnostics().reason, Reason::kNone) << "tick " << n;
    for (std::size_t i = 0; i < robot.leg.size(); ++i) {
      const auto& joint = command.leg[i].joint;
      ASSERT_EQ(joint[0].q_rad, 0);
      const FootPhase phase = controller.diagnostics().phase[i];
      const bool fades = phase == FootPhase::kUnload || phase == FootPhase::kLoad;
      for (const std::size_t j : {0u, 1u, 2u, 3u})
        if (!fades) {
          ASSERT_EQ(joint[j].kp_Nm_rad, config.gains.kp_Nm_rad[j - std::min<std::size_t>(j, 1)]);
        }
      ASSERT_NE(joint[3].mode, JointMode::kPassive);
      ASSERT_TRUE(joint[4].mode == JointMode::kPassive ||
                  controller.diagnostics().phase[i] != FootPhase::kStance);
    }
    modules.obey(command);
  }
  EXPECT_GE(controller.diagnostics().steps_done, 8);
}

TEST_F(SevenJointRobot, IsRefusedWithAxesThatTheClosedFormDoesNotKnow) {
  const ControllerConfig config = Standing::config(kDown, 120);
  IdealModules modules(robot, kDown);
  RobotModel odd = robot;
  odd.leg[1].joint[2].axis = Vector3d::UnitY();
  EXPECT_THROW(Controller(odd, config, modules.start()), std::invalid_argument);
  odd = robot;
  odd.leg[2].joint[3].p_PJ.y() = 0.01;
  EXPECT_THROW(Controller(odd, config, modules.start()), std::invalid_argument);
  odd = robot;
  odd.leg[0].n_joints = 6;
  EXPECT_THROW(Controller(odd, config, modules.start()), std::invalid_argument);
}

}  // namespace
}  // namespace ventosa::controller
