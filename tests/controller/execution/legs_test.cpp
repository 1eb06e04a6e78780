#include "controller/execution/legs.h"

#include <gtest/gtest.h>

#include "controller/dynamics/leg_dynamics.h"
#include "controller/kinematics/forward_kinematics.h"
#include "controller/kinematics/inverse_kinematics.h"
#include "tests/controller/ideal_modules.h"

namespace ventosa::controller {
namespace {

const RobotModel kRobot = test::robot("romerin4");

JointTarget some_target() {
  JointTarget target;
  for (std::size_t j = 0; j < 6; ++j) {
    target.q_rad[j] = 0.1 * static_cast<double>(j + 1);
    target.dq_rad_s[j] = 0.2 * static_cast<double>(j + 1);
  }
  return target;
}

LegCommand commanded(const ControllerConfig& config, const LegEffort& effort) {
  return leg_command(kRobot.leg[0], config, Foot{}, some_target(), effort);
}

/// What the drive of a joint makes of its set-point.
double law(const JointSetpoint& s, double q_rad, double dq_rad_s) {
  return s.tau_ff_Nm + s.kp_Nm_rad * (s.q_rad - q_rad) + s.kd_Nms_rad * (s.dq_rad_s - dq_rad_s);
}

TEST(ControlLaw, DampsTheRateOrItsErrorAsConfigured) {
  ControllerConfig config;
  const JointTarget target = some_target();
  for (const ControlLaw which : {ControlLaw::kRateDamped, ControlLaw::kRateError}) {
    config.gains.law = which;
    const LegCommand command = commanded(config, {.tau_ff_Nm = {0.5, -0.5, 0.25}});
    for (std::size_t j = 0; j < 3; ++j) {
      const double e = target.q_rad[j] - 0.3, kp = config.gains.kp_Nm_rad[j];
      const double rate = which == ControlLaw::kRateError ? target.dq_rad_s[j] - 0.7 : -0.7;
      const double ff = j == 2 ? 0.25 : j == 1 ? -0.5 : 0.5;
      EXPECT_NEAR(law(command.joint[j], 0.3, 0.7), ff + kp * e + config.gains.kd_Nms_rad[j] * rate,
                  1e-12);
    }
  }
}

TEST(FrictionShare, ComesOutOfTheTorqueThatAJointMayHave) {
  ControllerConfig config;
  config.gains.friction_share = 1;
  Leg leg = kRobot.leg[0];
  for (Joint& joint : leg.joint) joint.friction = {.coulomb_Nm = 0.1, .load_ratio = 0.4};
  const double limit = leg.joint[0].torque_limit_Nm;
  for (const double load : {-2, -1, 0, 1, 2}) {  // times the limit; the joint goes forward
    const LegEffort effort{.tau_ff_Nm = {load * limit}};
    const double tau_Nm =
        leg_command(leg, config, Foot{}, some_target(), effort).joint[0].tau_ff_Nm;
    EXPECT_NEAR(tau_Nm,
                std::clamp(load * limit + 0.1 + 0.4 * std::abs(load) * limit, -limit, limit), 1e-9);
  }
}

TEST(ServoLoop, GivesTheSameTorqueFromTheControllerAsFromTheModule) {
  LegReading reading;
  for (JointReading& joint : reading.joint) joint = {.q_rad = 0.25, .dq_rad_s = -0.1};
  const LegCommand module = commanded({}, {.tau_ff_Nm = {0.5, -0.5, 0.25}});
  LegCommand closed = module;
  close_loop(kRobot.leg[0], reading, closed);
  for (std::size_t j = 0; j < 6; ++j) {
    const double limit = kRobot.leg[0].joint[j].torque_limit_Nm;
    EXPECT_NEAR(closed.joint[j].tau_ff_Nm,
                std::clamp(law(module.joint[j], 0.25, -0.1), -limit, limit), 1e-12);
    EXPECT_EQ(closed.joint[j].kp_Nm_rad, 0);
    EXPECT_EQ(closed.joint[j].kd_Nms_rad, 0);
    EXPECT_EQ(closed.joint[j].mode, JointMode::kImpedance);
  }
}

TEST(ServoLoop, LeavesTheWayToTheDrivesOwnLoopAndAHeldWristPassive) {
  ControllerConfig config;
  config.gains.loop = ServoLoop::kServo;
  for (const bool held : {false, true}) {
    const LegCommand command = commanded(config, {.held = held});
    for (std::size_t j = 0; j < 6; ++j) {
      const bool passive = held && j >= 3;
      EXPECT_EQ(command.joint[j].mode, passive ? JointMode::kPassive : JointMode::kPosition);
      EXPECT_EQ(command.joint[j].q_rad, some_target().q_rad[j]);
    }
  }
}

TEST(ServoLoop, IsClosedByTheControllerOnlyWhenAsked) {
  Standing module(kDown);
  ControllerConfig config = Standing::config(kDown, 120);
  config.gains.loop = ServoLoop::kController;
  Controller controller(module.robot, config, module.modules.start());
  for (LegReading& leg : module.modules.seen.leg) leg.joint[1].dq_rad_s = 0.1;
  const Command open = module.controller.tick(module.modules.seen, {});
  const Command closed = controller.tick(module.modules.seen, {});
  const JointSetpoint &a = open.leg[0].joint[1], &b = closed.leg[0].joint[1];
  EXPECT_GT(a.kp_Nm_rad, 0);
  EXPECT_EQ(b.kp_Nm_rad, 0);
  EXPECT_NEAR(b.tau_ff_Nm, law(a, measured_q(module.modules.seen.leg[0])[1], 0.1), 1e-12);
}

TEST(ServoLoop, AsksForNoTorqueOfAPassiveWristAndForNoMoreThanTheCap) {
  LegReading reading;
  for (JointReading& joint : reading.joint) joint.q_rad = -3;
  LegCommand command = commanded({}, {.held = true});
  close_loop(kRobot.leg[0], reading, command);
  for (std::size_t j = 0; j < 3; ++j)
    EXPECT_EQ(command.joint[j].tau_ff_Nm, kRobot.leg[0].joint[j].torque_limit_Nm);
  for (std::size_t j = 3; j < 6; ++j) {
    EXPECT_EQ(command.joint[j].mode, JointMode::kPassive);
    EXPECT_EQ(command.joint[j].tau_ff_Nm, 0);
  }
}

TEST(Reach, LeavesAHeldLegRoomForTheTrim) {
  const Leg& leg = kRobot.leg[0];
  const Isometry3d X_WB = Isometry3d::Identity();
  Foot foot;
  foot.q_set = test::nominal_pose(leg);
  const Vector3d p_LW = leg.X_BL.inverse() * leg_pose(leg, foot.q_set).p_BW;
  double farthest = 1;  // along the line from the hip, as a multiple
  for (PerJoint<double> q = foot.q_set; follow_arm(leg, farthest * p_LW, q) == IkStatus::kOk;)
    farthest += 1e-4 / p_LW.norm();
  const auto reaches = [&](double short_of_it_m) {
    foot.p_WW = X_WB * leg.X_BL * ((farthest - short_of_it_m / p_LW.norm()) * p_LW);
    return reaches_anchor(leg, X_WB, foot);
  };
  EXPECT_FALSE(reaches(0.001));
  EXPECT_TRUE(reaches(0.01));
}

TEST(CupCommand, AttachesWithItsGoalFromSealToUnloadAndLetsGoInBetween) {
  for (int k = 0; k <= static_cast<int>(FootPhase::kLoad); ++k) {
    Foot foot;
    enter(foot, static_cast<FootPhase>(k));
    const CupCommand cup = leg_command(kRobot.leg[0], {}, foot, some_target(), {}).cup;
    const bool off = foot.phase >= FootPhase::kRelease && foot.phase <= FootPhase::kTouch;
    EXPECT_EQ(cup.mode, off ? CupMode::kRelease : CupMode::kAttach);
    EXPECT_EQ(cup.goal_N, off ? 0 : ControllerConfig().cup_goal_force_N);
  }
}

TEST(SwingControl, FeedsForwardTheInverseDynamicsOfThePlannedSwing) {
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
      const int leg = controller.state().stepping;
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

TEST(Pd, ComesAndGoesByFadingItsGains) {
  Standing robot(kDown);
  const double kp = robot.controller.config().gains.kp_Nm_rad[1];
  const double step =
      kp * robot.controller.config().period_s / robot.controller.config().gains.fade_s;
  double last = robot.tick().leg[0].joint[1].kp_Nm_rad;
  EXPECT_EQ(last, kp);
  for (const bool pd : {false, true}) {
    for (int n = 0; n < 40; ++n) {
      const double now = robot.tick({.pd = pd}).leg[0].joint[1].kp_Nm_rad;
      EXPECT_LE(std::abs(now - last), step * (1 + 1e-9));
      last = now;
    }
    EXPECT_EQ(last, pd ? kp : 0);
  }
}

}  // namespace
}  // namespace ventosa::controller
