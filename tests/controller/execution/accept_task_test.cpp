#include "controller/execution/accept_task.h"

#include <gtest/gtest.h>

#include "controller/execution/attach_detach.h"
#include "controller/kinematics/forward_kinematics.h"
#include "tests/controller/romerin.h"

namespace ventosa::controller::accept_task_test {
namespace {

/// One module of a body with its hips at the nominal height above the ground.
struct AcceptTask : testing::Test {
  const RobotModel robot = test::robot("romerin4");
  const Leg& leg = robot.leg[0];
  const ControllerConfig config;
  ModuleState module;
  AcceptedMove accepted;

  AcceptTask() {
    module.q_set_rad = test::nominal_pose(leg);
    module.attached = true;
  }

  ModuleTask task(std::int32_t id, TaskKind kind) const {
    ModuleTask t{.id = id, .kind = kind, .z_from_W = -Vector3d::UnitZ()};
    t.foothold = {.patch = 0, .p_WW = leg_pose(leg, test::nominal_pose(leg)).p_BW};
    t.foothold.p_WW.z() -= 0.02;
    return t;
  }
  void meet(const ModuleTask& t, const LegMove* move = nullptr) {
    meet_task(leg, config, t, move, module, accepted);
  }
  void meet(std::int32_t id, TaskKind kind) { meet(task(id, kind)); }
  void set_free() {
    enter(module, FootPhase::kFree);
    module.attached = false;
  }

  static LegMove one_joint(double q_rad) {
    LegMove move{.n = 1};
    move.q_rad[0][1] = q_rad;
    return move;
  }

