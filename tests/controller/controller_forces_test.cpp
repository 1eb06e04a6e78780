#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/controller/ideal_modules.h"

/// The forces that the whole controller asks of its feet and joints.
namespace ventosa::controller::controller_forces_test {
namespace {

TEST(Controller, SharesInThePapersWayWhenAsked) {
  const RobotModel robot = test::robot("romerin4");
  IdealModules modules(robot, kDown);
  ControllerConfig config;
  config.sharing.objective = Objective::kLeastNorm;
  Controller controller(robot, config, modules.start());
  (void)controller.tick(modules.seen, {});
  // four feet around the centre: least norm pushes straight up
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_LT(controller.diagnostics().f_W_B[i].head<2>().norm(), 0.5);
}

double potential_J(const RobotModel& robot, const Isometry3d& X_WB, const Isometry3d& dX,
                   const IdealModules& modules, const Vector3d& g_W, PerLeg<PerJoint<double>>& q) {
  const Isometry3d X = dX * X_WB;
  double energy_J = -robot.body_mass_kg * g_W.dot(X * robot.p_BC);
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    const Leg& leg = robot.leg[i];
    for (std::size_t j = 0; j < kMaxJoints; ++j) q[i][j] = modules.seen.leg[i].joint[j].q_rad;
    const LegPose at = leg_pose(leg, q[i]);
    const Isometry3d X_LW = (X * leg.X_BL).inverse();
    // the cup stays where it is, the wrist gives way
    if (solve_leg(leg, X_LW * (X_WB * at.p_BW), X_LW.linear() * Vector3d(0, 0, -1), q[i]) !=
        IkStatus::kOk)
      throw std::runtime_error("out of reach");
    const LegPose pose = leg_pose(leg, q[i]);
    for (std::size_t k = 0; k < 6; ++k) energy_J -= leg.link[k].mass_kg * g_W.dot(X * pose.p_BC[k]);
  }
  return energy_J;
}

/// Contact forces and moments that a passive attached foot can take do no work while wrist points
/// and cups stay, so the joints' power equals the power that lifts the robot.
TEST(Controller, FeedForwardLiftsTheRobotWhicheverWayItsBodyMoves) {
  for (const Vector3d& g_W : {kDown, kAlongTheSurface, Vector3d(3, -5, -7)}) {
    Standing robot(g_W);
    const Command command = robot.controller.tick(robot.modules.seen, {});
    const Isometry3d X_WB = robot.controller.state().estimation.X_WB;
    for (int axis = 0; axis < 6; ++axis) {
      constexpr double h = 1e-5;
      const auto step = [&](double d) {
        Isometry3d X = Isometry3d::Identity();
        if (axis < 3)
          X.translation()[axis] = d;
        else
          X.linear() = Eigen::AngleAxisd(d, Vector3d::Unit(axis - 3)).toRotationMatrix();
        return X;
      };
      PerLeg<PerJoint<double>> ahead{}, behind{};
      const double dV = potential_J(robot.robot, X_WB, step(h), robot.modules, g_W, ahead) -
                        potential_J(robot.robot, X_WB, step(-h), robot.modules, g_W, behind);
      double work_J = 0;
      for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j < 3; ++j)
          work_J += command.leg[i].joint[j].tau_ff_Nm * (ahead[i][j] - behind[i][j]);
      EXPECT_NEAR(work_J / (2 * h), dV / (2 * h), 1e-4) << "axis " << axis;
    }
  }
}

/// A body that moves over its standing feet is braked: the motion gets less power than without
/// damping.
TEST(Controller, DampsTheBodyWhilePdIsOff) {
  const RobotModel robot = test::robot("romerin4");
  double force_N[2];
  for (int k = 0; k < 2; ++k) {
    ControllerConfig config = Standing::config(kDown, 60);
    config.body.damping_Ns_m = k * 100;
    IdealModules modules(robot, kDown);
    Controller controller(robot, config, modules.start());
    for (std::size_t i = 0; i < 4; ++i) {  // the body moves along +x with 0.05 m/s
      PerJoint<double> q{};
      for (std::size_t j = 0; j < kMaxJoints; ++j) q[j] = modules.seen.leg[i].joint[j].q_rad;
      const ArmJacobian J = arm_jacobian(robot.leg[i], leg_pose(robot.leg[i], q));
      const Vector3d dq = Matrix3d(J).inverse() * Vector3d(-0.05, 0, 0);
      for (std::size_t j = 0; j < 3; ++j)
        modules.seen.leg[i].joint[j].dq_rad_s = dq[static_cast<Eigen::Index>(j)];
    }
    (void)controller.tick(modules.seen, {.pd = false});
    force_N[k] = 0;
    for (std::size_t i = 0; i < 4; ++i) force_N[k] += controller.diagnostics().f_W_B[i].x();
  }
  EXPECT_NEAR(force_N[1] - force_N[0], -100 * 0.05, 1e-6);
}

TEST(Controller, SharesTheSameOnASurfaceTheBodyStandsOnAtAnAngle) {
  // the same robot and wall, both turned in W: forces in B must be the same
  PerLeg<Vector3d> F[2];
  for (int k = 0; k < 2; ++k) {
    Isometry3d T = Isometry3d::Identity();
    if (k == 1)
      T.linear() = Eigen::AngleAxisd(1.1, Vector3d(1, 2, 3).normalized()).toRotationMatrix();
    const RobotModel robot = test::robot("romerin4");
    IdealModules modules(robot, kAlongTheSurface);
    modules.grip_all(0.5);
    Start start = modules.start();
    start.X_WB = T * start.X_WB;
    start.patches.patch[0].X_WS = T;
    Controller controller(robot, Standing::config(T.linear() * kAlongTheSurface, 60), start);
    (void)controller.tick(modules.seen, {});
    F[k] = controller.diagnostics().f_W_B;
    EXPECT_NE(controller.diagnostics().load.limit, Limit::kTorque);
  }
  for (std::size_t i = 0; i < 4; ++i) EXPECT_LT((F[0][i] - F[1][i]).norm(), 1e-6);
}

}  // namespace
}  // namespace ventosa::controller::controller_forces_test
