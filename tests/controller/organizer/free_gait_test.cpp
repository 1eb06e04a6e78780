#include "controller/organizer/free_gait.h"

#include <gtest/gtest.h>

#include "controller/kinematics/inverse_kinematics.h"
#include "tests/controller/ideal_modules.h"
#include "tests/controller/resting_robot.h"

namespace ventosa::controller::free_gait_test {
namespace {

Goal walk_freely(double v_m_s) {
  Goal goal = walk(v_m_s);
  goal.gait = kFreeGait;
  return goal;
}

TEST(FreeGait, WalksWithoutATable) {
  for (const char* name : {"romerin4", "romerin6", "romerin5", "romerin10"}) {
    Standing robot(Standing::config(kDown, 120), name);
    const Diagnostics& d = robot.controller.diagnostics();
    for (int n = 0; n < 6000; ++n) {
      (void)robot.tick(walk_freely(0.01));
      ASSERT_EQ(d.reason, Reason::kNone) << name << " tick " << n;
      // one foot attaches while one detaches
      ASSERT_LE(stepping_legs(robot.controller).count(), 2u);
    }
    EXPECT_GT(d.X_WB_reference.translation().x(), 0.2) << name;
    EXPECT_GT(d.steps_done, 8) << name;
  }
}

TEST(FreeGait, GoesWhereItIsToldTo) {
  for (const Vector3d& v_W :
       {Vector3d(-0.01, 0, 0), Vector3d(0, 0.01, 0), Vector3d(0.007, -0.007, 0)}) {
    Standing robot(kDown);
    Goal goal = walk_freely(0);
    goal.v_WB = v_W;
    for (int n = 0; n < 4000; ++n) (void)robot.tick(goal);
    const Vector3d way_W =
        robot.controller.diagnostics().X_WB_reference.translation() - Vector3d(0, 0, 0.137);
    EXPECT_GT(way_W.dot(v_W.normalized()), 0.1);
    EXPECT_LT(way_W.cross(v_W.normalized()).norm(), 1e-6);
  }
}

/// Among the feet that can advance: the one that leaves the others the most room.
TEST(FreeGait, LiftsTheFootWithTheLargestMargin) {
  Standing robot(kAlongTheSurface);
  const OrganizerState& organizer = robot.controller.state().decisions.organizer;
  int steps = 0;
  for (int n = 0; n < 3000; ++n) {
    const FreeGait before = organizer.free;
    const LegSet stood = ~organizer.stepping;
    (void)robot.tick(walk_freely(0.01));
    const int lifted = first_of(organizer.stepping & stood);
    if (lifted < 0) continue;
    ++steps;
    for (std::size_t i = 0; i < 4; ++i) {
      if (before.next[i].to.patch < 0) continue;
      EXPECT_GE(before.lift[static_cast<std::size_t>(lifted)].margin, before.lift[i].margin);
    }
  }
  EXPECT_GT(steps, 5);
}

/// Four legs that may all step, their margins calculated by hand.
struct ChoiceOfFoot : testing::Test {
  const RobotModel robot = test::robot("romerin4");
  const ControllerConfig config = Standing::config(kDown, 120);
  const BodyEstimate body{};
  const PerLeg<ModuleReport> report{};
  const PatchList surfaces{};
  const Goal goal = walk_freely(0.01);
  const PerLeg<Vector3d> F_last_B = zero_vectors();
  OrganizerState organizer;

