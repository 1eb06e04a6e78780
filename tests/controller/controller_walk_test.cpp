#include <gtest/gtest.h>

#include <numbers>
#include <set>

#include "controller/organizer/walk_speed.h"
#include "tests/controller/ideal_modules.h"

namespace ventosa::controller {
namespace {

TEST(Walk, StepsThroughEveryPhaseOfItsGait) {
  Standing robot(kDown);
  std::set<FootPhase> met;
  for (int n = 0; n < 4000; ++n) {
    (void)robot.tick(walk(0.01));
    ASSERT_EQ(robot.controller.diagnostics().reason, Reason::kNone) << "tick " << n;
    for (std::size_t i = 0; i < 4; ++i) met.insert(robot.controller.diagnostics().phase[i]);
  }
  EXPECT_EQ(met.size(), 9u);
  EXPECT_GE(robot.controller.diagnostics().steps_done, 8);
}

TEST(Walk, LiftsOneFootAtATimeAndLetsNoOtherCupGo) {
  Standing robot(kDown);
  for (int n = 0; n < 3000; ++n) {
    const Command command = robot.tick(walk(0.01));
    int off = 0, released = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      off += robot.controller.diagnostics().phase[i] != FootPhase::kStance;
      released += command.leg[i].cup.mode == CupMode::kRelease;
    }
    ASSERT_LE(off, 1);
    ASSERT_LE(released, off);
  }
}

TEST(Walk, FinishesTheStepInProgressAndThenHolds) {
  Standing robot(kDown);
  while (robot.controller.state().decisions.organizer.stepping < 0 ||
         robot.controller.diagnostics().phase[2] != FootPhase::kTransfer)
    (void)robot.tick(walk(0.01));
  for (int n = 0; n < 500; ++n) (void)robot.tick();
  EXPECT_EQ(robot.controller.state().decisions.organizer.stepping, -1);
  EXPECT_EQ(robot.controller.diagnostics().steps_done, 1);
}

TEST(Walk, RefusesALiftThatLeavesNoFeasibleSharingAndNamesWhatGivesWay) {
  Standing robot(kAlongTheSurface, 60);
  for (int n = 0; n < 300; ++n) {
    const Command command = robot.tick(walk(0.01));
    for (std::size_t i = 0; i < 4; ++i) ASSERT_EQ(command.leg[i].cup.mode, CupMode::kAttach);
  }
  const Diagnostics& d = robot.controller.diagnostics();
  EXPECT_EQ(d.reason, Reason::kLiftRefused);
  EXPECT_EQ(d.refused_leg, robot.robot.gait_order[0]);
  EXPECT_LT(d.lift.margin, 0);
  EXPECT_NE(d.lift.leg, -1);
  EXPECT_NE(d.lift.leg, d.refused_leg);
  EXPECT_NE(d.lift.limit, Limit::kNone);
  EXPECT_EQ(d.steps_done, 0);
}

TEST(Walk, LiftsOnTheSameWallWithCupsThatAreStrongEnough) {
  Standing robot(kAlongTheSurface, 120);
  for (int n = 0; n < 600; ++n) (void)robot.tick(walk(0.01));
  EXPECT_EQ(robot.controller.diagnostics().steps_done, 1);
}

TEST(Walk, DoesNotStepOffTheEdgeOfTheSurface) {
  Standing robot(kDown);
  Start start = robot.modules.start();
  start.patches.patch[0].half_extent_m.setConstant(0.33);
  Controller controller(robot.robot, Standing::config(kDown, 120), start);
  for (int n = 0; n < 600; ++n) robot.modules.obey(controller.tick(robot.modules.seen, walk(0.05)));
  EXPECT_EQ(controller.diagnostics().reason, Reason::kNoFoothold);
  EXPECT_EQ(controller.state().decisions.organizer.stepping, -1);
}

TEST(Walk, DependsOnStateObservationAndGoalAlone) {
  Standing first(kDown), second(kDown);
  for (int n = 0; n < 700; ++n) (void)first.tick(walk(0.01));
  second.controller.restore(first.controller.state());
  second.modules.seen = first.modules.seen;
  for (int n = 0; n < 700; ++n)
    ASSERT_EQ(values(first.robot, first.tick(walk(0.01))),
              values(second.robot, second.tick(walk(0.01))))
        << "tick " << n;
}

TEST(Walk, GripsInEveryPhaseButBetweenReleaseAndTouch) {
  Standing robot(kDown);
  for (int n = 0; n < 3000; ++n) {
    const Command command = robot.tick(walk(0.01));
    for (std::size_t i = 0; i < 4; ++i) {
      const FootPhase phase = robot.controller.diagnostics().phase[i];
      const bool off = phase >= FootPhase::kRelease && phase <= FootPhase::kTouch;
      ASSERT_EQ(command.leg[i].cup.mode, off ? CupMode::kRelease : CupMode::kAttach);
    }
  }
}

TEST(Walk, LiftsNoFootWhileAModuleIsSilentAndNamesIt) {
  Standing robot(kDown);
  Observation& seen = robot.modules.seen;
  seen.now_ns = 600'000'000;
  for (LegReading& leg : seen.leg) leg.sampled_ns = leg.cup.sampled_ns = seen.now_ns;
  seen.leg[1].sampled_ns = 0;
  (void)robot.controller.tick(seen, walk(0.01));
  EXPECT_EQ(robot.controller.diagnostics().reason, Reason::kModuleSilent);
  EXPECT_EQ(robot.controller.diagnostics().refused_leg, 1);
  EXPECT_EQ(robot.controller.state().decisions.organizer.stepping, -1);
  for (int n = 0; n < 210; ++n) (void)robot.tick(walk(0.01));  // refused lifts wait for 2 s
  EXPECT_GE(robot.controller.state().decisions.organizer.stepping, 0);
}

TEST(Walk, LiftsAFootWhileAModuleIsLateButNotSilent) {
  Standing robot(kDown);
  robot.stand();
  Observation& seen = robot.modules.seen;
  for (LegReading& leg : seen.leg) leg.sampled_ns = leg.cup.sampled_ns = seen.now_ns - 199'000'000;
  (void)robot.controller.tick(seen, walk(0.01));
  EXPECT_EQ(robot.controller.diagnostics().reason, Reason::kNone);
  EXPECT_GE(robot.controller.state().decisions.organizer.stepping, 0);
}

TEST(Walk, NeverSetsAJointFartherAheadThanItsSpeedAllows) {
  Standing robot(kDown);
  for (std::size_t i = 0; i < 4; ++i) robot.modules.seen.leg[i].joint[5].q_rad = 0.8;
  Command last = robot.tick();
  for (int n = 0; n < 3000; ++n) {
    const Command now = robot.tick(walk(0.01));
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < 6; ++j) {
        const JointSetpoint &a = last.leg[i].joint[j], &b = now.leg[i].joint[j];
        ASSERT_LE(std::abs(b.tau_ff_Nm), robot.robot.leg[i].joint[j].torque_limit_Nm);
        if (a.mode != JointMode::kImpedance || b.mode != JointMode::kImpedance) continue;
        ASSERT_LE(std::abs(b.q_rad - a.q_rad), 0.01 * robot.robot.leg[i].joint[j].speed_limit_rad_s)
            << "tick " << n << " leg " << i << " joint " << j;
      }
    last = now;
  }
}

