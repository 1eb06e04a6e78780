#include "controller/execution/set_points.h"

#include <gtest/gtest.h>

#include "controller/execution/accept_task.h"
#include "controller/execution/attach_detach.h"
#include "controller/kinematics/forward_kinematics.h"
#include "controller/trajectory/pose_follower.h"
#include "tests/controller/romerin.h"

namespace ventosa::controller::set_points_test {
namespace {

/// One leg of a body somewhere above its contact point.
struct SetPoints : testing::Test {
  const RobotModel robot = test::robot("romerin4");
  const Leg& leg = robot.leg[0];
  const PerJoint<double> nominal = test::nominal_pose(leg);
  ControllerConfig config;
  Contact contact;
  ModuleState module;
  AcceptedMove move;
  StanceLeg stance;
  JointTarget target;

  SetPoints() {
    module.task.X_WB = Eigen::Translation3d(0.1, 0.2, 0.3) * Isometry3d::Identity();
    module.q_set_rad = nominal;
    contact.p_WW = wrist_W(nominal);
  }

  Vector3d wrist_W(const PerJoint<double>& q_rad) const {
    return module.task.X_WB * leg_pose(leg, q_rad).p_BW;
  }
  IkStatus step() {
    stance.pose = leg_pose(leg, module.q_set_rad);
    stance.J_BW = arm_jacobian(leg, stance.pose);
    return set_points(leg, config, contact, move, stance, module, target);
  }
  Vector3d planned() const { return planned_wrist(leg, config, contact, module); }
};

TEST_F(SetPoints, KeepAnAttachedFootsContactPointUnderABodyThatMoves) {
  module.task.V_WB = {{0.02, 0.01, -0.005}, {0.05, -0.1, 0.2}};
  for (int n = 1; n <= 50; ++n) {
    const PerJoint<double> last = module.q_set_rad;
    module.task.X_WB = moved(module.task.X_WB, module.task.V_WB, config.period_s);
    ASSERT_EQ(step(), IkStatus::kOk);
    ASSERT_LT((wrist_W(target.q_rad) - contact.p_WW).norm(), 1e-9);
    if (n == 1) continue;
    for (std::size_t j = 0; j < 6; ++j)
      ASSERT_NEAR(target.dq_rad_s[j], (target.q_rad[j] - last[j]) / config.period_s, 1e-3);
  }
  EXPECT_EQ(planned(), contact.p_WW);
}

/// The other legs continue; the time of this phase stops until its path is reachable again.
TEST_F(SetPoints, HoldAFootInTheAirWhoseSwingIsOutOfReach) {
  module.swing = {
      .p_from_W = contact.p_WW,
      .z_from_W = -Vector3d::UnitZ(),
      .goal = {.p_WW = contact.p_WW + Vector3d(0.04, 0, 0), .z_WF = -Vector3d::UnitZ()}};
  enter(module, FootPhase::kTransfer);
  ASSERT_EQ(step(), IkStatus::kOk);
  EXPECT_FALSE(module.stalls);
  const PerJoint<double> held = module.q_set_rad;
  const Isometry3d X_WB = module.task.X_WB;
  module.task.X_WB.translation().x() += 3;
  const std::int32_t ticks = module.ticks;
  for (int n = 0; n < 3; ++n) {
    ASSERT_EQ(step(), IkStatus::kOk);
    EXPECT_TRUE(module.stalls);
    EXPECT_EQ(target.q_rad, held);
    EXPECT_EQ(target.dq_rad_s, PerJoint<double>{});
    advance_phase(leg, config, {}, module);
    EXPECT_EQ(module.reason, Reason::kUnreachable);
    EXPECT_EQ(module.ticks, ticks);
  }
  module.task.X_WB = X_WB;
  ASSERT_EQ(step(), IkStatus::kOk);
  advance_phase(leg, config, {}, module);
  EXPECT_EQ(module.reason, Reason::kNone);
  EXPECT_EQ(module.ticks, ticks + 1);
}

/// An attached foot cannot be moved into reach: the tick fails.
TEST_F(SetPoints, HaveNoneForAHeldFootThatIsOutOfReach) {
  module.attached = true;
  module.task.X_WB.translation().x() += 3;
  EXPECT_NE(step(), IkStatus::kOk);
  EXPECT_FALSE(module.stalls);
}

/// Feed-forward for the friction of the wrist's gears; without known friction the wrists get none.
TEST_F(SetPoints, TurnAPassiveWristSoThatTheCupStaysInTheWorld) {
  module.task.V_WB = {{0.02, 0.01, -0.005}, {0.05, -0.1, 0.2}};
  stance.attached = true;
  ASSERT_EQ(step(), IkStatus::kOk);
  for (std::size_t j = 3; j < 6; ++j) EXPECT_EQ(target.dq_rad_s[j], 0);
  config.gains.friction_share = 1;
  ASSERT_EQ(step(), IkStatus::kOk);
  const Eigen::Map<const Eigen::Matrix<double, 6, 1>> dq(target.dq_rad_s.data());
  const Vector3d w_BF = (foot_jacobian(leg, stance.pose) * dq).tail<3>();
  const Vector3d w_WF = w_BF + module.task.X_WB.linear().transpose() * module.task.V_WB.w_W;
  EXPECT_LT(w_WF.norm(), 0.05 * module.task.V_WB.w_W.norm());
}

TEST_F(SetPoints, GoWhereTheLoadedLipHasPutTheWristPoint) {
  contact.deflection_W = Vector3d(0.001, -0.002, 0.003);
  ASSERT_EQ(step(), IkStatus::kOk);
  EXPECT_LT((wrist_W(target.q_rad) - contact.p_WW - contact.deflection_W).norm(), 1e-9);
  EXPECT_EQ(planned(), contact.p_WW + contact.deflection_W);
}

/// Set-points follow the estimate and the deflection of a lip; the set-points' velocities do not.
TEST_F(SetPoints, HaveTheVelocityOfThePlanAlone) {
  module.task.X_WB.translation().x() += 0.001;
  contact.deflection_W = Vector3d(0.001, -0.002, 0.003);
  ASSERT_EQ(step(), IkStatus::kOk);
  EXPECT_EQ(target.dq_rad_s, PerJoint<double>{});
  EXPECT_EQ(module.q_set_rad, target.q_rad);
}

TEST_F(SetPoints, HaveAFiniteVelocityWhereTheArmIsStretched) {
  const Vector3d out_B = leg.X_BL.linear().col(0);
  for (double d_m = 0; d_m < 0.4; d_m += 0.001) {
    contact.p_WW = wrist_W(nominal) + module.task.X_WB.linear() * (d_m * out_B);
    module.task.V_WB.v_W = -out_B;
    if (step() != IkStatus::kOk) break;
    for (std::size_t j = 0; j < 6; ++j)
      ASSERT_LE(std::abs(target.dq_rad_s[j]), leg.joint[j].speed_limit_rad_s);
  }
}

TEST_F(SetPoints, HaveNoVelocityBeyondTheJointsLimit) {
  module.task.V_WB.v_W.x() = 5;
  ASSERT_EQ(step(), IkStatus::kOk);
  double fastest = 0;
  for (std::size_t j = 0; j < 6; ++j) {
    EXPECT_LE(std::abs(target.dq_rad_s[j]), leg.joint[j].speed_limit_rad_s);
    fastest = std::max(fastest, std::abs(target.dq_rad_s[j]) / leg.joint[j].speed_limit_rad_s);
  }
  EXPECT_EQ(fastest, 1);
}

TEST_F(SetPoints, StayTheSameOutOfReach) {
  module.attached = true;
  ASSERT_EQ(step(), IkStatus::kOk);
  const PerJoint<double> last = module.q_set_rad;
  contact.p_WW.z() -= 2;
  EXPECT_NE(step(), IkStatus::kOk);
  EXPECT_EQ(module.q_set_rad, last);
  EXPECT_EQ(target.q_rad, last);
}

TEST_F(SetPoints, StayWhereTheLegIsInTheAirAndTakeItsWristPointAlong) {
  enter(module, FootPhase::kFree);
  for (int n = 0; n < 10; ++n) {
    module.task.X_WB.translation().x() += 0.01;
    ASSERT_EQ(step(), IkStatus::kOk);
    EXPECT_EQ(target.q_rad, nominal);
    EXPECT_LT((planned() - wrist_W(nominal)).norm(), 1e-15);
  }
}

TEST_F(SetPoints, FollowAnAcceptedMoveToItsEndAndStayThere) {
  enter(module, FootPhase::kFree);
  LegMove requested{.n = 1};
  requested.q_rad[0] = {0.2, -0.3, 0.4, 0.1, 0.2, 0.3};
  meet_task(leg, config, {.id = 1, .kind = TaskKind::kMove, .X_WB = module.task.X_WB}, &requested,
            module, move);
  ASSERT_EQ(module.status, TaskStatus::kRunning);
  int ticks = 0;
  for (; module.status == TaskStatus::kRunning && ticks < 10000; ++ticks) {
    const PerJoint<double> last = module.q_set_rad;
    ASSERT_EQ(step(), IkStatus::kOk);
    for (std::size_t j = 0; j < 6; ++j)
      ASSERT_LE(std::abs(target.q_rad[j] - last[j]),
                config.period_s * leg.joint[j].speed_limit_rad_s * (1 + 1e-9));
  }
  EXPECT_NEAR(ticks * config.period_s, move.path.duration_s(), config.period_s);
  EXPECT_EQ(module.status, TaskStatus::kDone);
  for (int n = 0; n < 10; ++n) {
    ASSERT_EQ(step(), IkStatus::kOk);
    EXPECT_EQ(target.q_rad, requested.q_rad[0]);
  }
  EXPECT_EQ(target.dq_rad_s, PerJoint<double>{});
  EXPECT_LT((planned() - wrist_W(requested.q_rad[0])).norm(), 1e-15);
}

/// A refused task leaves the module unchanged: its move is not cut short.
TEST_F(SetPoints, FollowTheirMoveThroughWhileAnotherTaskIsRefused) {
  enter(module, FootPhase::kFree);
  LegMove there{.n = 1}, beyond{.n = 1};
  there.q_rad[0] = beyond.q_rad[0] = nominal;
  there.q_rad[0][1] += 0.3;
  beyond.q_rad[0][1] = 10;
  const Isometry3d X_WB = module.task.X_WB;
  meet_task(leg, config, {.id = 1, .kind = TaskKind::kMove, .X_WB = X_WB}, &there, module, move);
  for (int n = 0; n < 5; ++n) ASSERT_EQ(step(), IkStatus::kOk);
  meet_task(leg, config, {.id = 2, .kind = TaskKind::kMove, .X_WB = X_WB}, &beyond, module, move);
  EXPECT_EQ(module.status, TaskStatus::kRefused);
  for (int n = 0; n < 1000; ++n) {
    const PerJoint<double> last = module.q_set_rad;
    ASSERT_EQ(step(), IkStatus::kOk);
    ASSERT_LE(std::abs(target.q_rad[1] - last[1]),
              config.period_s * leg.joint[1].speed_limit_rad_s * (1 + 1e-9));
  }
  EXPECT_EQ(target.q_rad, there.q_rad[0]);
  EXPECT_EQ(module.status, TaskStatus::kRefused);  // of the last task
}

TEST_F(SetPoints, EndAMoveOfNoLengthAtOnce) {
  enter(module, FootPhase::kFree);
  LegMove none{.n = 1};
  none.q_rad[0] = module.q_set_rad;
  meet_task(leg, config, {.id = 1, .kind = TaskKind::kMove, .X_WB = module.task.X_WB}, &none,
            module, move);
  ASSERT_EQ(module.status, TaskStatus::kRunning);
  ASSERT_EQ(step(), IkStatus::kOk);
  EXPECT_EQ(module.status, TaskStatus::kDone);
  EXPECT_EQ(target.q_rad, nominal);
}

/// A step of 60 mm, slow enough for finite differences: motion of the wrist point from tick to
/// tick.
TEST_F(SetPoints, SwingWithoutAJumpFromTheContactPointToTheFoothold) {
  config.gait.lift_s = 0.4;
  config.gait.transfer_s = 0.7;
  config.gait.lower_s = 0.6;
  config.gait.touch_s = 0.5;
  module.swing = {.p_from_W = contact.p_WW,
                  .z_from_W = -Vector3d::UnitZ(),
                  .goal = {.p_WW = contact.p_WW - Vector3d(0.06, 0, 0), .z_WF = -Vector3d::UnitZ()},
                  .roll_from_rad = nominal[5]};
  Vector3d last = contact.p_WW;
  PerJoint<double> last_q{}, last_dq{};
  double highest_m = 0;
  // the speed of a motion from rest to rest that rises, then falls, is at most twice its mean
  const double widest_m =
      2 * config.period_s *
      std::max(config.gait.lift_m / config.gait.lift_s, 0.06 / config.gait.transfer_s);
  for (const FootPhase phase :
       {FootPhase::kLift, FootPhase::kTransfer, FootPhase::kLower, FootPhase::kTouch}) {
    enter(module, phase);
    const double T = swing_duration_s(module.swing, phase, config);
    for (; module.ticks * config.period_s < T; ++module.ticks) {
      ASSERT_EQ(step(), IkStatus::kOk);
      const Vector3d now = wrist_W(target.q_rad);
      ASSERT_LE((now - last).norm(), widest_m);
      highest_m = std::max(highest_m, now.z() - contact.p_WW.z());
      for (std::size_t j = 0; j < 6 && module.ticks > 0; ++j)
        ASSERT_NEAR((target.dq_rad_s[j] + last_dq[j]) / 2,
                    (target.q_rad[j] - last_q[j]) / config.period_s, 0.01);
      last_q = target.q_rad;
      last_dq = target.dq_rad_s;
      last = now;
    }
  }
  EXPECT_LT((last - module.swing.goal.p_WW).norm(), 1e-4);
  EXPECT_NEAR(highest_m, config.gait.lift_m, 1e-4);
}

}  // namespace
}  // namespace ventosa::controller::set_points_test
