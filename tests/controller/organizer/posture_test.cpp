#include "controller/organizer/posture.h"

#include <gtest/gtest.h>

#include "tests/controller/random_robot.h"
#include "tests/controller/resting_robot.h"

namespace ventosa::controller::posture_test {
namespace {

struct Postures : testing::Test, test::RestingRobot {
  /// A body above the feet from which all legs reach.
  static Isometry3d near(test::Rng& random) {
    Isometry3d X_WB(Eigen::Translation3d(test::any_vector(0.02, random)));
    X_WB.rotate(Eigen::AngleAxisd(test::uniform(0, 0.05, random), test::any_direction(random)));
    return X_WB;
  }
};

TEST_F(Postures, HaveTheirFeetOnTheirPlacesOrAboveThem) {
  test::Rng random{41};
  for (int trial = 0; trial < 50; ++trial) {
    const Posture at = posture(near(random), LegSet(static_cast<unsigned>(trial % 16)));
    const PosedLegs legs = pose_legs(scene(), at);
    for (std::size_t i = 0; i < robot.leg.size(); ++i) {
      ASSERT_TRUE(legs.reached[i]);
      const double up_m = at.attached[i] ? 0 : config.gait.lift_m;
      const Vector3d p_WW = at.foot[i].p_WW - up_m * at.foot[i].z_WF;
      EXPECT_LT((at.X_WB * legs.pose[i].p_BW - p_WW).norm(), 1e-9);
      const Vector3d z_WF = at.X_WB.linear() * legs.pose[i].X_BF.linear().col(2);
      EXPECT_LT((z_WF - at.foot[i].z_WF).norm(), 1e-9);
    }
  }
}

/// Wherever the body goes.
TEST_F(Postures, KeepTheJointsOfALegWithoutAPlace) {
  test::Rng random{42};
  for (int trial = 0; trial < 20; ++trial) {
    const auto i = static_cast<std::size_t>(trial % robot.n_legs());
    Posture at = posture(Isometry3d(Eigen::Translation3d(test::any_vector(1, random))));
    at.foot[i] = {};
    at.attached[i] = trial % 2 > 0;
    report[i].q_set_rad = report[i].q_rad = test::random_pose(robot.leg[i], random);
    const PosedLegs legs = pose_legs(scene(), at);
    EXPECT_TRUE(legs.reached[i]);
    const LegPose kept = leg_pose(robot.leg[i], report[i].q_set_rad);
    EXPECT_EQ(legs.pose[i].p_BW, kept.p_BW);
    EXPECT_TRUE(legs.pose[i].X_BF.matrix() == kept.X_BF.matrix());
    EXPECT_FALSE(stance_of(scene(), at, legs).leg[i].attached);
  }
}

/// An attached cup turns the wrist, whose set-points stay.
TEST_F(Postures, HaveTheWristOfAHeldCupAsMeasured) {
  const Leg& leg = robot.leg[0];
  report[0].attached = true;
  report[0].q_rad[4] = -report[0].q_set_rad[4];
  report[0].q_rad[3] = report[0].q_set_rad[3] + 3;
  EXPECT_LT(pose_legs(scene(), posture())
                .pose[0]
                .axis_B[4]
                .dot(leg_pose(leg, report[0].q_set_rad).axis_B[4]),
            0);
  report[0].attached = false;
  EXPECT_GT(pose_legs(scene(), posture())
                .pose[0]
                .axis_B[4]
                .dot(leg_pose(leg, report[0].q_set_rad).axis_B[4]),
            0);
}

/// A cup's direction beyond the wrist's limits leaves the arm in place.
TEST_F(Postures, HaveTheArmInPlaceWhereTheWristDoesNotReach) {
  Posture at = posture();
  at.foot[0].z_WF = Vector3d::UnitZ();
  const PosedLegs legs = pose_legs(scene(), at);
  EXPECT_FALSE(legs.reached[0]);
  EXPECT_TRUE(legs.reached[1]);
  EXPECT_LT((legs.pose[0].p_BW - at.foot[0].p_WW).norm(), 1e-9);
}

TEST_F(Postures, BeginWhereAFootHasSlippedTo) {
  EXPECT_FALSE(has_slipped(body, 0));
  body.contact[0].deflection_W = Vector3d(0, 0, -0.004);
  EXPECT_FALSE(has_slipped(body, 0));
  body.contact[0].p_WW.x() += 0.006;
  EXPECT_TRUE(has_slipped(body, 0));
  const Vector3d measured_W = body.stance.leg[0].pose.p_BW - body.contact[0].deflection_W;
  EXPECT_LT((foothold_now(scene(), 0).p_WW - measured_W).norm(), 1e-12);
  body.contact[0].attached = false;
  EXPECT_FALSE(has_slipped(body, 0));
  EXPECT_EQ(foothold_now(scene(), 0).p_WW, body.contact[0].p_WW);
}

TEST_F(Postures, EndWhereStepsLead) {
  OrganizerState state;
  state.stepping = LegSet{0b11};
  state.task[0].foothold = {0, {1, 2, 3}};
  state.task[2].foothold = {0, {4, 5, 6}};  // of a step before
  const Posture at = standing_at(Isometry3d::Identity(), scene(), state);
  EXPECT_EQ(at.foot[0].p_WW, Vector3d(1, 2, 3));
  for (const std::size_t i : {1u, 2u, 3u}) EXPECT_EQ(at.foot[i].p_WW, body.contact[i].p_WW) << i;
  EXPECT_TRUE(at.attached.all());
}

/// Weight, friction and availability of the robot at rest there.
TEST_F(Postures, GiveTheStanceOfARobotAtRest) {
  body.stance.inertia_w.setOnes();
  body.stance.leg[1].availability = 0.2;
  Isometry3d X_WB = Isometry3d::Identity();
  X_WB.rotate(Eigen::AngleAxisd(0.05, Vector3d::UnitX()));
  const Posture at = posture(X_WB, LegSet{1});
  const Stance stance = stance_of(scene(), at, pose_legs(scene(), at));
  EXPECT_LT((X_WB.linear() * stance.g_B - Vector3d(0, 0, -9.81)).norm(), 1e-12);
  EXPECT_TRUE(stance.inertia_w.isZero(0));
  EXPECT_FALSE(stance.leg[0].attached);
  for (std::size_t i = 1; i < robot.leg.size(); ++i) {
    EXPECT_TRUE(stance.leg[i].attached);
    EXPECT_EQ(stance.leg[i].availability, 1);
    EXPECT_EQ(stance.leg[i].friction, 0.6);
    EXPECT_LT((X_WB.linear() * stance.leg[i].R_BS - Matrix3d::Identity()).norm(), 1e-12);
  }
}

}  // namespace
}  // namespace ventosa::controller::posture_test
