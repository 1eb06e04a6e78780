#include <gtest/gtest.h>

#include <numbers>
#include <set>

#include "controller/kinematics/inverse_kinematics.h"
#include "controller/organizer/places.h"
#include "controller/organizer/walk_speed.h"
#include "tests/controller/ideal_modules.h"

namespace ventosa::controller::controller_walk_test {
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
      off += !is_contact_phase(robot.controller.diagnostics().phase[i]);
      released += command.leg[i].cup.mode == CupMode::kRelease;
    }
    ASSERT_LE(off, 1);
    ASSERT_LE(released, off);
  }
}

TEST(Walk, FinishesTheStepInProgressAndThenHolds) {
  Standing robot(kDown);
  while (stepping_legs(robot.controller).none() ||
         robot.controller.diagnostics().phase[2] != FootPhase::kTransfer)
    (void)robot.tick(walk(0.01));
  for (int n = 0; n < 500; ++n) (void)robot.tick();
  EXPECT_TRUE(stepping_legs(robot.controller).none());
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
  EXPECT_EQ(d.refused_leg, first_to_step(robot.robot));
  EXPECT_LT(d.lift.margin, 0);
  EXPECT_NE(d.lift.leg, -1);
  EXPECT_NE(d.lift.leg, d.refused_leg);
  EXPECT_NE(d.lift.limit, Limit::kNone);
  EXPECT_EQ(d.steps_done, 0);
}

TEST(Walk, LiftsOnTheSameWallWithCupsThatAreStrongEnough) {
  Standing robot(kAlongTheSurface, 120);
  for (int n = 0; n < 600; ++n) (void)robot.tick(walk(0.01));
  EXPECT_GE(robot.controller.diagnostics().steps_done, 1);
}

/// The robot walks until a foot finds no foothold, and reports which one.
TEST(Walk, DoesNotStepOffTheEdgeOfTheSurface) {
  constexpr double kHalf_m = 0.33;
  Standing robot(kDown);
  Start start = robot.modules.start();
  start.patches.patch[0].half_extent_m.setConstant(kHalf_m);
  Controller controller(robot.robot, Standing::config(kDown, 120), start);
  const Diagnostics& d = controller.diagnostics();
  const double farthest_m = kHalf_m - robot.robot.cup()->lip_radius_m - kEdgeClearance_m + 1e-9;
  for (int n = 0; n < 8000 && d.reason == Reason::kNone; ++n) {
    robot.modules.obey(controller.tick(robot.modules.seen, walk(0.05)));
    for (std::size_t i = 0; i < 4; ++i) {
      if (!stepping_legs(controller)[i]) continue;
      ASSERT_LE(d.task[i].foothold.p_WW.head<2>().cwiseAbs().maxCoeff(), farthest_m);
    }
  }
  EXPECT_EQ(d.reason, Reason::kNoFoothold);
  EXPECT_GE(d.refused_leg, 0);
  EXPECT_GT(d.X_WB_reference.translation().x(), 0.01);
  EXPECT_TRUE(stepping_legs(controller).none());
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
  seen.body.sampled_ns = seen.now_ns;
  for (LegReading& leg : seen.leg) leg.sampled_ns = leg.cup.sampled_ns = seen.now_ns;
  seen.leg[1].sampled_ns = 0;
  (void)robot.controller.tick(seen, walk(0.01));
  EXPECT_EQ(robot.controller.diagnostics().reason, Reason::kModuleSilent);
  EXPECT_EQ(robot.controller.diagnostics().refused_leg, 1);
  EXPECT_TRUE(stepping_legs(robot.controller).none());
  for (int n = 0; n < 210; ++n) (void)robot.tick(walk(0.01));  // refused lifts wait for 2 s
  EXPECT_TRUE(stepping_legs(robot.controller).any());
}

TEST(Walk, LiftsAFootWhileAModuleIsLateButNotSilent) {
  Standing robot(kDown);
  robot.stand();
  Observation& seen = robot.modules.seen;
  for (LegReading& leg : seen.leg) leg.sampled_ns = leg.cup.sampled_ns = seen.now_ns - 199'000'000;
  for (int n = 0; n < 100; ++n) (void)robot.controller.tick(seen, walk(0.01));  // plans its stride
  EXPECT_EQ(robot.controller.diagnostics().reason, Reason::kNone);
  EXPECT_TRUE(stepping_legs(robot.controller).any());
}