  void expect_refused(std::int32_t id, Reason reason, const ModuleState& before) {
    EXPECT_EQ(module.status, TaskStatus::kRefused);
    EXPECT_EQ(module.refusal, reason);
    EXPECT_EQ(module.last_task, id);
    // the module is unchanged
    EXPECT_EQ(module.phase, before.phase);
    EXPECT_EQ(module.ticks, before.ticks);
    EXPECT_EQ(module.task.id, before.task.id);
    EXPECT_EQ(module.task.kind, before.task.kind);
    EXPECT_EQ(module.attached, before.attached);
    EXPECT_EQ(module.q_set_rad, before.q_set_rad);
    EXPECT_EQ(module.swing.goal.p_WW, before.swing.goal.p_WW);
  }
};

TEST_F(AcceptTask, BeginsAStepOrADetachWithTheUnloading) {
  for (const TaskKind kind : {TaskKind::kStep, TaskKind::kDetach}) {
    module.phase = FootPhase::kStance;
    module.retries = 2;
    module.swing.depth_m = 0.01;
    meet(module.last_task + 1, kind);
    EXPECT_EQ(module.status, TaskStatus::kRunning);
    EXPECT_EQ(module.refusal, Reason::kNone);
    EXPECT_EQ(module.task.kind, kind);
    EXPECT_EQ(module.phase, FootPhase::kUnload);
    EXPECT_EQ(module.ticks, 0);
    // no state of the last step remains
    EXPECT_EQ(module.retries, 0);
    EXPECT_EQ(module.swing.depth_m, 0);
    EXPECT_TRUE(module.attached);
  }
}

/// From its present place, without lifting.
TEST_F(AcceptTask, TakesAFootThatIsStuckInTheAirElsewhere) {
  module.attached = false;
  enter(module, FootPhase::kLower);
  meet(1, TaskKind::kStep);
  EXPECT_EQ(module.refusal, Reason::kLegHeld);  // on its way
  module.stalls = true;
  ModuleTask far = task(2, TaskKind::kStep);
  far.foothold.p_WW.x() += 3;
  const ModuleState before = module;
  meet(far);
  expect_refused(2, Reason::kUnreachable, before);
  EXPECT_TRUE(module.stalls);
  meet(3, TaskKind::kStep);
  EXPECT_EQ(module.status, TaskStatus::kRunning);
  EXPECT_EQ(module.phase, FootPhase::kTransfer);
  EXPECT_TRUE(module.swing.from_air);
  EXPECT_FALSE(module.stalls);
  EXPECT_EQ(module.swing.p_from_W, module.task.X_WB * leg_pose(leg, module.q_set_rad).p_BW);
}

TEST_F(AcceptTask, GoesOnWithTheSameTaskUnderABodyThatMoves) {
  meet(1, TaskKind::kStep);
  module.ticks = 7;
  ModuleTask again = task(1, TaskKind::kStep);
  again.X_WB.translation() = Vector3d(0.01, 0.02, 0.03);
  again.foothold.p_WW.setZero();
  const ModuleState before = module;
  meet(again);
  EXPECT_EQ(module.ticks, 7);
  EXPECT_EQ(module.status, TaskStatus::kRunning);
  EXPECT_EQ(module.swing.goal.p_WW, before.swing.goal.p_WW);
  EXPECT_EQ(module.task.X_WB.matrix(), again.X_WB.matrix());
}

TEST_F(AcceptTask, RefusesAStepOfAFootThatIsNotInStance) {
  for (int k = 1; k <= static_cast<int>(FootPhase::kFree); ++k)
    for (const TaskKind kind : {TaskKind::kStep, TaskKind::kDetach}) {
      module = {};
      enter(module, static_cast<FootPhase>(k));
      const ModuleState before = module;
      meet(5, kind);
      expect_refused(5, Reason::kLegHeld, before);
    }
}

TEST_F(AcceptTask, BeginsAStepOfAFootWhoseCupHasLostItsVacuum) {
  module.attached = false;
  meet(1, TaskKind::kStep);
  EXPECT_EQ(module.status, TaskStatus::kRunning);
  EXPECT_EQ(module.phase, FootPhase::kUnload);
}

TEST_F(AcceptTask, RefusesMovesAndAttachingOfAFootThatIsNotFree) {
  const LegMove move = one_joint(0.3);
  for (int k = 0; k < static_cast<int>(FootPhase::kFree); ++k)
    for (const TaskKind kind : {TaskKind::kMove, TaskKind::kAttach}) {
      module = {};
      enter(module, static_cast<FootPhase>(k));
      const ModuleState before = module;
      meet(task(5, kind), &move);
      expect_refused(5, Reason::kLegHeld, before);
    }
}

TEST_F(AcceptTask, TakesBackAStepThatUnloadsStillWithTheLoadThatIsLeft) {
  meet(1, TaskKind::kStep);
  module.ticks = 20;
  const double left = availability(module, config);
  meet(2, TaskKind::kStance);
  EXPECT_EQ(module.phase, FootPhase::kLoad);
  EXPECT_NEAR(availability(module, config), left, 1e-9);
  EXPECT_EQ(module.status, TaskStatus::kPreempted);
  EXPECT_EQ(module.last_task, 2);
  EXPECT_TRUE(module.attached);
}

TEST_F(AcceptTask, BringsAFootThatHasLetGoDownBeforeItReturnsToStance) {
  for (int k = static_cast<int>(FootPhase::kRelease); k <= static_cast<int>(FootPhase::kLoad);
       ++k) {
    module = {};
    module.attached = true;
    meet(1, TaskKind::kStep);
    enter(module, static_cast<FootPhase>(k));
    module.ticks = 3;
    meet(2, TaskKind::kStance);
    EXPECT_EQ(module.phase, static_cast<FootPhase>(k));
    EXPECT_EQ(module.ticks, 3);
    EXPECT_EQ(module.task.kind, TaskKind::kStep);
    EXPECT_EQ(module.status, TaskStatus::kRunning);
    enter(module, FootPhase::kStance);  // it is down
    module.status = TaskStatus::kDone;
    meet(2, TaskKind::kStance);
    EXPECT_EQ(module.task.kind, TaskKind::kStance);
    EXPECT_EQ(module.status, TaskStatus::kDone);
  }
}

TEST_F(AcceptTask, LetsAMoveBrakeOnItsWay) {
  set_free();
  const LegMove move = one_joint(0.3);
  meet(task(1, TaskKind::kMove), &move);
  ASSERT_EQ(module.status, TaskStatus::kRunning);
  meet(2, TaskKind::kStance);
  EXPECT_EQ(module.phase, FootPhase::kFree);
  EXPECT_EQ(module.last_task, 2);
  EXPECT_EQ(module.status, TaskStatus::kRunning);  // until it is at rest
  EXPECT_TRUE(module.brakes);
  EXPECT_EQ(accepted.task, module.task.id);
  const LegMove next = one_joint(-0.3);
  meet(task(3, TaskKind::kMove), &next);
  EXPECT_FALSE(module.brakes);
}

TEST_F(AcceptTask, ReplacesAMoveByTheNextOneFromWhereTheLegIs) {
  set_free();
  const LegMove there = one_joint(0.3), elsewhere = one_joint(-0.3);
  meet(task(1, TaskKind::kMove), &there);
  EXPECT_EQ(accepted.task, 1);
  module.ticks = 50;
  module.q_set_rad[1] = 0.1;
  meet(task(2, TaskKind::kMove), &elsewhere);
  EXPECT_EQ(module.status, TaskStatus::kRunning);
  EXPECT_EQ(module.ticks, 0);
  EXPECT_EQ(accepted.task, 2);
  PerJoint<double> q = module.q_set_rad;
  ASSERT_EQ(accepted.path.at(leg, 0, q), IkStatus::kOk);
  EXPECT_NEAR(q[1], 0.1, 1e-12);
  ASSERT_EQ(accepted.path.at(leg, accepted.path.duration_s(), q), IkStatus::kOk);
  EXPECT_NEAR(q[1], -0.3, 1e-12);
}

TEST_F(AcceptTask, RefusesAMoveBeyondALimitAndGoesOnWithTheLastOne) {
  set_free();
  const LegMove there = one_joint(0.3), beyond = one_joint(leg.joint[1].q_max_rad + 0.01);
  meet(task(1, TaskKind::kMove), &there);
  const double duration_s = accepted.path.duration_s();
  const ModuleState before = module;
  meet(task(2, TaskKind::kMove), &beyond);
  expect_refused(2, Reason::kUnreachable, before);
  EXPECT_EQ(accepted.task, 1);
  EXPECT_EQ(accepted.path.duration_s(), duration_s);
}

TEST_F(AcceptTask, RefusesAMoveWithoutAWay) {
  set_free();
  const ModuleState before = module;
  meet(1, TaskKind::kMove);
  expect_refused(1, Reason::kLegHeld, before);
}

TEST_F(AcceptTask, AttachesFromTheAirWithinReachOnly) {
  set_free();
  ModuleTask far = task(1, TaskKind::kAttach);
  far.foothold.p_WW.x() += 2;
  const ModuleState before = module;
  meet(far);
  expect_refused(1, Reason::kUnreachable, before);
  meet(2, TaskKind::kAttach);
  EXPECT_EQ(module.status, TaskStatus::kRunning);
  EXPECT_EQ(module.phase, FootPhase::kTransfer);
  EXPECT_TRUE(module.swing.from_air);
  EXPECT_FALSE(module.from_contact);
  EXPECT_LT((module.swing.p_from_W - leg_pose(leg, module.q_set_rad).p_BW).norm(), 1e-12);
}

}  // namespace
}  // namespace ventosa::controller::accept_task_test
