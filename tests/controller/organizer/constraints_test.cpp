#include "controller/organizer/constraints.h"

#include <gtest/gtest.h>

#include <set>

#include "controller/kinematics/clearance.h"
#include "controller/kinematics/joint_limits.h"
#include "controller/kinematics/self_distance.h"
#include "controller/trajectory/swing_reach.h"
#include "tests/controller/constraint_rooms.h"

namespace ventosa::controller::constraints_test {
namespace {

TEST(Constraint, LeavesRoomInTheDefaultStanceOfEveryRobot) {
  for (const char* name : {"romerin4", "romerin5", "romerin6", "romerin10", "hexapod3"}) {
    struct AtRest : Constraints {
      using Constraints::Constraints;
      void TestBody() override {}
    } at_rest(name);
    for (const Constraint& constraint : constraints())
      EXPECT_GE(at_rest.least_room(constraint, at_rest.posture()), 0) << constraint.measure << name;
  }
}

TEST_F(Constraints, AreAskedTheLessOftenTheLaterTheyStand) {
  Asked last = Asked::kStanding;
  for (const Constraint& constraint : constraints()) {
    EXPECT_GE(constraint.asked, last) << constraint.measure;
    EXPECT_GT(constraint.limit(config), 0) << constraint.measure;
    EXPECT_NE(constraint.reason, Reason::kNone) << constraint.measure;
    last = constraint.asked;
  }
}

TEST_F(Constraints, AreEachWordOfLimitingWithOneReason) {
  std::set<Limiting> known;
  for (const Constraint& constraint : all_constraints()) {
    known.insert(constraint.limiting);
    EXPECT_EQ(violation(constraint.limiting, 2).reason, constraint.reason) << constraint.measure;
    EXPECT_EQ(constraint.room == nullptr, constraint.scope == Scope::kStep) << constraint.measure;
  }
  EXPECT_EQ(known.size() + 1, kEnumerators<Limiting>.size());  // all but kNone
}

// reach

struct ReachOfFeet : Constraints {
  using Constraints::Constraints;
  const Constraint& standing = row("reach beside the planned pose", Scope::kFoot, Asked::kStanding);
  const Constraint& walking = row("reach beside the planned pose", Scope::kFoot, Asked::kWalking);
};

TEST_F(ReachOfFeet, IsThatOfInverseKinematicsBesideTheFoot) {
  EXPECT_EQ(standing.limit(config), 0.0005);
  EXPECT_EQ(walking.limit(config), 0.003);
  test::Rng random{24};
  for (const Constraint* constraint : {&standing, &walking}) {
    const double trim_m = constraint->limit(config);
    int inside = 0, beyond = 0;
    for (int trial = 0; trial < 400; ++trial) {
      const Posture at = posture(any_body(0.15, 0.3, random));
      const int leg = trial % robot.n_legs();
      const auto i = static_cast<std::size_t>(leg);
      const Matrix3d R_WL = at.X_WB.linear() * robot.leg[i].X_BL.linear();
      bool reached = true;
      for (int axis = 0; axis < 3; ++axis)
        for (const double side_m : {-trim_m, trim_m})
          reached &= arm_reaches(leg, at.X_WB, at.foot[i].p_WW + side_m * R_WL.col(axis));
      ASSERT_EQ(room(*constraint, at, leg) >= 0, reached) << trial;
      ++(reached ? inside : beyond);
    }
    EXPECT_GT(inside, 10);
    EXPECT_GT(beyond, 10);
  }
}

/// Without a wrist nothing ends a body that rises, but the reach. A walk ends before a body that
/// only stands.
struct ReachOfPoints : ReachOfFeet {
  ReachOfPoints() : ReachOfFeet("hexapod3") {}
};

TEST_F(ReachOfPoints, EndsAtTheRimOfTheWorkspaceAndSoonerInAWalk) {
  const Way rising = moving({0, 0, 0.2});
  const double stands = expect_fall(standing, 0, rising, {&walking});
  const double walks = expect_fall(walking, 0, rising);
  double rim = stands;
  while (arm_reaches(0, rising(rim).X_WB, rising(rim).foot[0].p_WW)) rim += 1e-5;
  EXPECT_NEAR(0.2 * (rim - stands), kTrim_m, 0.0002);
  EXPECT_NEAR(0.2 * (rim - walks), kTrimOfWalk_m, 0.001);
}

// wrist

struct Wrist : Constraints {
  const Constraint& bend =
      row("sine of the angle between forearm and cup", Scope::kFoot, Asked::kStanding);
  const Constraint& roll =
      row("share of the wrist's range from its stops", Scope::kFoot, Asked::kStanding);