/// Turns the passive wrists of attached cups to follow the motion of the body.
void turn_held_wrists(Standing& robot) {
  const Isometry3d& X_WB = robot.controller.diagnostics().X_WB_reference;
  for (std::size_t i = 0; i < robot.robot.leg.size(); ++i) {
    if (!is_contact_phase(robot.controller.diagnostics().phase[i])) continue;
    const Leg& leg = robot.robot.leg[i];
    LegReading& seen = robot.modules.seen.leg[i];
    PerJoint<double> q_rad = measured_q(seen);
    const Isometry3d X_LW = (X_WB * leg.X_BL).inverse();
    const Vector3d& p_WW = robot.controller.state().estimation.contact[i].p_WW;
    ASSERT_EQ(follow_leg(leg, X_LW * p_WW, -X_LW.linear().col(2), q_rad), IkStatus::kOk);
    seen.joint[3].q_rad = q_rad[3];
    seen.joint[4].q_rad = q_rad[4];
  }
}

TEST(Walk, NeverSetsAJointFartherAheadThanItsSpeedAllows) {
  Standing robot(kDown);
  for (std::size_t i = 0; i < 4; ++i) robot.modules.seen.leg[i].joint[5].q_rad = 0.8;
  Command last = robot.tick();
  for (int n = 0; n < 3000; ++n) {
    turn_held_wrists(robot);
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

/// Whether every foot is attached and in a contact phase, including those that wait for their load.
bool all_feet_are_down(const Controller& controller) {
  const Diagnostics& d = controller.diagnostics();
  for (std::size_t i = 0; i < controller.robot().leg.size(); ++i)
    if (!is_contact_phase(d.report[i].phase) || !d.report[i].attached) return false;
  return true;
}

TEST(Walk, NeverSendsTheBodyWhereALegCannotFollow) {
  for (const double stride_m : {0.06, 0.4}) {  // the second gap is too wide
    Standing robot(kDown);
    ControllerConfig config = Standing::config(kDown, 120);
    config.gait.stride_m = stride_m;
    Controller controller(robot.robot, config, robot.modules.start());
    for (int n = 0; n < 4000; ++n) {
      robot.modules.obey(controller.tick(robot.modules.seen, walk(0.04)));
      if (controller.diagnostics().reason == Reason::kNone) continue;
      ASSERT_TRUE(all_feet_are_down(controller)) << "refused only with all feet down";
    }
    EXPECT_LE(controller.diagnostics().stride_m, std::min(stride_m, 0.3));
    EXPECT_GT(controller.diagnostics().steps_done, 8);
  }
}

/// If a leg does not reach its nominal place, the body waits, and finally the foot takes a nearer
/// place.
TEST(Walk, BeginsNoStepDuringWhichALegCouldNotFollowTheBody) {
  int walking = 0;
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
        const Diagnostics& d = robot.controller.diagnostics();
        if (d.reason != Reason::kUnreachable) continue;
        ASSERT_TRUE(all_feet_are_down(robot.controller)) << way_m << " m, direction " << k;
      }
      walking += robot.controller.diagnostics().steps_done > 0;
    }
  EXPECT_GT(walking, 60);
}

/// Compares the positions of the body at the ends of the rows that have begun.
TEST(Walk, AdvancesByHalfAStrideInItsFirstCycleAndByAWholeOneInTheNext) {
  Standing robot(kDown);
  const OrganizerState& organizer = robot.controller.state().decisions.organizer;
  std::vector<double> end_m;
  for (int n = 0, rows = 0; n < 6000 && rows < 9; ++n) {
    (void)robot.tick(walk(0.02));
    if (organizer.gait.rows_of_walk == rows) continue;
    rows = organizer.gait.rows_of_walk;
    end_m.push_back(organizer.reference.X_WB.translation().x() + organizer.reference.budget_m);
  }
  ASSERT_EQ(end_m.size(), 9u);
  const double stride_m = robot.controller.diagnostics().stride_m;
  for (std::size_t row = 1; row < end_m.size(); ++row)
    EXPECT_NEAR(end_m[row] - end_m[row - 1], (row < 4 ? 0.5 : 1) * stride_m / 4, 1e-9) << row;
}

