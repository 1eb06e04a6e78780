#include "controller/organizer/pd_switch.h"

#include <gtest/gtest.h>

#include "tests/controller/ideal_modules.h"

namespace ventosa::controller::pd_switch_test {
namespace {

const Isometry3d kStart = Isometry3d::Identity();

TEST(PdSwitch, ComesBackWhenTheBodyDriftsAndStaysUntilTheGoalAsksForIt) {
  const ControllerConfig config;
  PdSwitch pd;
  Isometry3d X_WB = Isometry3d::Identity(), X_WB_reference = X_WB;
  X_WB.translation().x() = 0.3;
  X_WB_reference.translation().x() = 0.301;
  const auto tick = [&](bool wanted) {
    return switch_pd(config, {wanted, true, X_WB, X_WB_reference}, pd);
  };
  EXPECT_FALSE(tick(false));
  EXPECT_FALSE(pd.on);
  X_WB.translation().z() = 0.9 * config.body.max_drift_m;
  EXPECT_FALSE(tick(false));
  X_WB.translation().z() = 1.1 * config.body.max_drift_m;
  EXPECT_TRUE(tick(false));
  EXPECT_TRUE(pd.drifted);
  EXPECT_TRUE(goal_of_body({}, pd).X_WB.isApprox(X_WB_reference));
  X_WB = X_WB_reference;  // PD is on again although the goal switches it off
  for (int n = 0; n < 1000; ++n) EXPECT_FALSE(tick(false));
  EXPECT_TRUE(pd.on);
  EXPECT_FALSE(tick(true));  // a new request clears it
  EXPECT_FALSE(pd.drifted);
  EXPECT_EQ(goal_of_body({}, pd).activity, Activity::kHold);
  EXPECT_FALSE(tick(false));
  EXPECT_FALSE(pd.on);
}

TEST(PdSwitch, WaitsUntilTheReferenceHasComeToRest) {
  ControllerConfig config;
  PdSwitch pd;
  EXPECT_FALSE(switch_pd(config, {false, false, kStart, kStart}, pd));
  EXPECT_TRUE(pd.on);  // the body moves
  int ticks = 0;
  while (pd.on && ticks < 1000) {
    (void)switch_pd(config, {false, true, kStart, kStart}, pd);
    ++ticks;
  }
  EXPECT_NEAR(ticks * config.period_s, config.gains.settle_s, config.period_s);
  // back at once, and reported once
  EXPECT_TRUE(switch_pd(config, {true, true, kStart, kStart}, pd));
  EXPECT_TRUE(pd.on);
  EXPECT_FALSE(switch_pd(config, {true, true, kStart, kStart}, pd));
}

TEST(PdSwitch, FadesTheShareInItsTime) {
  ControllerConfig config;
  config.gains.fade_s = 0.2;
  PdSwitch pd;
  for (const bool on : {false, true}) {
    int ticks = 0;
    double last = pd.share;
    while (pd.share != (on ? 1 : 0) && ticks < 1000) {
      (void)switch_pd(config, {on, true, kStart, kStart}, pd);
      EXPECT_LE(std::abs(pd.share - last), config.period_s / 0.2 + 1e-12);
      last = pd.share;
      ++ticks;
    }
    EXPECT_NEAR(ticks * config.period_s, 0.2, config.period_s * (1 + 1e-9));
  }
}

TEST(Controller, FadesItsGainsWhenPdComesAndGoes) {
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

TEST(Controller, BringsPdBackWithoutAKick) {
  for (const double drift_m : {0.003, 0.03}) {
    ControllerConfig config = Standing::config(kDown, 120);
    config.body.estimator = Estimator::kRegistration;
    config.body.max_drift_m = 1;  // PD returns because the goal requests it
    Standing robot(config);
    (void)robot.tick({.pd = false});
    // the body has moved along x under its feet
    for (std::size_t i = 0; i < 4; ++i) {
      const Leg& leg = robot.robot.leg[i];
      PerJoint<double> q = test::nominal_pose(leg);
      const Vector3d p_BW = leg.p_BW_nominal - Vector3d(drift_m, 0, 0);
      ASSERT_EQ(solve_arm(leg, leg.X_BL.inverse() * p_BW, q), IkStatus::kOk);
      for (std::size_t j = 0; j < 3; ++j) robot.modules.seen.leg[i].joint[j].q_rad = q[j];
    }
    for (int n = 0; n < 20; ++n)  // set-points move no faster than joints can
      (void)robot.controller.tick(robot.modules.seen, {.pd = false});
    const Command command = robot.controller.tick(robot.modules.seen, {.pd = true});
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < 3; ++j) {
        const JointSetpoint& joint = command.leg[i].joint[j];
        const double pd_Nm =
            joint.kp_Nm_rad * (joint.q_rad - robot.modules.seen.leg[i].joint[j].q_rad) +
            joint.kd_Nms_rad * joint.dq_rad_s;
        EXPECT_LT(std::abs(pd_Nm), 0.1);
      }
  }
}

}  // namespace
}  // namespace ventosa::controller::pd_switch_test
