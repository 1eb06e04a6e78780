#include "controller/execution/execute.h"

#include <gtest/gtest.h>

#include "controller/dynamics/leg_dynamics.h"
#include "tests/controller/ideal_modules.h"

namespace ventosa::controller::execute_test {
namespace {

TEST(Execute, FeedsForwardTheInverseDynamicsOfThePlannedSwing) {
  for (const SwingControl swing : {SwingControl::kKinematic, SwingControl::kInverseDynamics}) {
    Standing robot(kDown);
    ControllerConfig config = Standing::config(kDown, 120);
    config.gait.swing = swing;
    Controller controller(robot.robot, config, robot.modules.start());
    double widest_Nm = 0;
    for (int n = 0; n < 600; ++n) {
      const Observation seen = robot.modules.seen;
      const Command command = controller.tick(seen, walk(0.01));
      robot.modules.obey(command);
      const int leg = first_of(stepping_legs(controller));
      if (leg < 0 || controller.diagnostics().phase[leg] != FootPhase::kTransfer) continue;
      const LegPose pose = leg_pose(robot.robot.leg[leg], measured_q(seen.leg[leg]));
      // the body is level: gravity in B is gravity in W
      const PerJoint<double> still =
          inverse_dynamics(robot.robot.leg[leg], pose, {}, {.a_B = -kDown}, Vector3d::Zero());
      for (std::size_t j = 0; j < 3; ++j)
        widest_Nm = std::max(widest_Nm, std::abs(command.leg[leg].joint[j].tau_ff_Nm - still[j]));
    }
    if (swing == SwingControl::kKinematic)
      EXPECT_LT(widest_Nm, 1e-2);
    else
      EXPECT_GT(widest_Nm, 0.1);
  }
}

TEST(Execute, FadesPositionControlWithTheLoadOfTheFoot) {
  Standing robot(kDown);
  double least = 1, last = 1;
  int came = 0;
  for (int n = 0; n < 3000; ++n) {
    const Command command = robot.tick(walk(0.01));
    const Diagnostics& d = robot.controller.diagnostics();
    const double share = command.leg[2].joint[0].kp_Nm_rad / GainConfig().kp_Nm_rad[0];
    if (d.phase[2] != FootPhase::kLoad) {
      EXPECT_EQ(share, 1);
    } else {
      EXPECT_LT(std::abs(share - last), 0.11);  // 0.1 s from a new foot that was pressed on
      least = std::min(least, share);
      ++came;
    }
    last = share;
  }
  EXPECT_GT(came, 0);
  EXPECT_LT(least, 0.2);
}

/// Position control resists a displacement with full gains when a foot begins to unload, and hardly
/// at the end.
TEST(Execute, YieldsWhereAFootUnloadsToWhatDisplacesItSlowly) {
  constexpr double kOff_rad = 0.02;
  ControllerConfig config = Standing::config(kDown, 120);
  config.gait.load_s = 1.5;
  Standing robot(config);
  const Goal slowly = walk(0.0005);
  JointReading& joint = robot.modules.seen.leg[2].joint[1];
  const auto phase = [&] { return robot.controller.diagnostics().phase[2]; };
  double q_rad = joint.q_rad;
  const auto tick = [&] {
    const Command command = robot.tick(slowly);
    joint.q_rad = q_rad;
    const JointSetpoint& to = command.leg[2].joint[1];
    return to.kp_Nm_rad * (to.q_rad - q_rad);
  };
  while (phase() != FootPhase::kUnload) {
    (void)robot.tick(slowly);
    q_rad = joint.q_rad;
  }
  q_rad = joint.q_rad += kOff_rad;
  const double whole_Nm = GainConfig().kp_Nm_rad[1] * kOff_rad, at_first_Nm = tick();
  double in_the_end_Nm = at_first_Nm;
  while (phase() == FootPhase::kUnload) in_the_end_Nm = tick();
  EXPECT_NEAR(at_first_Nm, -whole_Nm, 0.05 * whole_Nm);
  EXPECT_LT(std::abs(in_the_end_Nm), 0.1 * whole_Nm);
}

ControllerConfig computed_torque() {
  ControllerConfig config = Standing::config(kDown, 120);
  config.gains.law = ControlLaw::kComputedTorque;
  config.gains.omega_rad_s = 30;
  config.gains.loop = ServoLoop::kController;
  return config;
}

/// Under computed torque a standing leg gets the planned forces, whatever its drives report, and
/// its set-points no gains.
TEST(Execute, ComputesTheTorquesOfAStandingLegFromThePlannedForces) {
  const ControllerConfig config = computed_torque();
  Standing robot(config);
  for (int n = 0; n < 10; ++n) (void)robot.tick();
  Observation seen = robot.modules.seen;
  seen.leg[2].joint[1].q_rad -= 0.001;
  seen.leg[2].joint[1].tau_Nm = 3;
  const Command command = robot.controller.tick(seen, {});
  const Diagnostics& d = robot.controller.diagnostics();
  const Leg& leg = robot.robot.leg[2];
  StanceLeg state;
  state.attached = true;
  state.pose = leg_pose(leg, measured_q(seen.leg[2]));
  const Vector3d g_B = d.X_WB_estimate.linear().transpose() * kDown;
  weigh_leg(leg, g_B, state);
  const double w = config.gains.omega_rad_s;
  JointMotion back;
  for (std::size_t j = 0; j < 3; ++j) {
    const JointSetpoint& set = command.leg[2].joint[j];
    const double set_rad = set.q_rad - config.period_s / 2 * set.dq_rad_s;
    back.ddq_rad_s2[j] = w * w * (set_rad - seen.leg[2].joint[j].q_rad) + 2 * w * set.dq_rad_s;
  }
  EXPECT_GT(back.ddq_rad_s2[1], w * w * 0.0005);
  const PerJoint<double> want_Nm = model_torque(leg, state, g_B, d.f_W_B[2], back);
  for (std::size_t j = 0; j < 3; ++j) {
    const JointSetpoint& joint = command.leg[2].joint[j];
    EXPECT_NEAR(joint.tau_ff_Nm, want_Nm[j], 1e-9);
    EXPECT_EQ(joint.mode, JointMode::kImpedance);
    EXPECT_EQ(joint.kp_Nm_rad, 0);
    EXPECT_EQ(joint.kd_Nms_rad, 0);
  }
  for (std::size_t j = 3; j < 6; ++j) EXPECT_EQ(command.leg[2].joint[j].mode, JointMode::kPassive);
}

TEST(Execute, LimitsTheTorqueUnderComputedTorque) {
  Standing robot(computed_torque());
  (void)robot.tick();
  robot.modules.seen.leg[1].joint[1].q_rad += 0.1;
  const Command command = robot.controller.tick(robot.modules.seen, {});
  EXPECT_EQ(command.leg[1].joint[1].tau_ff_Nm, -robot.robot.leg[1].joint[1].torque_limit_Nm);
}

TEST(Execute, RefusesAComputedTorqueThatTheControllerCannotClose) {
  const Standing robot(kDown);
  const auto is_refused = [&](const GainConfig& gains, bool clamped = false) {
    ControllerConfig config = Standing::config(kDown, 120);
    config.gains = gains;
    Start start = robot.modules.start();
    start.clamped = clamped;
    try {
      Controller(robot.robot, config, start);
      return false;
    } catch (const std::invalid_argument&) {
      return true;
    }
  };
  GainConfig gains{.law = ControlLaw::kComputedTorque, .loop = ServoLoop::kController};
  gains.omega_rad_s = 30;
  EXPECT_FALSE(is_refused(gains));
  gains.omega_rad_s = 30.1;
  EXPECT_TRUE(is_refused(gains));
  EXPECT_FALSE(is_refused(gains, true));
  gains.omega_rad_s = 83;
  EXPECT_TRUE(is_refused(gains, true));
  gains = {.law = ControlLaw::kComputedTorque};
  EXPECT_TRUE(is_refused(gains));
}

/// When a foot is lost, the set-points of the others move to the measured angles and come back.
TEST(Execute, GivesWayToALossAndReturnsSlowly) {
  constexpr double kOff_rad = 0.02;
  Standing robot(kDown);
  JointReading& joint = robot.modules.seen.leg[2].joint[1];
  for (int n = 0; n < 10; ++n) (void)robot.tick();
  const double q_rad = joint.q_rad + kOff_rad;
  const auto displaced_rad = [&] {
    joint.q_rad = q_rad;
    const Command command = robot.tick();
    return command.leg[2].joint[1].q_rad - q_rad;
  };
  EXPECT_NEAR(displaced_rad(), -kOff_rad, 0.2 * kOff_rad);
  robot.modules.seen.leg[0].cup.vacuum_Pa = 0;
  EXPECT_NEAR(displaced_rad(), 0, 1e-9);
  EXPECT_NEAR(displaced_rad(), 0, 1e-9);
  double last_rad = 0;
  for (int n = 0; n < 80; ++n) {
    robot.modules.seen.leg[0].cup.vacuum_Pa = 0;
    const double now_rad = displaced_rad();
    EXPECT_LT(std::abs(now_rad - last_rad), 0.02 * kOff_rad + 1e-4) << n;
    last_rad = now_rad;
  }
  EXPECT_NEAR(last_rad, -0.55 * kOff_rad, 0.1 * kOff_rad);  // 1 - 1 / e in a second
}

/// Joints far from their set-points when these jump there. A robot driver would reject the jump.
void expect_no_jump(const ControllerConfig& config) {
  constexpr double kOff_rad = 0.2;
  Standing robot(config);
  const double step_rad = robot.robot.leg[2].joint[1].speed_limit_rad_s * config.period_s;
  JointReading& joint = robot.modules.seen.leg[2].joint[1];
  double last_rad = 0;
  for (int n = 0; n < 10; ++n) last_rad = robot.tick().leg[2].joint[1].q_rad;
  ASSERT_GT(kOff_rad, 2 * step_rad);
  const double q_rad = last_rad + kOff_rad;
  double gone_rad = 0;
  for (int n = 0; n < 4; ++n) {
    joint.q_rad = q_rad;
    robot.modules.seen.leg[0].cup.vacuum_Pa = 0;
    const double now_rad = robot.tick().leg[2].joint[1].q_rad;
    EXPECT_LT(std::abs(now_rad - last_rad), step_rad + 1e-9) << n;
    gone_rad += now_rad - last_rad;
    last_rad = now_rad;
  }
  EXPECT_GT(gone_rad, 0.5 * step_rad);
}

TEST(Execute, LeadsNoSetPointFasterThanItsJoint) {
  expect_no_jump(Standing::config(kDown, 120));
  expect_no_jump(computed_torque());
}

TEST(Execute, KeepsASwingingLegStiffWithPdOff) {
  ControllerConfig config = Standing::config(kDown, 120);
  config.gait.transfer_s = 3;
  Standing robot(config);
  while (robot.controller.diagnostics().phase[2] != FootPhase::kTransfer)
    (void)robot.tick(walk(0.01));
  Goal off = walk(0.01);
  off.pd = false;
  Command command = robot.tick(off);
  EXPECT_GT(command.leg[0].joint[1].kp_Nm_rad, 0);  // until the body stands
  for (int n = 0; n < 100; ++n) command = robot.tick(off);
  EXPECT_GT(command.leg[2].joint[1].kp_Nm_rad, 0);
  EXPECT_GT(command.leg[2].joint[4].kd_Nms_rad, 0);
  EXPECT_EQ(command.leg[0].joint[1].kp_Nm_rad, 0);
}

TEST(Execute, LoadsAFootOnlyWhenItIsAttached) {
  const RobotModel robot = test::robot("romerin4");
  IdealModules modules(robot, kDown);
  const auto leg = static_cast<std::size_t>(first_to_step(robot));
  Start start = modules.start();
  start.attached[leg] = false;
  modules.seen.leg[leg].cup = {};
  Controller controller(robot, {}, start);
  for (const Goal& goal : {Goal{}, walk(0.01)}) {
    const Command command = controller.tick(modules.seen, goal);
    EXPECT_EQ(controller.diagnostics().f_W_B[leg], Vector3d::Zero());
    EXPECT_EQ(command.leg[leg].joint[4].mode, JointMode::kImpedance);
  }
}

}  // namespace
}  // namespace ventosa::controller::execute_test