TEST(Walk, NeverSendsTheBodyWhereALegCannotFollow) {
  for (const double stride_m : {0.06, 0.4}) {  // the second one is too wide
    Standing robot(kDown);
    ControllerConfig config = Standing::config(kDown, 120);
    config.gait.stride_m = stride_m;
    Controller controller(robot.robot, config, robot.modules.start());
    Reason worst = Reason::kNone;
    for (int n = 0; n < 4000; ++n) {
      robot.modules.obey(controller.tick(robot.modules.seen, walk(0.04)));
      if (controller.diagnostics().reason == Reason::kNone) continue;
      worst = controller.diagnostics().reason;
      ASSERT_EQ(controller.state().decisions.organizer.stepping, -1)
          << "refused only with all feet down";
    }
    EXPECT_EQ(worst == Reason::kUnreachable, stride_m > 0.1);
  }
}

TEST(Walk, BeginsNoStepDuringWhichALegCouldNotFollowTheBody) {
  int refused = 0;
  for (const double way_m : {0.05, 0.1, 0.15, 0.2, 0.25})
    for (int k = 0; k < 24; ++k) {
      Standing robot(kDown);
      const double angle_rad = 2 * std::numbers::pi * k / 24;
      const Vector3d ahead(std::cos(angle_rad), std::sin(angle_rad), 0);
      Goal away{.activity = Activity::kPose};
      away.X_WB.translation() = way_m * ahead + Vector3d(0, 0, 0.137);
      for (int n = 0; n < 800; ++n) (void)robot.tick(away);
      for (int n = 0; n < 600; ++n) {
        (void)robot.tick({.activity = Activity::kWalk, .v_WB = 0.02 * ahead});
        if (robot.controller.diagnostics().reason != Reason::kUnreachable) continue;
        ++refused;
        ASSERT_EQ(robot.controller.state().decisions.organizer.stepping, -1)
            << way_m << " m, direction " << k;
      }
    }
  EXPECT_GT(refused, 0);
}