/// The load moves directly from the foot that unloads to the foot that was set down.
TEST(Walk, HandsTheLoadOfOneFootToTheNext) {
  Standing robot(kAlongTheSurface);
  const Diagnostics& d = robot.controller.diagnostics();
  int handed = 0;
  for (int n = 0; n < 2000; ++n) {
    (void)robot.tick(walk(0.02));
    int comes = -1, goes = -1;
    for (int leg = 0; leg < 4; ++leg) {
      const ModuleReport& report = d.report[static_cast<std::size_t>(leg)];
      if (report.phase == FootPhase::kLoad && !report.waits) comes = leg;
      if (report.phase == FootPhase::kUnload) goes = leg;
    }
    if (comes < 0 || goes < 0) continue;
    ++handed;
    EXPECT_NEAR(d.report[static_cast<std::size_t>(comes)].availability +
                    d.report[static_cast<std::size_t>(goes)].availability,
                1, 1e-9);
    ASSERT_GE(d.load.margin, 0);
  }
  EXPECT_GT(handed, 100);
}

/// If a third cup is lost during a hand-over of load, both feet take its load at once, at any
/// stage.
TEST(Walk, CountsOnBothFeetOfAHandOverWhenAThirdLetsGo) {
  Standing robot(kAlongTheSurface);
  const Diagnostics& d = robot.controller.diagnostics();
  const auto in_phase = [&](FootPhase phase) {
    const auto it = std::find_if(d.report.begin(), d.report.begin() + 4,
                                 [&](const ModuleReport& leg) { return leg.phase == phase; });
    return it == d.report.begin() + 4 ? -1 : static_cast<int>(it - d.report.begin());
  };
  for (int n = 0; n < 2000; ++n) {
    (void)robot.tick(walk(0.02));
    const int goes = in_phase(FootPhase::kUnload), stands = in_phase(FootPhase::kStance);
    if (goes < 0 || in_phase(FootPhase::kLoad) < 0) continue;
    if (d.report[static_cast<std::size_t>(goes)].availability > 0.5) continue;
    robot.modules.seen.leg[static_cast<std::size_t>(stands)].cup.vacuum_Pa = 0;
    (void)robot.tick(walk(0.02));
    EXPECT_NE(d.reason, Reason::kNone);
    EXPECT_GE(d.load.margin, 0);
    return;
  }
  ADD_FAILURE() << "no load was handed over";
}

Goal walk_by(const RobotModel& robot, const char* gait, double v_m_s) {
  Goal goal = walk(v_m_s);
  while (robot.gait.at(static_cast<std::size_t>(goal.gait)).name != gait) ++goal.gait;
  return goal;
}

/// Any gait table: only feet of the row move, and feet attached together take their load together.
TEST(Walk, LiftsTheFeetThatItsGaitNames) {
  for (const char* name : {"wave", "ripple", "pairs", "tripod"}) {
    Standing robot(Standing::config(kDown, 120), "romerin6");
    const Diagnostics& d = robot.controller.diagnostics();
    const Goal goal = walk_by(robot.robot, name, 0.03);
    const Gait& gait = *robot.robot.find_gait(goal.gait);
    const GaitProgress& at = robot.controller.state().decisions.organizer.gait;
    const int n_rows = static_cast<int>(gait.row.size());
    for (int n = 0; n < 4000; ++n) {
      (void)robot.tick(goal);
      ASSERT_EQ(d.reason, Reason::kNone) << name << " tick " << n;
      if (at.rows_of_walk < 2) continue;
      const int row = (at.row + n_rows - 1) % n_rows;
      const LegSet allowed =
          airborne_in(gait, row) | airborne_in(gait, (row + n_rows - 1) % n_rows);
      ASSERT_TRUE((stepping_legs(robot.controller) & ~allowed).none()) << name << " row " << row;
      double least = 1, most = 0;
      for (std::size_t i = 0; i < 6; ++i) {
        if (d.report[i].phase != FootPhase::kLoad) continue;
        least = std::min(least, d.report[i].availability);
        most = std::max(most, d.report[i].availability);
      }
      if (most > 0) {
        ASSERT_EQ(least, most);
      }
    }
    EXPECT_GT(d.steps_done, 8) << name;
  }
}

