#include "controller/organizer/body_way.h"

#include <gtest/gtest.h>

#include "controller/kinematics/forward_kinematics.h"
#include "controller/kinematics/inverse_kinematics.h"
#include "tests/controller/weighed_stance.h"

namespace ventosa::controller::body_way_test {
namespace {

/// A robot in its default stance on the ground, whose body is lifted or lowered.
struct BodyWay : testing::Test {
  const RobotModel robot = test::robot("romerin4");
  PerLeg<ModuleReport> report{};
  PatchList surfaces;
  Goal goal;
  PerLeg<Vector3d> F_last_B = zero_vectors();
  BodyEstimate body;

  BodyWay() {
    body.stance = test::weighed_stance(robot, {0, 0, -9.81}, 120);
    for (std::size_t i = 0; i < robot.leg.size(); ++i) {
      body.contact[i].p_WW = body.stance.leg[i].pose.p_BW;
      report[i].q_rad = report[i].q_set_rad = test::nominal_pose(robot.leg[i]);
    }
  }
  static Isometry3d at(double z_m) { return Isometry3d(Eigen::Translation3d(0, 0, z_m)); }
  int blocking(double from_m, double to_m, LegSet lifted = {}) const {
    return blocking_leg(robot, {body, report, surfaces, goal, F_last_B}, at(from_m), at(to_m), 0.17,
                        lifted);
  }
};

/// The forearm approaches the surface's normal as the body rises.
TEST_F(BodyWay, EndsBeforeTheCupPointsAlongTheForearm) {
  EXPECT_EQ(blocking(0, 0.01), -1);
  EXPECT_GE(blocking(0, 0.03), 0);
}

TEST_F(BodyWay, IsFreeAwayFromThere) {
  EXPECT_EQ(blocking(0.03, 0.025), -1);
  EXPECT_GE(blocking(0.025, 0.03), 0);
}

TEST_F(BodyWay, EndsWhereALegDoesNotReach) { EXPECT_GE(blocking(0, 0.6), 0); }

/// A wrist near its limit, under a body that turns on the spot.
TEST_F(BodyWay, EndsBeforeTheStopOfAWrist) {
  const Leg& leg = robot.leg[0];
  PerJoint<double> q = test::nominal_pose(leg);
  q[3] = 0.985 * leg.joint[3].q_max_rad - 0.001;
  body.stance.leg[0].pose = leg_pose(leg, q);
  report[0].q_rad = q;
  const auto blocking_turn = [&](double turn_rad) {
    const Isometry3d to(Eigen::AngleAxisd(turn_rad, Vector3d::UnitZ()));
    return blocking_leg(robot, {body, report, surfaces, goal, F_last_B}, at(0), to, 0.17);
  };
  const Isometry3d X_WF = body.stance.leg[0].pose.X_BF;
  const double way =
      wrist_room(leg, X_WF, q, Isometry3d(Eigen::AngleAxisd(0.01, Vector3d::UnitZ()))) <
              wrist_room(leg, X_WF, q, at(0))
          ? 1
          : -1;
  EXPECT_EQ(blocking_turn(-0.05 * way), -1);
  EXPECT_EQ(blocking_turn(0.05 * way), 0);
  EXPECT_EQ(blocking_turn(0.0001 * way), -1);
}

TEST_F(BodyWay, IsNotEndedByALegInTheAir) {
  const int first = blocking(0, 0.03);
  EXPECT_NE(blocking(0, 0.03, LegSet(1ULL << first)), first);
  for (ModuleReport& module : report) module.phase = FootPhase::kTransfer;
  EXPECT_EQ(blocking(0, 0.03), -1);
}

/// The body 4 cm lower, over ground.
struct BodyWayAmongSurfaces : BodyWay {
  double ground_z_m = 0;

  BodyWayAmongSurfaces() {
    constexpr double kLow_m = -0.04;
    body.X_WB = at(kLow_m);
    for (std::size_t i = 0; i < robot.leg.size(); ++i) {
      const Leg& leg = robot.leg[i];
      const Isometry3d X_LW = (body.X_WB * leg.X_BL).inverse();
      const Vector3d z_L = X_LW.linear() * -Vector3d::UnitZ();
      EXPECT_EQ(solve_leg(leg, X_LW * body.contact[i].p_WW, z_L, report[i].q_rad), IkStatus::kOk);
      body.stance.leg[i].pose = leg_pose(leg, report[i].q_rad);
      report[i].phase = FootPhase::kStance;
    }
    ground_z_m = body.contact[0].p_WW.z() - robot.leg[0].foot.standoff_m;
    surfaces.n = 1;
    surfaces.patch[0].half_extent_m.setConstant(2);
    surfaces.patch[0].X_WS.translation().z() = ground_z_m;
  }
  Objection objection(double z_m, LegSet lifted = {}) const {
    return objection_of_surfaces(robot, {body, report, surfaces, goal, F_last_B}, body.X_WB,
                                 at(z_m), lifted);
  }
};

TEST_F(BodyWayAmongSurfaces, EndsOverTheGround) {
  const double lowest_m = ground_z_m + robot.body_box.front().half_extent_m.z();
  EXPECT_EQ(objection(lowest_m + 0.011).reason, Reason::kNone);
  const Objection low = objection(lowest_m + 0.009);
  EXPECT_EQ(low.reason, Reason::kWayBlocked);
  EXPECT_EQ(low.leg, -1);
}

/// The foot stays; its shoulder moves down onto the post.
TEST_F(BodyWayAmongSurfaces, EndsBeforeALegMeetsAPost) {
  const Leg& leg = robot.leg[0];
  const Vector3d shoulder_W = body.X_WB * leg_pose(leg, report[0].q_rad).p_BJ[1];
  surfaces.n = 2;
  surfaces.patch[1].half_extent_m = {0.01, 0.01};
  surfaces.patch[1].X_WS.translation() = shoulder_W - Vector3d(0, 0, leg.link[1].radius_m + 0.015);
  EXPECT_EQ(objection(-0.035).reason, Reason::kNone);
  const Objection met = objection(-0.05);
  EXPECT_EQ(met.reason, Reason::kWayBlocked);
  EXPECT_EQ(met.leg, 0);
  EXPECT_EQ(objection(-0.05, LegSet{1}).reason, Reason::kNone);
}

}  // namespace
}  // namespace ventosa::controller::body_way_test