  /// Sine of the angle between the cup and its direction with a straight wrist, along the forearm.
  double sine_by_hand(const Posture& posture, int which) const {
    const auto i = static_cast<std::size_t>(which);
    const Leg& leg = robot.leg[i];
    PerJoint<double> q_rad = report[i].q_set_rad;
    const Vector3d p_LW = (posture.X_WB * leg.X_BL).inverse() * posture.foot[i].p_WW;
    if (follow_arm(leg, p_LW, q_rad) != IkStatus::kOk) return 0;
    q_rad[3] = q_rad[4] = q_rad[5] = 0;
    const Vector3d forearm_B = leg_pose(leg, q_rad).X_BF.linear().col(2);
    return (posture.X_WB.linear() * forearm_B).cross(posture.foot[i].z_WF).norm();
  }
};

TEST_F(Wrist, IsBentByTheAngleBetweenForearmAndCup) {
  for (const double moment_Nm : {0.0, 0.1}) {
    config.sharing.wrist_moment_Nm = moment_Nm;
    EXPECT_EQ(bend.limit(config), moment_Nm > 0 ? 0.17 : 0.1);
    expect_same(bend, [&](const Posture& at, int leg) {
      return sine_by_hand(at, leg) / bend.limit(config) - 1;
    });
  }
}

TEST_F(Wrist, IsStraightenedByABodyThatRises) {
  config.sharing.wrist_moment_Nm = 0.1;
  const double share = expect_fall(bend, 0, moving({0, 0, 0.03}));
  EXPECT_NEAR(sine_by_hand(moving({0, 0, 0.03})(share), 0), 0.17, 1e-9);
}

/// The weight of a lifted leg is asked at another height.
TEST_F(Wrist, IsBentMoreWithAReserveAndOnlyLiftsLoadsAndDistancesHaveLessRoomToo) {
  test::Rng random{22};
  const Scene here = scene();
  Scene careful = here;
  careful.reserve = 0.06;
  int less_load = 0;
  for (int trial = 0; trial < 50; ++trial) {
    const Posture at = posture(any_body(0.03, 0.1, random));
    for (const Constraint& constraint : constraints())
      for (int leg = 0; leg < (is_of_a_leg(constraint) ? robot.n_legs() : 1); ++leg) {
        int one = leg, other = leg;
        const double freely = constraint.room({here, at}, one);
        const double stricter = constraint.room({careful, at}, other);
        switch (constraint.limiting) {
          case Limiting::kWristBend:
            EXPECT_NEAR(1.06 * (1 + stricter), 1 + freely, 1e-12);
            break;
          case Limiting::kLoad:
            less_load += stricter < freely;
            break;
          case Limiting::kSelfClearance:
            EXPECT_NEAR((kClearOfItself_m + 0.003) * (1 + stricter),
                        kClearOfItself_m * (1 + freely), 1e-12);
            break;
          case Limiting::kLiftHeight:
          case Limiting::kBodyClearance:
          case Limiting::kLegClearance:
            EXPECT_LE(stricter, freely);
            break;
          case Limiting::kLegWeight:
            break;
          default:
            EXPECT_EQ(stricter, freely) << constraint.measure;
        }
      }
  }
  EXPECT_EQ(less_load, 50);
}

/// A wrist near its stop, under a body that turns on the spot.
struct RolledWrist : Wrist {
  RolledWrist() {
    const Leg& leg = robot.leg[0];
    PerJoint<double>& q_rad = report[0].q_rad;
    const auto& [ratio, limit_rad] = leg.differential;
    q_rad[5] = 0.96 * (limit_rad - std::abs(q_rad[4])) / ratio;
    body.stance.leg[0].pose = leg_pose(leg, q_rad);
  }
  Way turning(double angle_rad) const {
    return [=, this](double share) {
      return posture(Isometry3d(Eigen::AngleAxisd(share * angle_rad, Vector3d::UnitZ())));
    };
  }
  /// Least unused share of the ranges of joints 4 to 6 with the lip kept in place.
  double share_by_hand(const Posture& posture) const {
    const Leg& leg = robot.leg[0];
    PerJoint<double> q_rad = report[0].q_rad;
    const Isometry3d X_LF = (posture.X_WB * leg.X_BL).inverse() * body.stance.leg[0].pose.X_BF;
    if (follow_pose(leg, X_LF, q_rad) != IkStatus::kOk) return 0;
    double least = differential_room(leg, q_rad);
    for (std::size_t j = 3; j < 6; ++j) least = std::min(least, joint_room(leg.joint[j], q_rad[j]));
    return least;
  }
};

TEST_F(RolledWrist, ComesToItsStopUnderABodyThatTurns) {
  const double way_rad = room(roll, turning(0.01)(1), 0) < room(roll, posture(), 0) ? 0.1 : -0.1;
  const double share = expect_fall(roll, 0, turning(way_rad));
  EXPECT_NEAR(share_by_hand(turning(way_rad)(share)), 0.015, 1e-9);
  for (const double k : {-1.0, -0.3, 0.1, 0.3})
    EXPECT_NEAR(room(roll, turning(way_rad)(k), 0), share_by_hand(turning(way_rad)(k)) / 0.015 - 1,
                1e-9);
}

/// Its new orientation is not known.
TEST_F(RolledWrist, IsNotAskedOfAFootThatHasStepped) {
  Posture at = posture();
  at.foot[0].p_WW.x() += 1e-6;
  EXPECT_EQ(room(roll, at, 0), std::numeric_limits<double>::infinity());
}

// surfaces

struct AtSurfaces : Constraints {
  const Constraint& of_body = row("distance from surfaces", Scope::kBody, Asked::kStanding);
  const Constraint& of_leg =
      row("distance from surfaces; its own for the arm", Scope::kLeg, Asked::kStanding);

