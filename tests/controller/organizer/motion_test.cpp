#include "controller/organizer/motion.h"

#include <gtest/gtest.h>

#include "tests/controller/resting_robot.h"

namespace ventosa::controller::motion_test {
namespace {

/// One foot steps while the body moves.
struct Motions : testing::Test, test::RestingRobot {
  static constexpr int kLeg = 1;

  Motion step(const Vector3d& way_W, double body_way_m) const {
    Motion motion{.before = posture().foot, .after = posture().foot};
    motion.X_WB_to.translation().x() = body_way_m;
    motion.lifted = motion.air = LegSet(1U << kLeg);
    motion.held = ~motion.air;
    motion.after[kLeg].p_WW += way_W;
    motion.swing[kLeg] = {.p_from_W = motion.before[kLeg].p_WW,
                          .z_from_W = motion.before[kLeg].z_WF,
                          .goal = motion.after[kLeg]};
    return motion;
  }
  void expect(const Motion& motion, Reason reason, int leg) const {
    const Objection objection = objection_to(scene(), motion);
    EXPECT_EQ(objection.reason, reason) << name(objection.reason);
    EXPECT_EQ(objection.leg, leg);
  }
};

TEST_F(Motions, KeepTheStepAndEveryContactWithinReach) {
  expect(step({0.03, 0, 0}, 0.01), Reason::kNone, -1);
  expect(step({0.5, 0, 0}, 0.01), Reason::kUnreachable, kLeg);
  expect(step({0.03, 0, 0}, 0.5), Reason::kUnreachable, 0);  // a foot that stays behind
}

/// A step by the clock is checked as a whole in the row that lifts its foot.
TEST_F(Motions, AreNoFasterThanTheJoints) {
  robot.leg[kLeg].joint[0].speed_limit_rad_s /= 50;
  Motion motion = step({0.03, 0, 0}, 0.01);
  expect(motion, Reason::kUnreachable, kLeg);
  motion.swing[kLeg].times = {
      .lift_s = 0.3, .transfer_s = 0.3, .lower_s = 0.3, .touch_s = 0.3, .row_s = 1.2};
  expect(motion, Reason::kUnreachable, kLeg);
  motion.lifted.reset();
  expect(motion, Reason::kNone, -1);
}

TEST_F(Motions, NeedAFootholdForEveryFootThatLifts) {
  Motion motion = step({0.03, 0, 0}, 0.5);
  motion.after[kLeg] = {};
  expect(motion, Reason::kNoFoothold, kLeg);
}

/// A body that stays is not asked how its feet could follow or leave.
TEST_F(Motions, AreFreeInPlaceWhereTheBodyMayNotGoOn) {
  config.gait.lift_m = 0.5;
  expect(step({0, 0, 0}, 0.01), Reason::kUnreachable, 0);
  config.gait.lift_m = ControllerConfig{}.gait.lift_m;
  config.gait.stride_m = -0.22;  // every foot is left behind by 1 cm
  expect(step({0, 0, 0}, 0.02), Reason::kNoFoothold, 0);
  expect(step({0.03, 0, 0}, 0), Reason::kNone, -1);
}

/// The foot in the air is over its old place or over its new one when the body arrives.
TEST_F(Motions, HoldAtTheirEndWithTheFootAtBothPlaces) {
  const Scene here = scene();
  SharingWarmStart warm;
  int before_least = 0, after_least = 0;
  for (const double step_m : {-0.05, 0.05}) {
    const Motion motion = step({step_m, 0, 0}, 0.02);
    const Bottleneck before = weigh({here, {motion.X_WB_to, motion.before, motion.held}});
    const Bottleneck after = weigh({here, {motion.X_WB_to, motion.after, motion.held}});
    ++(before.margin < after.margin ? before_least : after_least);
    const Bottleneck least = weigh_end(here, motion);
    EXPECT_EQ(least.margin, std::min(before.margin, after.margin));
    EXPECT_EQ(holds_at_end(here, motion, warm), least.margin > 0) << step_m;
  }
  EXPECT_EQ(before_least, 1);
  EXPECT_EQ(after_least, 1);
}

}  // namespace
}  // namespace ventosa::controller::motion_test
