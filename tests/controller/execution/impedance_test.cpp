#include "controller/execution/impedance.h"

#include <gtest/gtest.h>

#include "tests/controller/ideal_modules.h"

namespace ventosa::controller::impedance_test {
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
  return impedance_command(kRobot.leg[0], config, some_target(), effort);
}

/// Torque of a joint's drive for its set-point.
double drive_Nm(const JointSetpoint& s, double q_rad, double dq_rad_s) {
  return s.tau_ff_Nm + s.kp_Nm_rad * (s.q_rad - q_rad) + s.kd_Nms_rad * (s.dq_rad_s - dq_rad_s);
}

/// Prados 2023, eqs. 27 and 28: during the planned motion the first law brakes and the second does
/// not change the feed-forward; off the path both pull back like a spring of stiffness Kp.
TEST(Impedance, DampsTheRateOrItsErrorAsConfigured) {
  const JointTarget target = some_target();
  const PerJoint<double> ff_Nm{0.5, -0.5, 0.25};
  for (const ControlLaw law : {ControlLaw::kRateDamped, ControlLaw::kRateError}) {
    ControllerConfig config;
    config.gains.law = law;
    config.gains.kp_Nm_rad = {40, 60, 25};
    config.gains.kd_Nms_rad = {3, 4, 2};
    const LegCommand command = commanded(config, {.tau_ff_Nm = ff_Nm});
    const bool damped = law == ControlLaw::kRateDamped;
    const double brake_Nm[] = {3 * 0.2, 4 * 0.4, 2 * 0.6}, spring_Nm_rad[] = {40, 60, 25};
    for (std::size_t j = 0; j < 3; ++j) {
      const double q = target.q_rad[j], dq = target.dq_rad_s[j];
      const double on_it_Nm = drive_Nm(command.joint[j], q, dq);
      EXPECT_NEAR(on_it_Nm, ff_Nm[j] - (damped ? brake_Nm[j] : 0), 1e-12);
      EXPECT_NEAR(drive_Nm(command.joint[j], q - 0.1, dq) - on_it_Nm, 0.1 * spring_Nm_rad[j],
                  1e-12);
    }
  }
}

TEST(Impedance, ScalesBothGainsByTheStiffness) {
  const LegCommand full = commanded({}, {}), half = commanded({}, {.stiffness = 0.5}),
                   none = commanded({}, {.stiffness = 0});
  for (std::size_t j = 0; j < 6; ++j) {
    EXPECT_GT(full.joint[j].kp_Nm_rad, 0);
    EXPECT_GT(full.joint[j].kd_Nms_rad, 0);
    EXPECT_EQ(half.joint[j].kp_Nm_rad, full.joint[j].kp_Nm_rad / 2);
    EXPECT_EQ(half.joint[j].kd_Nms_rad, full.joint[j].kd_Nms_rad / 2);
    EXPECT_EQ(none.joint[j].kp_Nm_rad, 0);
    EXPECT_EQ(none.joint[j].kd_Nms_rad, 0);
    EXPECT_EQ(none.joint[j].mode, JointMode::kImpedance);
  }
}

/// A gear that loses Kc + Kl |tau_out| of its drive's torque.
double out_of_gear_Nm(double drive_Nm, double coulomb_Nm, double load_ratio) {
  // the joint goes forward: drive = out + Kc + Kl |out|, solved for out
  const double rest_Nm = drive_Nm - coulomb_Nm;
  return rest_Nm / (rest_Nm > 0 ? 1 + load_ratio : 1 - load_ratio);
}

TEST(Impedance, TakesFrictionsShareOutOfTheTorqueThatAJointMayHave) {
  ControllerConfig config;
  config.gains.friction_share = 1;
  Leg leg = kRobot.leg[0];
  for (Joint& joint : leg.joint) joint.friction = {.coulomb_Nm = 0.1, .load_ratio = 0.4};
  const double limit = leg.joint[0].torque_limit_Nm;
  for (const double load : {-0.9, -0.5, 0.0, 0.5}) {  // times the limit
    const LegEffort effort{.tau_ff_Nm = {load * limit}, .friction_side = {1}};
    const double tau_Nm = impedance_command(leg, config, some_target(), effort).joint[0].tau_ff_Nm;
    EXPECT_NEAR(out_of_gear_Nm(tau_Nm, 0.1, 0.4), load * limit, 1e-9);
  }
  for (const double load : {-2.0, 0.9, 1.0, 2.0}) {
    const LegEffort effort{.tau_ff_Nm = {load * limit}, .friction_side = {1}};
    const double tau_Nm = impedance_command(leg, config, some_target(), effort).joint[0].tau_ff_Nm;
    EXPECT_EQ(tau_Nm, std::copysign(limit, load));
  }
}

/// With less stiffness the rest of the torque is feed-forward.
TEST(Impedance, PressesAFootOnWithTheSameTorqueAtAnyStiffness) {
  const ControllerConfig config;
  const Leg& leg = kRobot.leg[0];
  for (const double stiffness : {0.0, 0.3, 1.0}) {
    JointTarget pressing = some_target();
    pressing.q_rad[0] += 0.02;
    const JointSetpoint joint =
        impedance_command(leg, config, pressing, {.press_rad = {0.02}, .stiffness = stiffness})
            .joint[0];
    const double tau_Nm =
        joint.tau_ff_Nm + joint.kp_Nm_rad * (joint.q_rad - some_target().q_rad[0]);
    EXPECT_NEAR(tau_Nm, 0.02 * config.gains.kp_Nm_rad[0], 1e-12) << stiffness;
  }
}