  AtSurfaces() { surfaces.n = 2; }
  void put_post(const Vector3d& p_WS) {
    surfaces.patch[1].half_extent_m = {0.01, 0.01};
    surfaces.patch[1].X_WS.translation() = p_WS;
  }
};

TEST_F(AtSurfaces, TheBodySinksOntoAPost) {
  const double half_z_m = robot.body_box.front().half_extent_m.z();
  put_post({0, 0, -0.04 - half_z_m});
  const double share = expect_fall(of_body, -1, moving({0, 0, -0.04}));
  EXPECT_NEAR(0.04 * share, 0.04 - kLeastClearance_m, 1e-6);
  EXPECT_NEAR(room(of_body, moving({0, 0, -0.035})(1)), 0.005 / kLeastClearance_m - 1, 1e-3);
}

TEST_F(AtSurfaces, AShoulderSinksOntoAPost) {
  const Leg& leg = robot.leg[0];
  const Vector3d shoulder_W = leg_pose(leg, report[0].q_rad).p_BJ[1];
  put_post(shoulder_W - Vector3d(0, 0, leg.link[1].radius_m + 0.03));
  const double share = expect_fall(of_leg, 0, moving({0, 0, -0.03}));
  EXPECT_NEAR(0.03 * share, 0.02, 1e-3);
}

/// Height over the ground of the lowest link of an arm.
double arm_height_m(const Leg& leg, const LegPose& pose, const Isometry3d& X_WB) {
  double least_m = std::numeric_limits<double>::infinity();
  for (std::size_t j = 0; j < 3; ++j)
    for (const Vector3d& end : {pose.p_BJ[j], pose.p_BJ[j + 1]})
      least_m = std::min(least_m, (X_WB * end).z() - leg.link[j].radius_m);
  return least_m;
}

TEST_F(AtSurfaces, AnArmKeepsClearOfTheSurfaceOfItsFoot) {
  surfaces.n = 1;
  const Leg& leg = robot.leg[0];
  const double arm_m = arm_height_m(leg, leg_pose(leg, report[0].q_rad), Isometry3d::Identity());
  for (const double distance_m : {0.05, 0.011, 0.009, 0.002, -0.005}) {
    surfaces.patch[0].X_WS.translation().z() = arm_m - distance_m;
    EXPECT_NEAR(room(of_leg, posture(), 0), std::min(0.0, distance_m / kLeastClearance_m - 1),
                1e-9);
  }
}

/// On its own surface the lip and the wrist's links may lie; under the knee none may.
TEST_F(AtSurfaces, AreAskedOfALegThatKeepsItsJoints) {
  surfaces.n = 1;
  EXPECT_GE(room(of_leg, posture(), 0), 0);
  Posture kept = posture();
  kept.foot[0] = {};
  kept.attached.reset(0);
  EXPECT_LT(room(of_leg, kept, 0), 0);
  kept.X_WB.translation().z() = 0.05;
  EXPECT_GE(room(of_leg, kept, 0), 0);
  // a surface that passes through the unset place
  surfaces.patch[0].X_WS.translation().z() = kept.foot[0].p_WW.z() - robot.leg[0].foot.standoff_m;
  EXPECT_LT(room(of_leg, kept, 0), 0);
}

/// After a slip the estimate may put a foot off its surface, which is still the one that it is on.
TEST_F(AtSurfaces, AreNotThatOfTheFootWhereverTheEstimatePutsIt) {
  surfaces.n = 1;
  for (const double off_m : {-0.012, 0.012}) {
    Posture at = posture();
    at.foot[0].p_WW.z() += off_m;
    EXPECT_GE(room(of_leg, at, 0), 0) << off_m;
  }
}

// the robot itself

struct OfItself : Constraints {
  const Constraint& parts = row("distance from other parts", Scope::kRobot, Asked::kStanding);
  OfItself() { surfaces.n = 0; }
};

/// A leg in the air whose hip turns towards the next leg.
TEST_F(OfItself, ALegTurnsTowardsTheNext) {
  const auto turned = [&](double turn_rad) {
    report[0].q_set_rad = test::nominal_pose(robot.leg[0]);
    report[0].q_set_rad[0] += turn_rad;
    Posture at = posture();
    at.foot[0] = {};
    at.attached.reset(0);
    return at;
  };
  const auto distance_m = [&](double turn_rad) {
    (void)turned(turn_rad);
    PerLeg<LegPose> pose;
    for (std::size_t i = 0; i < robot.leg.size(); ++i)
      pose[i] = leg_pose(robot.leg[i], report[i].q_set_rad);
    return self_distance(robot, pose).distance_m;
  };
  double touch_rad = 0;
  while (touch_rad < 3 && distance_m(touch_rad) > 0) touch_rad += 0.01;
  ASSERT_LT(touch_rad, 3);
  const Way way = [&](double share) { return turned(share * touch_rad); };
  const Constraint& load =
      row("torque over its limit, the feet within theirs", Scope::kStance, Asked::kLifting);
  const double limit_rad = expect_fall(parts, -1, way, {&load}) * touch_rad;  // nothing holds then
  EXPECT_NEAR(distance_m(limit_rad), kClearOfItself_m, 1e-6);
  const Scene here = scene();
  const Posture near = way(1);
  int leg = -1;
  EXPECT_LT(parts.room({here, near}, leg), 0);
  EXPECT_GE(leg, 0);
}

}  // namespace
}  // namespace ventosa::controller::constraints_test