TEST(Walk, SetsDownWhatIsInTheAirWhenItEnds) {
  Standing robot(Standing::config(kDown, 120), "romerin6");
  const Goal goal = walk_by(robot.robot, "ripple", 0.03);
  for (int end = 600; end < 1400; end += 37) {
    for (int n = 0; n < end; ++n) (void)robot.tick(goal);
    for (int n = 0; n < 400; ++n) (void)robot.tick();
    ASSERT_TRUE(stepping_legs(robot.controller).none()) << end;
    for (std::size_t i = 0; i < 6; ++i)
      ASSERT_EQ(robot.controller.diagnostics().phase[i], FootPhase::kStance);
  }
}

/// A foot follows the path that was planned when it was lifted; if the body is elsewhere, it waits
/// for the foot.
TEST(Walk, TurnsBackWithAFootInTheAirAndSetsItDown) {
  for (const int tick : {800, 830, 860, 890, 920, 950}) {
    SCOPED_TRACE(tick);
    Standing robot(Vector3d(-kDown));
    Goal there = walk(0.012), back = walk(-0.012);
    there.v_WB.y() = 0.012;
    back.v_WB.y() = -0.015;
    back.w_WB.z() = 0.035;
    for (int n = 0; n < tick; ++n) (void)robot.tick(there);
    for (int n = 0; n < 2000; ++n) (void)robot.tick(back);
    for (int n = 0; n < 500; ++n) (void)robot.tick();
    EXPECT_TRUE(stepping_legs(robot.controller).none());
    EXPECT_EQ(robot.controller.diagnostics().reason, Reason::kNone);
  }
}

TEST(Walk, RefusesAGaitThatTheRobotHasNot) {
  Standing robot(kDown);
  robot.stand();
  for (const int gait : {-2, 1, 1 << 30}) {
    Goal goal = walk(0.01);
    goal.gait = gait;
    (void)robot.tick(goal);
    EXPECT_EQ(robot.controller.diagnostics().reason, Reason::kNoGait);
    EXPECT_TRUE(stepping_legs(robot.controller).none());
  }
}

/// Walking ahead while turning: after half a circle the robot is at the other end of the diameter,
/// facing back. Joint readings only: the gyroscope of these modules does not turn.
TEST(Walk, FollowsACurveThatTurnsWithTheBody) {
  ControllerConfig config = Standing::config(kDown, 120);
  config.body.estimator = Estimator::kRegistration;
  Standing robot(config);
  const double radius_m = 0.15, rate_rad_s = 0.02;
  Goal goal = walk(radius_m * rate_rad_s);
  goal.w_WB.z() = rate_rad_s;
  const Isometry3d& X_WB = robot.controller.diagnostics().X_WB_reference;
  const auto heading_rad = [&] { return std::atan2(X_WB(1, 0), X_WB(0, 0)); };
  for (int n = 0; n < 60000 && heading_rad() > -0.1 && heading_rad() < 3.14; ++n)
    (void)robot.tick(goal);
  EXPECT_NEAR(X_WB.translation().x(), 0, 0.002);
  EXPECT_NEAR(X_WB.translation().y(), 2 * radius_m, 0.002);
}

TEST(Walk, StepsInItsGaitOrder) {
  Standing robot(kDown);
  std::vector<int> order;
  int last = -1;
  for (int n = 0; n < 8000 && order.size() < 8; ++n) {
    (void)robot.tick(walk(0.01));
    const int now = first_of(stepping_legs(robot.controller));
    if (now >= 0 && now != last) order.push_back(now);
    last = now;
  }
  ASSERT_EQ(order.size(), 8u);
  for (int k = 0; k < 8; ++k)
    EXPECT_EQ(LegSet(1ULL << order[static_cast<std::size_t>(k)]),
              lifted_in(robot.robot.gait[0], k % 4));
}

