#include <gtest/gtest.h>

#include "controller/kinematics/inverse_kinematics.h"
#include "controller/organizer/judgement.h"
#include "tests/controller/resting_robot.h"

namespace ventosa::controller::body_ways_test {
namespace {

Isometry3d at(double x_m, double z_m) { return Isometry3d(Eigen::Translation3d(x_m, 0, z_m)); }
Isometry3d turned(double angle_rad) {
  return Isometry3d(Eigen::AngleAxisd(angle_rad, Vector3d::UnitZ()));
}

/// A body that moves over its feet.
struct BodyWay : testing::Test, test::RestingRobot {
  BodyWay() { config.sharing.wrist_moment_Nm = 0.1; }  // wrists with friction must be bent
  Objection objection(const Isometry3d& from, const Isometry3d& to, LegSet lifted = {}) const {
    return objection_to(scene(), posture(from, lifted), posture(to, lifted), Asked::kStanding);
  }
  int blocking(double from_m, double to_m, LegSet lifted = {}) const {
    const Objection room = objection(at(0, from_m), at(0, to_m), lifted);
    EXPECT_EQ(room.reason, room.leg < 0 ? Reason::kNone : Reason::kUnreachable);
    return room.leg;
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
    return objection(at(0, 0), turned(turn_rad)).leg;
  };
  const Isometry3d X_WF = body.stance.leg[0].pose.X_BF;
  const double way =
      wrist_room(leg, X_WF, q, turned(0.01)) < wrist_room(leg, X_WF, q, at(0, 0)) ? 1 : -1;
  EXPECT_EQ(blocking_turn(-0.05 * way), -1);
  EXPECT_EQ(blocking_turn(0.05 * way), 0);
  EXPECT_EQ(blocking_turn(0.0001 * way), -1);
}

TEST_F(BodyWay, IsNotEndedByALegInTheAir) {
  const int first = blocking(0, 0.03);
  EXPECT_NE(blocking(0, 0.03, LegSet(1ULL << first)), first);
  EXPECT_EQ(blocking(0, 0.03, ~LegSet{}), -1);
}

/// The body 4 cm lower, over ground and a post.
struct BodyWayAmongSurfaces : BodyWay {
  BodyWayAmongSurfaces() {
    body.X_WB = at(0, -0.04);
    for (std::size_t i = 0; i < robot.leg.size(); ++i) {
      const Leg& leg = robot.leg[i];
      const Isometry3d X_LW = (body.X_WB * leg.X_BL).inverse();
      const Vector3d z_L = X_LW.linear() * -Vector3d::UnitZ();
      EXPECT_EQ(solve_leg(leg, X_LW * body.contact[i].p_WW, z_L, report[i].q_rad), IkStatus::kOk);
      body.stance.leg[i].pose = leg_pose(leg, report[i].q_rad);
    }
  }
  void put_post(const Vector3d& p_WS) {
    surfaces.n = 2;
    surfaces.patch[1].half_extent_m = {0.01, 0.01};
    surfaces.patch[1].X_WS.translation() = p_WS;
  }
  Objection sink_to(double z_m, LegSet lifted = {}) const {
    return objection(body.X_WB, at(0, z_m), lifted);
  }
};

TEST_F(BodyWayAmongSurfaces, EndsOverAPost) {
  const double half_z_m = robot.body_box.front().half_extent_m.z(), post_z_m = -0.06 - half_z_m;
  put_post({0, 0, post_z_m});
  EXPECT_EQ(sink_to(-0.06 + 0.011).reason, Reason::kNone);
  const Objection low = sink_to(-0.06 + 0.009);
  EXPECT_EQ(low.reason, Reason::kWayBlocked);
  EXPECT_EQ(low.leg, -1);
}

/// The foot stays; its shoulder moves down onto the post.
TEST_F(BodyWayAmongSurfaces, EndsBeforeALegMeetsAPost) {
  const Leg& leg = robot.leg[0];
  const Vector3d shoulder_W = body.X_WB * leg_pose(leg, report[0].q_rad).p_BJ[1];
  put_post(shoulder_W - Vector3d(0, 0, leg.link[1].radius_m + 0.015));
  EXPECT_EQ(sink_to(-0.035).reason, Reason::kNone);
  const Objection met = sink_to(-0.05);
  EXPECT_EQ(met.reason, Reason::kWayBlocked);
  EXPECT_EQ(met.leg, 0);
  EXPECT_EQ(sink_to(-0.05, LegSet{1}).reason, Reason::kNone);
}

/// A reserve ends the way of a body that waits a little sooner.
TEST_F(BodyWay, EndsSoonerWithAReserve) {
  const auto highest_m = [&](double reserve) {
    Scene careful = scene();
    careful.reserve = reserve;
    double z_m = 0;
    while (objection_to(careful, posture(), posture(at(0, z_m)), Asked::kStanding).reason ==
           Reason::kNone)
      z_m += 1e-5;
    return z_m;
  };
  EXPECT_GT(highest_m(0), highest_m(0.06) + 1e-4);
}

/// Without a wrist. The body is already nearer to the rim of the workspace than a pose is planned.
struct RimOfReach : testing::Test, test::RestingRobot {
  double rim_m = 0;  ///< highest body that the legs reach from

  RimOfReach() : RestingRobot("hexapod3") {
    while (all_reach(posture(at(0, rim_m + 1e-6)))) rim_m += 1e-6;
  }
  Objection rise(double from_m, double to_m) const {
    return objection_to(scene(), posture(at(0, rim_m + from_m)), posture(at(0, rim_m + to_m)),
                        Asked::kStanding);
  }
};

TEST_F(RimOfReach, EndsTheWayOfABody) {
  EXPECT_EQ(rise(-0.002, -0.001).reason, Reason::kNone);
  EXPECT_EQ(rise(-0.002, -0.0001).reason, Reason::kUnreachable);
  EXPECT_EQ(rise(-0.0001, -0.0002).reason, Reason::kNone);
  EXPECT_EQ(rise(0.0001, -0.0001).reason, Reason::kNone);
}

TEST_F(RimOfReach, LetsNoBodyCreepOverTheRim) {
  EXPECT_EQ(rise(-0.0002, -0.0001).reason, Reason::kUnreachable);
  EXPECT_EQ(rise(-0.0001, 0.0001).reason, Reason::kUnreachable);
  EXPECT_EQ(rise(0.0001, 0.01).reason, Reason::kUnreachable);
}

}  // namespace
}  // namespace ventosa::controller::body_ways_test
