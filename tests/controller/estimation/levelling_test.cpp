#include <gtest/gtest.h>

#include "controller/estimation/odometry.h"
#include "controller/model/rotation.h"
#include "tests/controller/ideal_modules.h"

/// Where the controller believes its body is, at rest and when position control comes back.
namespace ventosa::controller {
namespace {

/// It believes where the joints are at once: the filter weighs them against an IMU, and modules
/// without physics have none that agrees with their joints.
ControllerConfig by_registration() {
  ControllerConfig config = Standing::config(kDown, 120);
  config.body.estimator = Estimator::kRegistration;
  return config;
}

TEST(Controller, LevelsItsEstimateOnlyAtRestWithPdOn) {
  Standing robot(by_registration());        // the filter uses the accelerometer always
  const Vector3d leaning(0.3, -0.2, 9.80);  // what the body feels: it leans by 0.037 rad
  robot.modules.seen.body.specific_force_B = leaning;
  const auto tilt = [&] {
    return tilt_error(robot.controller.state().X_WB.linear(), leaning, kDown).norm();
  };
  (void)robot.tick();
  const double before = tilt();
  for (int n = 0; n < 300; ++n) (void)robot.controller.tick(robot.modules.seen, {.pd = false});
  EXPECT_NEAR(tilt(), before, 1e-3);
  for (int n = 0; n < 2000; ++n) (void)robot.controller.tick(robot.modules.seen, {});
  EXPECT_LT(tilt(), 1e-3);
}

TEST(Controller, LevelsItsEstimateWithoutMovingTheJoints) {
  Standing robot(kDown);
  ControllerConfig config = Standing::config(kDown, 120);
  config.body.level_after_s = 1e9;
  Controller other(robot.robot, config, robot.modules.start());
  robot.modules.seen.body.specific_force_B = Vector3d(0.3, -0.2, 9.80);
  for (int n = 0; n < 53; ++n) {
    const Command a = robot.controller.tick(robot.modules.seen, {});
    const Command b = other.tick(robot.modules.seen, {});
    for (std::size_t j = 0; j < 3; ++j)
      ASSERT_NEAR(a.leg[0].joint[j].q_rad, b.leg[0].joint[j].q_rad, 1e-4) << "tick " << n;
  }
  EXPECT_GT(
      rotation_log(robot.controller.state().X_WB.linear() * other.state().X_WB.linear().transpose())
          .norm(),
      1e-3);
}

TEST(Controller, BringsPdBackWithoutAKick) {
  for (const double drift_m : {0.003, 0.03}) {
    Standing robot(by_registration());
    (void)robot.tick({.pd = false});
    // the body has moved along x under its anchors
    for (std::size_t i = 0; i < 4; ++i) {
      const Leg& leg = robot.robot.leg[i];
      PerJoint<double> q = test::nominal_pose(leg);
      const Vector3d p_BW = leg.p_BW_nominal - Vector3d(drift_m, 0, 0);
      ASSERT_EQ(solve_arm(leg, leg.X_BL.inverse() * p_BW, q), IkStatus::kOk);
      for (std::size_t j = 0; j < 3; ++j) robot.modules.seen.leg[i].joint[j].q_rad = q[j];
    }
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
}  // namespace ventosa::controller
