#include <gtest/gtest.h>

#include "tests/controller/ideal_modules.h"

namespace ventosa::controller::going_back_test {
namespace {

/// A robot on the ground whose feet seal only at their places at the start.
struct Leaking {
  Leaking() : robot(config()) {
    robot.stand();
    for (std::size_t i = 0; i < 4; ++i)
      start_W[i] = robot.controller.state().estimation.contact[i].p_WW;
  }

  static ControllerConfig config() {
    ControllerConfig config = Standing::config(kDown, 120);
    config.gait.seal_timeout_s = 0.2;
    config.gait.seal_retries = 0;
    return config;
  }

  void tick(const Goal& goal) {
    (void)robot.tick(goal);
    for (std::size_t i = 0; i < 4 && leaks; ++i) {
      const bool away = (plan().task[i].foothold.p_WW - start_W[i]).norm() > 0.005;
      if (away && plan().phase[i] >= FootPhase::kSeal) robot.modules.seen.leg[i].cup.vacuum_Pa = 0;
    }
  }
  void run(int ticks, const Goal& goal) {
    for (int n = 0; n < ticks; ++n) tick(goal);
  }
  void run_until_seal_fails(const Goal& goal) {
    for (int n = 0; n < 3000 && plan().reason != Reason::kSealFailed; ++n) tick(goal);
    ASSERT_EQ(plan().reason, Reason::kSealFailed);
    ASSERT_EQ(stepping_legs(robot.controller).count(), 1u);
  }

  const Diagnostics& plan() const { return robot.controller.diagnostics(); }
  bool stands() const {
    bool all = stepping_legs(robot.controller).none();
    for (std::size_t i = 0; i < 4; ++i) all = all && plan().report[i].attached;
    return all;
  }

  Standing robot;
  PerLeg<Vector3d> start_W;
  bool leaks = true;
};

TEST(GoingBack, EndsAWalkWhoseFootSealsNowhereOnTheWay) {
  Leaking robot;
  robot.run_until_seal_fails(walk(0.01));
  robot.run(8000, walk(0.01));
  EXPECT_TRUE(robot.stands());
  EXPECT_EQ(robot.plan().reason, Reason::kSealFailed);
  EXPECT_GE(robot.plan().refused_leg, 0);
}

TEST(GoingBack, LetsALaterOrderGo) {
  Leaking robot;
  robot.run_until_seal_fails(walk(0.01));
  robot.run(8000, walk(0.01));
  const int steps = robot.plan().steps_done;
  robot.leaks = false;
  robot.run(3000, walk(-0.01));
  EXPECT_GT(robot.plan().steps_done, steps + 1);
}

/// Long before all places have been tried.
TEST(GoingBack, ComesAtOnceWithAnotherOrder) {
  for (const Goal& goal : {Goal{}, walk(-0.01)}) {
    Leaking robot;
    robot.run_until_seal_fails(walk(0.01));
    const auto foot = static_cast<std::size_t>(first_of(stepping_legs(robot.robot.controller)));
    for (int n = 0; n < 600 && !robot.plan().report[foot].attached; ++n) robot.tick(goal);
    ASSERT_TRUE(robot.plan().report[foot].attached);
    const Contact& contact = robot.robot.controller.state().estimation.contact[foot];
    EXPECT_LT((contact.p_WW - robot.start_W[foot]).norm(), 0.005);
  }
}

TEST(Heat, KeepsFeetOnTheirPlacesUntilItIsGone) {
  Standing robot(kDown);
  robot.stand();
  double& temperature_C = robot.modules.seen.leg[2].joint[1].temperature_C;
  temperature_C = 66;
  for (int n = 0; n < 300; ++n) (void)robot.tick(walk(0.01));
  EXPECT_TRUE(stepping_legs(robot.controller).none());
  EXPECT_EQ(robot.controller.diagnostics().reason, Reason::kOverheated);
  EXPECT_EQ(robot.controller.diagnostics().refused_leg, 2);
  temperature_C = 64;
  for (int n = 0; n < 500; ++n) (void)robot.tick(walk(0.01));
  EXPECT_GT(robot.controller.diagnostics().steps_done, 0);
}

TEST(Heat, CallsAFootThatDoesNotSealBack) {
  Leaking robot;
  robot.run_until_seal_fails(walk(0.01));
  robot.robot.modules.seen.leg[2].joint[1].temperature_C = 71;
  robot.run(600, walk(0.01));
  EXPECT_TRUE(robot.stands());
  EXPECT_EQ(robot.plan().reason, Reason::kOverheated);
}

}  // namespace
}  // namespace ventosa::controller::going_back_test
