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

}  // namespace
}  // namespace ventosa::controller::motion_test