TEST(Walk, CallsALiftOffWhenAnotherCupFailsWhileTheFootUnloads) {
  Standing robot(kAlongTheSurface, 120);
  while (stepping_legs(robot.controller).none()) (void)robot.tick(walk(0.01));
  const auto leg = static_cast<std::size_t>(first_of(stepping_legs(robot.controller)));
  robot.modules.seen.leg[(leg + 1) % 4].cup.vacuum_Pa *= 0.02;
  const Diagnostics& d = robot.controller.diagnostics();
  bool refused = false;
  for (int n = 0; n < 100; ++n) {
    const Command command = robot.controller.tick(robot.modules.seen, walk(0.01));
    ASSERT_EQ(command.leg[leg].cup.mode, CupMode::kAttach);
    refused =
        refused || (d.reason == Reason::kLiftRefused && d.refused_leg == static_cast<int>(leg));
  }
  EXPECT_TRUE(refused);
  EXPECT_EQ(d.phase[leg], FootPhase::kStance);
}

/// The silent module is that of the stepping leg or of another one: no attached cup is released on
/// old readings.
TEST(Walk, CallsALiftOffWhenAModuleFallsSilentWhileTheFootUnloads) {
  for (const int other : {0, 1}) {
    Standing robot(kAlongTheSurface, 120);
    while (stepping_legs(robot.controller).none()) (void)robot.tick(walk(0.01));
    const auto leg = static_cast<std::size_t>(first_of(stepping_legs(robot.controller)));
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

/// It continues when all modules report again; while all are silent, it holds.
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
  const auto mean_m_s = [&](double requested_m_s) {
    for (int n = 0; n < 6000; ++n) (void)robot.tick(walk(requested_m_s));
    const double begin_m = d.X_WB_reference.translation().x();
    for (int n = 0; n < 12000; ++n) (void)robot.tick(walk(requested_m_s));
    return (d.X_WB_reference.translation().x() - begin_m) / 120;
  };
  EXPECT_NEAR(mean_m_s(0.002), 0.002, 0.0003);  // as asked
  EXPECT_NEAR(d.speed_reached_m_s, 0.002, 0.0003);
  const double fastest_m_s = mean_m_s(0.1);  // the largest possible speed
  const double bound_m_s =
      d.stride_m / shortest_cycle_s(robot.robot, robot.controller.config().gait, 0, d.stride_m);
  EXPECT_LT(fastest_m_s, bound_m_s);
  EXPECT_GT(fastest_m_s, 0.95 * bound_m_s);
  EXPECT_NEAR(d.walk_speed_m_s, fastest_m_s, 0.05 * fastest_m_s);
  EXPECT_NEAR(d.speed_reached_m_s, fastest_m_s, 0.05 * fastest_m_s);
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
  EXPECT_TRUE(stepping_legs(robot.controller).none());
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

/// A lost foot steps first, whichever foot is next in the gait: otherwise no other foot could be
/// lifted.
TEST(Walk, StepsFirstWithAFootThatHasLostItsHold) {
  for (std::size_t lost = 0; lost < 4; ++lost) {
    Standing robot(kAlongTheSurface);
    const Diagnostics& d = robot.controller.diagnostics();
    for (int n = 0; n < 100; ++n) (void)robot.tick();
    for (int n = 0; n < 2000 && stepping_legs(robot.controller).none(); ++n) {
      robot.modules.seen.leg[lost].cup.vacuum_Pa = 0;
      (void)robot.tick(walk(0.01));
    }
    ASSERT_TRUE(stepping_legs(robot.controller)[lost]) << lost;
    ASSERT_EQ(stepping_legs(robot.controller).count(), 1u) << lost;
    for (int n = 0; n < 1000 && d.steps_done == 0; ++n) (void)robot.tick(walk(0.01));
    EXPECT_TRUE(d.report[lost].attached) << lost;
  }
}

/// A foot on a leak steps away from it when its row comes.
TEST(Walk, StepsWithAFootThatHasLostItsHoldToWhereItHoldsAgain) {
  Standing robot(kDown);
  const auto leg = static_cast<std::size_t>(first_to_step(robot.robot));
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
}  // namespace ventosa::controller::controller_walk_test
