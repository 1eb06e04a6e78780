#include "controller/organizer/leg_move.h"

#include <gtest/gtest.h>

#include "controller/kinematics/clearance.h"
#include "tests/controller/resting_robot.h"

namespace ventosa::controller::leg_move_test {
namespace {

/// A quadruped on the ground, leg 0 in the air over its place.
struct MoveChecks : testing::Test, test::RestingRobot {
  static constexpr double kHeight_m = 0.05;
  Leg& leg = robot.leg[0];
  OrganizerState state;
  LegMove move{.n = 1};

  MoveChecks() {
    PerJoint<double> q_rad = test::nominal_pose(leg);
    const Isometry3d X_LB = leg.X_BL.inverse();
    const Vector3d up(0, 0, kHeight_m);
    EXPECT_EQ(follow_leg(leg, X_LB * (leg.p_BW_nominal + up), -X_LB.linear().col(2), q_rad),
              IkStatus::kOk);
    body.stance.leg[0].pose = leg_pose(leg, q_rad);
    body.stance.leg[0].attached = body.contact[0].attached = report[0].attached = false;
    report[0].q_rad = report[0].q_set_rad = move.q_rad[0] = q_rad;
    report[0].phase = FootPhase::kFree;
  }

  MoveCheck check() { return check_move(scene(), 0, move, state.warm_lift); }
  void lower_m(double way_m) {
    move.space = MoveSpace::kCartesian;
    move.shift_B[0].translation() = Vector3d(0, 0, -way_m);
  }
};

TEST_F(MoveChecks, HaveNothingAgainstASlowMoveInTheOpen) {
  move.q_rad[0][0] += 0.3;
  move.speed_rad_s = 0.2;
  EXPECT_EQ(check().objection, Reason::kNone);
  EXPECT_EQ(check().pace, 1);
}

TEST_F(MoveChecks, HaveNothingAgainstAMoveToWhereTheLegIs) {
  for (const double way_rad : {0.0, 1e-15, 1e-12, 1e-9, 1e-6}) {
    move.q_rad[0][1] += way_rad;
    EXPECT_EQ(check().objection, Reason::kNone) << way_rad;
    EXPECT_EQ(check().pace, 1) << way_rad;
  }
}

TEST_F(MoveChecks, KeepACentimetreOffTheSurface) {
  lower_m(kHeight_m - kLeastClearance_m - 1e-4);
  EXPECT_EQ(check().objection, Reason::kNone);
  lower_m(kHeight_m - kLeastClearance_m + 1e-4);
  EXPECT_EQ(check().objection, Reason::kWayBlocked);
}

TEST_F(MoveChecks, LetALegOutOfWhatItIsTooNearTo) {
  surfaces.patch[0].X_WS.translation().z() += kHeight_m - 0.003;
  lower_m(-0.02);
  EXPECT_EQ(check().objection, Reason::kNone);
  lower_m(0.001);
  EXPECT_EQ(check().objection, Reason::kWayBlocked);
}

TEST_F(MoveChecks, KeepOffTheBody) {
  surfaces.n = 0;
  int n_inside = 0;
  for (double q1 = leg.joint[1].q_min_rad; q1 < leg.joint[1].q_max_rad; q1 += 0.1)
    for (double q2 = leg.joint[2].q_min_rad; q2 < leg.joint[2].q_max_rad; q2 += 0.1) {
      move.q_rad[0][1] = q1;
      move.q_rad[0][2] = q2;
      const Vector3d p_BF = leg_pose(leg, move.q_rad[0]).X_BF.translation();
      if ((p_BF.cwiseAbs().array() > robot.body_box[0].half_extent_m.array()).any()) continue;
      ++n_inside;
      EXPECT_EQ(check().objection, Reason::kWayBlocked) << q1 << " " << q2;
    }
  EXPECT_GT(n_inside, 0);
}

TEST_F(MoveChecks, SlowDownWhereTheJointsAreWeak) {
  move.q_rad[0][0] += 0.5;
  move.q_rad[0][2] -= 0.5;
  double last = 1;
  for (const double strength : {1.0, 0.8, 0.6, 0.4}) {
    leg = test::robot("romerin4").leg[0];
    for (Joint& joint : leg.joint) joint.torque_limit_Nm *= strength;
    const MoveCheck now = check();
    EXPECT_LE(now.pace, last);
    last = now.pace;
  }
  EXPECT_LT(last, 1);
}

TEST_F(MoveChecks, RefuseWhatTheJointsCannotEvenHold) {
  move.q_rad[0][0] += 0.1;
  for (Joint& joint : leg.joint) joint.torque_limit_Nm *= 0.05;
  EXPECT_EQ(check().objection, Reason::kSharingInfeasible);
}

TEST_F(MoveChecks, RefuseWhatTheOtherFeetCannotHold) {
  body.stance = test::weighed_stance(robot, {0, 0, 9.81}, 30);  // a ceiling, cups of 30 N
  body.stance.leg[0].attached = false;
  move.q_rad[0][0] += 0.1;
  move.speed_rad_s = 0.1;
  EXPECT_EQ(check().objection, Reason::kLiftRefused);
  EXPECT_LT(check().lift.margin, 0);
  for (StanceLeg& other : body.stance.leg) other.attached = false;  // on a bench nothing can fall
  EXPECT_EQ(check().objection, Reason::kNone);
}

TEST_F(MoveChecks, LeaveWhatIsOutOfReachToTheModule) {
  lower_m(-2);
  EXPECT_EQ(check().objection, Reason::kNone);
}

}  // namespace
}  // namespace ventosa::controller::leg_move_test