TEST(Walk, AdvancesByHalfAStrideInItsFirstCycleAndByAWholeOneInTheNext) {
  Standing robot(kDown);
  const double stride_m = robot.controller.config().gait.stride_m;
  for (const double cycle_m : {0.5 * stride_m, stride_m}) {
    const double x_m = robot.controller.diagnostics().X_WB_reference.translation().x();
    const int steps = robot.controller.diagnostics().steps_done;
    while (robot.controller.diagnostics().steps_done < steps + 4) (void)robot.tick(walk(0.02));
    // the next cycle begins in the tick that ends this one
    EXPECT_NEAR(robot.controller.diagnostics().X_WB_reference.translation().x() - x_m, cycle_m,
                2e-5);
  }
}

TEST(Walk, StepsInItsGaitOrder) {
  Standing robot(kDown);
  std::vector<int> order;
  int last = -1;
  for (int n = 0; n < 8000 && order.size() < 8; ++n) {
    (void)robot.tick(walk(0.01));
    const int now = robot.controller.state().decisions.organizer.stepping;
    if (now >= 0 && now != last) order.push_back(now);
    last = now;
  }
  ASSERT_EQ(order.size(), 8u);
  for (std::size_t k = 0; k < order.size(); ++k) EXPECT_EQ(order[k], robot.robot.gait_order[k % 4]);
}

TEST(Walk, CallsALiftOffWhenAnotherCupFailsWhileTheFootUnloads) {
  Standing robot(kAlongTheSurface, 120);
  while (robot.controller.state().decisions.organizer.stepping < 0) (void)robot.tick(walk(0.01));
  const auto leg = static_cast<std::size_t>(robot.controller.state().decisions.organizer.stepping);
  robot.modules.seen.leg[(leg + 1) % 4].cup.vacuum_Pa *= 0.02;
  for (int n = 0; n < 100; ++n) {
    const Command command = robot.controller.tick(robot.modules.seen, walk(0.01));
    ASSERT_EQ(command.leg[leg].cup.mode, CupMode::kAttach);
  }
  EXPECT_EQ(robot.controller.diagnostics().reason, Reason::kLiftRefused);
  EXPECT_EQ(robot.controller.diagnostics().phase[leg], FootPhase::kStance);
}