TEST(ServoLoop, GivesTheSameTorqueFromTheControllerAsFromTheModule) {
  LegReading reading;
  for (std::size_t j = 0; j < 6; ++j)  // near its set-point: within every limit
    reading.joint[j] = {.q_rad = some_target().q_rad[j] - 0.01,
                        .dq_rad_s = some_target().dq_rad_s[j] + 0.02};
  const LegCommand module = commanded({}, {.tau_ff_Nm = {0.5, -0.5, 0.25}});
  LegCommand closed = module;
  close_loop(kRobot.leg[0], reading, closed);
  for (std::size_t j = 0; j < 6; ++j) {
    const JointReading& now = reading.joint[j];
    EXPECT_NEAR(closed.joint[j].tau_ff_Nm, drive_Nm(module.joint[j], now.q_rad, now.dq_rad_s),
                1e-12);
    EXPECT_EQ(closed.joint[j].kp_Nm_rad, 0);
    EXPECT_EQ(closed.joint[j].kd_Nms_rad, 0);
    EXPECT_EQ(closed.joint[j].mode, JointMode::kImpedance);
  }
}

TEST(ServoLoop, LeavesTheWayToTheDrivesOwnLoopAndAnAttachedWristPassive) {
  ControllerConfig config;
  config.gains.loop = ServoLoop::kServo;
  for (const bool attached : {false, true}) {
    const LegCommand command = commanded(config, {.attached = attached});
    for (std::size_t j = 0; j < 6; ++j) {
      const bool passive = attached && j >= 3;
      EXPECT_EQ(command.joint[j].mode, passive ? JointMode::kPassive : JointMode::kPosition);
      EXPECT_EQ(command.joint[j].q_rad, some_target().q_rad[j]);
    }
  }
}

TEST(PositionLaw, SendsAnglesAloneAndLeavesAnAttachedWristPassive) {
  ControllerConfig config;
  config.gains = {.law = ControlLaw::kPosition, .loop = ServoLoop::kServo, .friction_share = 1};
  for (const bool attached : {false, true}) {
    LegEffort effort{.tau_ff_Nm = {0.5, -0.5, 0.25}, .stiffness = 0.5, .attached = attached};
    effort.friction_side.fill(1);
    const LegCommand command = commanded(config, effort);
    for (std::size_t j = 0; j < 6; ++j) {
      const JointSetpoint& joint = command.joint[j];
      const bool passive = attached && j >= 3;
      EXPECT_EQ(joint.mode, passive ? JointMode::kPassive : JointMode::kPosition);
      EXPECT_EQ(joint.q_rad, some_target().q_rad[j]);
      for (const double other : {joint.dq_rad_s, joint.tau_ff_Nm, joint.kp_Nm_rad, joint.kd_Nms_rad,
                                 joint.profile.speed_rad_s, joint.profile.acceleration_rad_s2})
        EXPECT_EQ(other, 0);
    }
  }
}

/// While the body moves, the wrist of an attached cup gets the friction of its own gears as
/// feed-forward, and no stiffness.
TEST(Impedance, GivesAPassiveWristItsOwnFrictionAndNothingElse) {
  ControllerConfig config;
  config.gains.friction_share = 1;
  LegEffort effort{.attached = true};
  effort.friction_side.fill(1);
  const LegCommand command = commanded(config, effort);
  for (std::size_t j = 3; j < 6; ++j) {
    const JointFriction& friction = kRobot.leg[0].joint[j].friction;
    ASSERT_GT(friction.coulomb_Nm, 0);
    EXPECT_EQ(command.joint[j].mode, JointMode::kImpedance);
    EXPECT_EQ(command.joint[j].kp_Nm_rad, 0);
    EXPECT_EQ(command.joint[j].kd_Nms_rad, 0);
    EXPECT_NEAR(command.joint[j].tau_ff_Nm,
                friction.coulomb_Nm + friction.viscous_Nms_rad * some_target().dq_rad_s[j], 1e-12);
  }
  JointTarget still = some_target();
  still.dq_rad_s.fill(0);
  const LegCommand at_rest = impedance_command(kRobot.leg[0], config, still, effort);
  for (std::size_t j = 3; j < 6; ++j) EXPECT_EQ(at_rest.joint[j].mode, JointMode::kPassive);
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
  EXPECT_NEAR(b.tau_ff_Nm, drive_Nm(a, measured_q(module.modules.seen.leg[0])[1], 0.1), 1e-12);
}

TEST(ServoLoop, AsksForNoTorqueOfAPassiveWristAndForNoMoreThanTheCap) {
  LegReading reading;
  for (JointReading& joint : reading.joint) joint.q_rad = -3;
  LegCommand command = commanded({}, {.attached = true});
  close_loop(kRobot.leg[0], reading, command);
  for (std::size_t j = 0; j < 3; ++j)
    EXPECT_EQ(command.joint[j].tau_ff_Nm, kRobot.leg[0].joint[j].torque_limit_Nm);
  for (std::size_t j = 3; j < 6; ++j) {
    EXPECT_EQ(command.joint[j].mode, JointMode::kPassive);
    EXPECT_EQ(command.joint[j].tau_ff_Nm, 0);
  }
}

}  // namespace
}  // namespace ventosa::controller::impedance_test