  ChoiceOfFoot() {
    FreeGait& free = organizer.free;
    free.weighed = 4;
    for (std::size_t i = 0; i < 4; ++i) {
      free.next[i].to.patch = 0;
      free.lift[i].margin = 0.2 + 0.1 * static_cast<double>(i);
      free.way_m[i] = 0.1;
    }
  }
  FreeStep choose() {
    const OrganizerInput in{body, report, surfaces, goal, F_last_B};
    organizer.poses_left = kPosesPerTick;
    return next_free_step({robot, config, in}, organizer);
  }
};

TEST_F(ChoiceOfFoot, IsTheOneWithTheLargestMargin) {
  const FreeStep step = choose();
  EXPECT_EQ(step.kind, FreeStep::Kind::kStep);
  EXPECT_EQ(step.leg, 3);
  EXPECT_EQ(step.lift.margin, 0.5);
}

TEST_F(ChoiceOfFoot, IsTheOneThatLagsFarthestByMoreThanAStride) {
  const double stride_m = config.gait.stride_m;
  organizer.free.way_m[1] = stride_m;
  EXPECT_EQ(choose().leg, 3);
  organizer.free.way_m[1] = 1.1 * stride_m;
  EXPECT_EQ(choose().leg, 1);
  organizer.free.way_m[0] = 1.2 * stride_m;
  EXPECT_EQ(choose().leg, 0);
  organizer.free.lift[0].margin = -0.01;
  EXPECT_EQ(choose().leg, 1);
  organizer.free.next[1].to.patch = -1;
  EXPECT_EQ(choose().leg, 3);
}

TEST_F(ChoiceOfFoot, IsTheOneThatHoldsTheBodyUp) {
  organizer.gait.cut.leg = 2;
  EXPECT_EQ(choose().leg, 3);  // not yet: the body has advanced in this row
  organizer.gait.rows_in_place = 1;
  EXPECT_EQ(choose().leg, 2);
  organizer.free.lift[2].margin = -0.01;
  EXPECT_EQ(choose().leg, 3);
}

TEST_F(ChoiceOfFoot, IsNoneWhoseStepCannotBegin) {
  EXPECT_TRUE(drop_step(3, organizer.free));
  EXPECT_EQ(choose().leg, 2);
  EXPECT_TRUE(drop_step(2, organizer.free));
  EXPECT_TRUE(drop_step(0, organizer.free));
  EXPECT_EQ(choose().leg, 1);
  EXPECT_FALSE(drop_step(1, organizer.free));
  EXPECT_EQ(choose().kind, FreeStep::Kind::kAdvance);
}

TEST_F(ChoiceOfFoot, IsNoDeadEndWhereAnotherLeadsOn) {
  organizer.free.dead_end[3].to.patch = 0;
  EXPECT_EQ(choose().leg, 2);
  organizer.free.lift[2].margin = organizer.free.lift[1].margin = -0.01;
  EXPECT_EQ(choose().leg, 0);
}

/// It gathers its feet once; then it steps there all the same.
TEST_F(ChoiceOfFoot, GathersFirstWhereAllAreDeadEnds) {
  for (FoundStep& end : organizer.free.dead_end) end.to.patch = 0;
  EXPECT_EQ(choose().kind, FreeStep::Kind::kWeighing);
  EXPECT_TRUE(organizer.free.gathers);
  organizer.free.gathers = false;
  organizer.free.weighed = 4;
  EXPECT_EQ(choose().leg, 3);
  EXPECT_FALSE(organizer.free.gathers);
}

TEST_F(ChoiceOfFoot, EndsToGatherWhereNoFootComesNearer) {
  organizer.free.gathers = organizer.free.gathered = true;
  for (Bottleneck& lift : organizer.free.lift) lift.margin = -0.01;
  EXPECT_EQ(choose().kind, FreeStep::Kind::kWeighing);
  EXPECT_FALSE(organizer.free.gathers);
  EXPECT_EQ(organizer.free.weighed, 0);
}

/// Six steps of each of four legs without the body advancing by a stride.
TEST(Shuffling, EndsWhereTheBodyHasNotGoneOn) {
  const RobotModel robot = test::robot("romerin4");
  const ControllerConfig config = Standing::config(kDown, 120);
  Isometry3d X_WB = Isometry3d::Identity();
  FreeGait free;
  free.gathered = true;
  for (int n = 0; n < 24; ++n) {
    EXPECT_FALSE(shuffles(robot, free)) << n;
    X_WB.translation().x() = (n % 2) * 0.9 * config.gait.stride_m;
    count_step(config, X_WB, free);
  }
  EXPECT_TRUE(shuffles(robot, free));
  EXPECT_TRUE(free.gathered);
  X_WB.translation().x() = 1.1 * config.gait.stride_m;
  count_step(config, X_WB, free);
  EXPECT_FALSE(shuffles(robot, free));
  EXPECT_FALSE(free.gathered);
}

/// One foot stands 6 cm behind its nominal place.
TEST(GatheringFeet, GoToTheirNominalPlaces) {
  test::RestingRobot at_rest;
  const Leg& leg = at_rest.robot.leg[0];
  Vector3d& p_WW = at_rest.body.contact[0].p_WW;
  p_WW.x() -= 0.06;
  ModuleReport& report = at_rest.report[0];
  const Isometry3d X_LB = leg.X_BL.inverse();
  ASSERT_EQ(solve_leg(leg, X_LB * p_WW, -X_LB.linear().col(2), report.q_rad), IkStatus::kOk);
  report.q_set_rad = report.q_rad;
  at_rest.body.stance.leg[0].pose = leg_pose(leg, report.q_rad);
  at_rest.goal = walk_freely(0.01);
  OrganizerState state;
  state.free.gathers = true;
  for (int n = 0; n < 1000 && state.free.weighed < 4; ++n) {
    state.poses_left = kPosesPerTick;
    weigh_next_leg(at_rest.scene(), {at_rest.goal.v_WB, Vector3d::Zero()}, state);
  }
  ASSERT_EQ(state.free.weighed, 4);
  EXPECT_EQ(state.free.next[0].to.patch, 0);
  EXPECT_LT((state.free.next[0].to.p_WW - leg.p_BW_nominal).norm(), 1e-6);
  for (std::size_t i = 1; i < 4; ++i) EXPECT_LT(state.free.next[i].to.patch, 0) << i;
}

/// If the body is too far from the wall for any foot to be lifted, it moves nearer; a gait by table
/// does not.
TEST(FreeGait, MovesTheBodyFirstWhereNoFootMayLeave) {
  Standing fixed(kAlongTheSurface, 78), free(kAlongTheSurface, 78);
  Goal away{.activity = Activity::kPose};
  away.X_WB.translation().z() = 0.166;
  for (int n = 0; n < 500; ++n) {
    (void)fixed.tick(away);
    (void)free.tick(away);
  }
  const FreeGait& leaning = free.controller.state().decisions.organizer.free;
  bool leaned = false;
  for (int n = 0; n < 3000; ++n) {
    (void)fixed.tick(walk(0.01));
    (void)free.tick(walk_freely(0.01));
    leaned |= leaning.leans;
  }
  EXPECT_EQ(fixed.controller.diagnostics().reason, Reason::kLiftRefused);
  EXPECT_EQ(fixed.controller.diagnostics().steps_done, 0);
  EXPECT_TRUE(leaned);
  EXPECT_GT(free.controller.diagnostics().steps_done, 4);
  EXPECT_LT(free.controller.diagnostics().X_WB_reference.translation().z(), 0.16);
}

TEST(FreeGait, RefusesWithLegLimitAndNumberWhereNothingIsPossible) {
  Standing robot(kAlongTheSurface, 40);
  const Diagnostics& d = robot.controller.diagnostics();
  for (int n = 0; n < 600 && d.reason != Reason::kLiftRefused; ++n) {
    const Command command = robot.tick(walk_freely(0.01));
    for (std::size_t i = 0; i < 4; ++i) ASSERT_EQ(command.leg[i].cup.mode, CupMode::kAttach);
  }
  EXPECT_EQ(d.reason, Reason::kLiftRefused);
  EXPECT_GE(d.refused_leg, 0);
  EXPECT_LT(d.lift.margin, 0);
  EXPECT_GT(d.lift.margin, -10);
  EXPECT_NE(d.lift.limit, Limit::kNone);
  EXPECT_EQ(d.steps_done, 0);
}

/// The reason stays while it is checked again every two seconds, but not after a request in another
/// direction.
TEST(RefusedWalk, IsSaidUntilSomethingBegins) {
  for (const Goal& goal : {walk(0.01), walk_freely(0.01)}) {
    Standing robot(kAlongTheSurface, 55);
    const Diagnostics& d = robot.controller.diagnostics();
    for (int n = 0; n < 2000 && d.reason == Reason::kNone; ++n) (void)robot.tick(goal);
    for (int n = 0; n < 1000; ++n) {
      ASSERT_EQ(d.reason, Reason::kLiftRefused) << n;
      ASSERT_GE(d.refused_leg, 0) << n;
      (void)robot.tick(goal);
    }
    Goal back = goal;
    back.v_WB = -goal.v_WB;
    (void)robot.tick(back);
    EXPECT_EQ(d.reason, Reason::kNone);
  }
}

/// A leak at the first foothold: the foot attaches near by.
TEST(FreeGait, SetsAFootThatDoesNotSealDownElsewhere) {
  for (const Goal& goal : {walk(0.01), walk_freely(0.01)}) {
    ControllerConfig config = Standing::config(kDown, 120);
    config.gait.seal_timeout_s = 0.3;
    config.gait.seal_retries = 1;
    Standing robot(config);
    const Diagnostics& d = robot.controller.diagnostics();
    int leg = -1;
    Vector3d leak_W = Vector3d::Zero();
    for (int n = 0; n < 3000 && d.steps_done == 0; ++n) {
      (void)robot.tick(goal);
      if (leg < 0) leg = first_of(stepping_legs(robot.controller));
      if (leg < 0) continue;
      const auto i = static_cast<std::size_t>(leg);
      if (leak_W.isZero()) leak_W = d.task[i].foothold.p_WW;
      const bool leaks = (d.task[i].foothold.p_WW - leak_W).norm() < 0.02;
      if (leaks && d.phase[i] >= FootPhase::kSeal) robot.modules.seen.leg[i].cup.vacuum_Pa = 0;
    }
    ASSERT_EQ(d.steps_done, 1);
    const Contact& contact =
        robot.controller.state().estimation.contact[static_cast<std::size_t>(leg)];
    EXPECT_GT((contact.p_WW - leak_W).norm(), 0.025);
    EXPECT_LT((contact.p_WW - leak_W).norm(), 0.07);
  }
}

/// No place seals: the robot stands on its other feet and reports it.
TEST(FreeGait, StaysOnItsOtherFeetWhereACupSealsNowhere) {
  ControllerConfig config = Standing::config(kDown, 120);
  config.gait.seal_timeout_s = 0.2;
  config.gait.seal_retries = 0;
  Standing robot(config);
  const Diagnostics& d = robot.controller.diagnostics();
  int leg = -1;
  for (int n = 0; n < 6000; ++n) {
    const Command command = robot.tick(walk(0.01));
    if (leg < 0) leg = first_of(stepping_legs(robot.controller));
    for (int other = 0; other < 4; ++other) {
      if (other == leg || leg < 0) continue;
      ASSERT_EQ(command.leg[static_cast<std::size_t>(other)].cup.mode, CupMode::kAttach);
    }
    if (leg >= 0 && d.phase[static_cast<std::size_t>(leg)] >= FootPhase::kSeal)
      robot.modules.seen.leg[static_cast<std::size_t>(leg)].cup.vacuum_Pa = 0;
  }
  EXPECT_EQ(d.reason, Reason::kSealFailed);
  EXPECT_EQ(d.steps_done, 0);
}

}  // namespace
}  // namespace ventosa::controller::free_gait_test