/// Of another leg, or of the one that unloads: a good cup is not let go on old readings.
TEST(Walk, CallsALiftOffWhenAModuleFallsSilentWhileTheFootUnloads) {
  for (const int other : {0, 1}) {
    Standing robot(kAlongTheSurface, 120);
    while (robot.controller.state().decisions.organizer.stepping < 0) (void)robot.tick(walk(0.01));
    const auto leg =
        static_cast<std::size_t>(robot.controller.state().decisions.organizer.stepping);
    Observation& seen = robot.modules.seen;
    seen.leg[(leg + static_cast<std::size_t>(other)) % 4].sampled_ns -= 300'000'000;
    for (int n = 0; n < 100; ++n) {
      const Command command = robot.controller.tick(seen, walk(0.01));
      ASSERT_EQ(command.leg[leg].cup.mode, CupMode::kAttach);
    }
    EXPECT_EQ(robot.controller.diagnostics().reason, Reason::kModuleSilent);
    EXPECT_EQ(robot.controller.diagnostics().phase[leg], FootPhase::kStance);
  }
}

/// And goes on when all are heard again; with all silent it holds, too.
TEST(Walk, StopsWhileModulesAreSilent) {
  for (const std::size_t n_silent : {1u, 2u, 4u}) {
    Standing robot(kDown);
    walk_until_transfer(2, robot);
    for (int n = 0; n < 100; ++n) {
      const Command command = robot.tick(walk(0.01));
      for (std::size_t i = 0; i < n_silent; ++i)
        robot.modules.seen.leg[i].sampled_ns = robot.modules.seen.now_ns - 300'000'000;
      if (n < 20) continue;
      ASSERT_EQ(robot.controller.diagnostics().reason, Reason::kModuleSilent);
      for (std::size_t i = 0; i < 4; ++i) {
        if (i != 2) {
          ASSERT_EQ(command.leg[i].cup.mode, CupMode::kAttach);
        }
      }
    }
    const Vector3d there = robot.controller.diagnostics().X_WB_reference.translation();
    robot.modules.seen.leg[0].sampled_ns = robot.modules.seen.now_ns - 300'000'000;
    (void)robot.controller.tick(robot.modules.seen, walk(0.01));
    EXPECT_EQ(robot.controller.diagnostics().X_WB_reference.translation(), there);
    for (int n = 0; n < 2000; ++n) (void)robot.tick(walk(0.01));
    EXPECT_EQ(robot.controller.diagnostics().reason, Reason::kNone);
    EXPECT_GE(robot.controller.diagnostics().steps_done, 3);
  }
}

TEST(Walk, TellsHowFastItIsAndIsNoSlowerThanItMay) {
  Standing robot(kDown);
  const Diagnostics& d = robot.controller.diagnostics();
  const GaitConfig& gait = robot.controller.config().gait;
  EXPECT_DOUBLE_EQ(walk_speed_m_s(gait, 4, shortest_step_s(gait)), 0.005);
  const auto mean_m_s = [&](double asked_m_s) {
    for (int n = 0; n < 3000; ++n) (void)robot.tick(walk(asked_m_s));
    const double begin_m = d.X_WB_reference.translation().x();
    for (int n = 0; n < 6000; ++n) (void)robot.tick(walk(asked_m_s));
    return (d.X_WB_reference.translation().x() - begin_m) / 60;
  };
  EXPECT_NEAR(mean_m_s(0.002), 0.002, 0.0002);  // as asked
  const double fastest_m_s = mean_m_s(0.02);    // as fast as it can
  EXPECT_LT(fastest_m_s, 0.005);
  EXPECT_NEAR(d.walk_speed_m_s, fastest_m_s, 0.1 * fastest_m_s);
  EXPECT_DOUBLE_EQ(d.turn_rate_rad_s, d.walk_speed_m_s / 0.3);
}

