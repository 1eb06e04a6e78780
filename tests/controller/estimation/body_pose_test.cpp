#include <gtest/gtest.h>

#include "controller/estimation/body_estimate.h"
#include "controller/estimation/odometry.h"
#include "controller/model/rotation.h"
#include "tests/controller/ideal_modules.h"

/// The controller's estimate of its body's pose, at rest and in motion.
namespace ventosa::controller::body_pose_test {
namespace {

/// The estimate follows the joints at once: modules without physics have no IMU that agrees with
/// their joints, which the filter needs.
ControllerConfig by_registration() {
  ControllerConfig config = Standing::config(kDown, 120);
  config.body.estimator = Estimator::kRegistration;
  return config;
}

TEST(BodyPose, IsLevelledOnlyAtRestWithPdOn) {
  Standing robot(by_registration());        // the filter uses the accelerometer always
  const Vector3d leaning(0.3, -0.2, 9.80);  // specific force on the body, which leans by 0.037 rad
  robot.modules.seen.body.specific_force_B = leaning;
  const auto tilt = [&] {
    return tilt_error(robot.controller.state().estimation.X_WB.linear(), leaning, kDown).norm();
  };
  (void)robot.tick();
  const double before = tilt();
  for (int n = 0; n < 300; ++n) (void)robot.controller.tick(robot.modules.seen, {.pd = false});
  EXPECT_NEAR(tilt(), before, 1e-3);
  for (int n = 0; n < 2000; ++n) (void)robot.controller.tick(robot.modules.seen, {});
  EXPECT_LT(tilt(), 1e-3);
}

TEST(BodyPose, IsLevelledWithoutMovingTheJoints) {
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
  EXPECT_GT(rotation_log(robot.controller.state().estimation.X_WB.linear() *
                         other.state().estimation.X_WB.linear().transpose())
                .norm(),
            1e-3);
}

TEST(BodyPose, StaysThatOfABodyClampedToABench) {
  const RobotModel robot = test::robot("romerin4");
  IdealModules modules(robot, kDown);
  Start start = modules.start();
  start.clamped = true;
  Controller controller(robot, by_registration(), start);
  for (LegReading& leg : modules.seen.leg) leg.joint[1].q_rad += 0.05;
  (void)controller.tick(modules.seen, {});
  EXPECT_EQ(controller.diagnostics().X_WB_estimate.matrix(), start.X_WB.matrix());
}

}  // namespace
}  // namespace ventosa::controller::body_pose_test