TEST(Walk, TellsThatItIsSlowerWhileAStepIsLate) {
  Standing robot(kDown);
  for (int n = 0; n < 2000; ++n) (void)robot.tick(walk(0.01));
  const double before_m_s = robot.controller.diagnostics().walk_speed_m_s;
  for (int n = 0; n < 2000; ++n) {
    const Command command = robot.controller.tick(robot.modules.seen, walk(0.01));
    robot.modules.obey(command);
    for (LegReading& leg : robot.modules.seen.leg) leg.sampled_ns -= 300'000'000;  // all silent
  }
  EXPECT_LT(robot.controller.diagnostics().walk_speed_m_s, 0.5 * before_m_s);
}

TEST(Walk, ArrivesAndRestsWhereItWalksTo) {
  Standing robot(kDown);
  Goal goal{.activity = Activity::kWalkTo, .v_WB = {0.01, 0, 0}};
  goal.X_WB.translation() = Vector3d(0.02, 0, 0.137);
  for (int n = 0; n < 5000; ++n) (void)robot.tick(goal);
  const int steps = robot.controller.diagnostics().steps_done;
  EXPECT_NEAR(robot.controller.diagnostics().X_WB_reference.translation().x(), 0.02, 2e-6);
  for (int n = 0; n < 2000; ++n) (void)robot.tick(goal);
  EXPECT_EQ(robot.controller.diagnostics().steps_done, steps);
  EXPECT_EQ(robot.controller.state().decisions.organizer.stepping, -1);
}

TEST(Walk, KeepsJointZeroOfASevenJointLegAtJointOnesGains) {
  const RobotModel robot = test::robot("romerin4x7");
  IdealModules modules(robot, kDown);
  const ControllerConfig config = Standing::config(kDown, 120);
  Controller controller(robot, config, modules.start());
  for (int n = 0; n < 4000; ++n) {
    const Command command = controller.tick(modules.seen, walk(0.01));
    ASSERT_EQ(controller.diagnostics().reason, Reason::kNone) << "tick " << n;
    for (std::size_t i = 0; i < robot.leg.size(); ++i) {
      const auto& joint = command.leg[i].joint;
      ASSERT_EQ(joint[0].q_rad, 0);
      const FootPhase phase = controller.diagnostics().phase[i];
      const bool fades = phase == FootPhase::kUnload || phase == FootPhase::kLoad;
      for (const std::size_t j : {0u, 1u, 2u, 3u})
        if (!fades) {
          ASSERT_EQ(joint[j].kp_Nm_rad, config.gains.kp_Nm_rad[j - std::min<std::size_t>(j, 1)]);
        }
      ASSERT_NE(joint[3].mode, JointMode::kPassive);
      ASSERT_TRUE(joint[4].mode == JointMode::kPassive ||
                  controller.diagnostics().phase[i] != FootPhase::kStance);
    }
    modules.obey(command);
  }
  EXPECT_GE(controller.diagnostics().steps_done, 8);
}

/// A leak under one foot: in its turn it steps off it.
TEST(Walk, StepsWithAFootThatHasLostItsHoldToWhereItHoldsAgain) {
  Standing robot(kDown);
  const auto leg = static_cast<std::size_t>(robot.robot.gait_order[0]);
  const Diagnostics& d = robot.controller.diagnostics();
  (void)robot.tick();
  const Vector3d leak_W = robot.controller.state().estimation.contact[leg].p_WW;
  for (int n = 0; n < 1000 && d.steps_done == 0; ++n) {
    if (d.phase[leg] <= FootPhase::kRelease) robot.modules.seen.leg[leg].cup.vacuum_Pa = 0;
    (void)robot.tick(walk(0.01));
    ASSERT_TRUE(d.reason == Reason::kNone || d.reason == Reason::kCupLost);
  }
  EXPECT_EQ(d.steps_done, 1);
  EXPECT_TRUE(d.report[leg].attached);
  const Contact& contact = robot.controller.state().estimation.contact[leg];
  EXPECT_GT((contact.p_WW - leak_W).norm(), 0.01);
}

}  // namespace
}  // namespace ventosa::controller
