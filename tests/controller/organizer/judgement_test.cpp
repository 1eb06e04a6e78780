#include "controller/organizer/judgement.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "controller/kinematics/inverse_kinematics.h"
#include "tests/controller/random_robot.h"
#include "tests/controller/resting_robot.h"

namespace ventosa::controller::judgement_test {
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

/// A robot on a wall with x up: the weight pulls the upper cups off.
struct Lifts : testing::Test, test::RestingRobot {
  Bottleneck least;  ///< of the last lift that was refused

  Lifts() : RestingRobot("romerin4", {-9.81, 0, 0}) {}
  bool lifts(int leg) {
    SharingWarmStart warm;
    least = {};
    return may_lift(scene(), LegSet(1ULL << leg), warm, least);
  }
};

TEST_F(Lifts, LetAFootLiftIfTheOthersKeepEveryLimit) {
  for (int leg = 0; leg < robot.n_legs(); ++leg) EXPECT_TRUE(lifts(leg)) << leg;
  stand({-9.81, 0, 0}, 60);
  for (int leg = 0; leg < robot.n_legs(); ++leg) {
    EXPECT_FALSE(lifts(leg)) << leg;
    EXPECT_LT(least.margin, 0);
    EXPECT_NE(least.leg, leg);
    EXPECT_GE(least.leg, 0);
  }
  stand({0, 0, -9.81}, 60);
  for (int leg = 0; leg < robot.n_legs(); ++leg) EXPECT_TRUE(lifts(leg)) << leg;
}

TEST_F(Lifts, LetNoFootLiftWhenAnotherIsOffAlready) {
  stand({0, 0, 9.81}, 120);
  body.stance.leg[0].attached = body.stance.leg[1].attached = false;
  EXPECT_FALSE(lifts(2));
}

/// Two ball joints resist no moment about their line, whatever the weight and the grip.
TEST_F(Lifts, LetNoFootLiftThatWouldLeaveTwo) {
  test::Rng random{3};
  for (int trial = 0; trial < 100; ++trial) {
    stand(9.81 * test::any_direction(random), test::uniform(60, 120, random));
    for (int lifted = 0; lifted < robot.n_legs(); ++lifted) {
      const auto other = static_cast<std::size_t>((lifted + 1 + trial % 3) % robot.n_legs());
      body.stance.leg[other].attached = false;
      ASSERT_FALSE(lifts(lifted));
      ASSERT_EQ(least.margin, kNothingHolds);
      body.stance.leg[other].attached = true;
    }
  }
}

/// The rear left foot is lifted: the nearer the front left one is to the line of the right ones,
/// the larger is the violation.
TEST_F(Lifts, LetNoFootLiftThatWouldLeaveTheOthersOnALine) {
  stand({0, 0, -9.81}, 120);
  ASSERT_TRUE(lifts(2));
  LegPose& pose = body.stance.leg[0].pose;
  const Vector3d start = pose.p_BW;
  const Vector3d on_line = (body.stance.leg[1].pose.p_BW + body.stance.leg[3].pose.p_BW) / 2;
  double last = 0;
  for (const double share : {0.05, 0.02, 0.01}) {
    const Vector3d shift = on_line + share * (start - on_line) - pose.p_BW;
    pose.p_BW += shift;
    pose.X_BF.pretranslate(shift);
    EXPECT_FALSE(lifts(2)) << share;
    EXPECT_LT(least.margin, last) << share;
    last = least.margin;
  }
}

TEST_F(Lifts, LetGoOnlyWhatCanBeLiftedOff) {
  for (const bool high : {false, true}) {
    if (high) config.gait.lift_m = 0.5;
    for (int leg = 0; leg < robot.n_legs(); ++leg)
      EXPECT_EQ(can_lift_off(scene(), posture(), leg), !high) << leg;
  }
}

/// A body of a walk, whose feet must be able to leave.
struct LeavingLegs : Lifts {
  Objection objection(const RobotModel& of, const Isometry3d& from, const Isometry3d& to,
                      LegSet stepping = {}) const {
    return objection_to({of, config, in}, posture(from, stepping), posture(to, stepping),
                        Asked::kWalking);
  }
  int kept(const RobotModel& of, const Isometry3d& from, const Isometry3d& to,
           LegSet stepping = {}) const {
    const Objection room = objection(of, from, to, stepping);
    EXPECT_EQ(room.reason, room.leg < 0 ? Reason::kNone : Reason::kUnreachable);
    return room.leg;
  }
};

TEST_F(LeavingLegs, KeepTheBodyFromWhereTheyWouldBeOutOfReach) {
  const Isometry3d here = at(0, 0), far = at(0, 0.6);
  EXPECT_EQ(kept(robot, here, at(0.02, 0)), -1);
  EXPECT_EQ(kept(robot, here, far), 0);
  EXPECT_EQ(kept(robot, here, far, LegSet(0b101)), 1);
  EXPECT_EQ(kept(robot, here, far, ~LegSet{}), -1);
  EXPECT_EQ(kept(robot, far, here), -1);
  EXPECT_EQ(kept(robot, far, far), -1);
  EXPECT_EQ(kept(robot, far, at(0, 0.61)), 0);
}

/// With weaker arms some can carry their legs here, but not stretched. With the weakest ones none
/// can anywhere: then the front ones, which bend on the way back, keep the body there.
TEST_F(LeavingLegs, KeepTheBodyFromWhereTheirArmsWouldNotHoldThem) {
  const Isometry3d here = at(0, 0), there = at(0.08, 0);
  EXPECT_EQ(kept(robot, here, there), -1);
  int n_kept = 0, n_back = 0;
  for (double share = 1; share > 0.01; share *= 0.97) {
    RobotModel weak = robot;
    for (Leg& leg : weak.leg)
      for (Joint& joint : leg.joint) joint.torque_limit_Nm *= share;
    const int leg = kept(weak, here, there);
    if (leg < 0) continue;
    ++n_kept;
    EXPECT_GE(leg, 2);  // a rear foot, which is stretched during the motion
    const int back = kept(weak, there, here);
    EXPECT_LT(back, 2) << share;
    n_back += back < 0;
  }
  EXPECT_GT(n_kept, 2);
  EXPECT_GT(n_back, 2);
}

/// Any postures: bodies, feet in the air, legs that keep their joints.
struct Judgement : testing::Test, test::RestingRobot {
  static constexpr int kTrials = 150;
  test::Rng random{31};

  Posture any_posture(double way_m = 0.06, double turn_rad = 0.15) {
    Posture at = posture(at_any(way_m, turn_rad));
    for (std::size_t i = 0; i < robot.leg.size(); ++i) {
      const double luck = test::uniform(0, 1, random);
      if (luck < 0.2) at.attached.reset(i);
      if (luck < 0.1) at.foot[i] = {};
    }
    return at;
  }
  Isometry3d at_any(double way_m, double turn_rad) {
    Isometry3d X_WB(Eigen::Translation3d(test::any_vector(way_m, random)));
    X_WB.rotate(Eigen::AngleAxisd(test::uniform(0, turn_rad, random), test::any_direction(random)));
    return X_WB;
  }
  /// All rooms of a posture in the order of the table and of the legs.
  struct Asking {
    const Constraint* constraint;
    int leg;  ///< that is asked
    Objection room{.room = std::numeric_limits<double>::infinity()};
    bool asked;
  };
  std::vector<Asking> rooms(const Posture& at) const {
    std::vector<Asking> all;
    const Scene here = scene();
    const Posed posed(here, at);
    for (const Constraint& constraint : constraints())
      for (int leg = -1; leg < robot.n_legs(); ++leg) {
        Asking asking{&constraint, leg, {}, test::is_asked(constraint, at, leg)};
        if (asking.asked) {
          asking.room.leg = leg;
          asking.room.room = constraint.room(posed, asking.room.leg);
          asking.room.reason = constraint.reason;
        }
        all.push_back(asking);
      }
    return all;
  }
  static void expect_same(const Objection& room, const Objection& expected, int trial) {
    EXPECT_EQ(room.reason, expected.reason) << trial << " " << name(room.reason);
    EXPECT_EQ(room.leg, expected.leg) << trial;
    EXPECT_EQ(room.room, expected.room) << trial;
  }
};

TEST_F(Judgement, IsTheLeastRoomOfTheTable) {
  std::map<Reason, int> found;
  for (int trial = 0; trial < kTrials; ++trial) {
    const Posture at = any_posture();
    Objection least{.room = std::numeric_limits<double>::infinity()};
    for (const Asking& asking : rooms(at))
      if (asking.asked && asking.room.room < least.room) least = asking.room;
    const Objection room = assess(scene(), at);
    expect_same(room, least, trial);
    ++found[room.reason];
  }
  EXPECT_GE(found.size(), 3u);
}

TEST_F(Judgement, RefusesNoPostureThatTheRobotHas) {
  for (int trial = 0; trial < kTrials; ++trial) {
    const Posture at = any_posture(0.2, 0.5);
    EXPECT_EQ(objection_to(scene(), at, at, Asked::kLifting).reason, Reason::kNone) << trial;
  }
}

/// What leaves room, or more than before, is permitted; of all that shrinks beyond its limit the
/// first is named.
TEST_F(Judgement, RefusesTheFirstRoomThatShrinksBeyondItsLimit) {
  std::map<Reason, int> refused;
  int grown = 0;
  for (int trial = 0; trial < kTrials; ++trial)
    for (const Asked asked : {Asked::kStanding, Asked::kWalking, Asked::kLifting}) {
      const Posture from = any_posture(), to = any_posture();
      const std::vector<Asking> here = rooms(from), there = rooms(to);
      Objection first;
      bool beyond = false;
      for (std::size_t k = there.size(); k-- > 0;) {
        if (!here[k].asked || !there[k].asked || there[k].constraint->asked > asked) continue;
        beyond |= there[k].room.room < 0;
        if (there[k].room.room < 0 && there[k].room.room < here[k].room.room) first = there[k].room;
      }
      const Objection room = objection_to(scene(), from, to, asked);
      expect_same(room, first, trial);
      ++refused[room.reason];
      grown += beyond && room.reason == Reason::kNone;
    }
  for (const Reason reason : {Reason::kNone, Reason::kUnreachable, Reason::kWayBlocked})
    EXPECT_GT(refused[reason], 10) << name(reason);
  EXPECT_GT(grown, 0);
}

TEST_F(Judgement, AsksTheLoadOnlyOfALift) {
  stand({0, 0, -9.81}, 10);
  const Isometry3d towards(Eigen::Translation3d(0.1 * robot.leg[0].p_BW_nominal.normalized()));
  const Posture here = posture(at(0, 0), LegSet{1}), there = posture(towards, LegSet{1});
  EXPECT_EQ(objection_to(scene(), here, there, Asked::kWalking).reason, Reason::kNone);
  const Objection room = objection_to(scene(), here, there, Asked::kLifting);
  EXPECT_EQ(room.reason, Reason::kLiftRefused);
  EXPECT_GE(room.leg, 0);
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

/// Postures of a step that is set down.
TEST_F(Judgement, OfAPlaceAsksReachThenTheRobotThenSurfaces) {
  Posture at = posture();
  const auto objection = [&] { return objection_to_place(scene(), at, LegSet{0b11}); };
  EXPECT_EQ(objection().reason, Reason::kNone);
  surfaces.n = 2;
  surfaces.patch[1].half_extent_m = {0.02, 0.02};
  surfaces.patch[1].X_WS.translation() =
      body.stance.leg[1].pose.p_BJ[1] - Vector3d(0, 0, robot.leg[1].link[1].radius_m + 0.005);
  EXPECT_EQ(objection().reason, Reason::kWayBlocked);
  EXPECT_EQ(objection().leg, 1);
  EXPECT_EQ(objection_to_place(scene(), at, LegSet{1}).reason, Reason::kNone);
  EXPECT_TRUE(is_clear(scene(), at));
  at.foot[2].p_WW = at.foot[0].p_WW + Vector3d(-0.01, 0, 0);
  EXPECT_FALSE(all_reach(at));
  EXPECT_EQ(objection().reason, Reason::kUnreachable);
  EXPECT_EQ(objection().leg, 2);
  EXPECT_TRUE(is_clear(scene(), at)) << "a leg that does not reach touches nothing";
}

TEST_F(Judgement, HoldsWhereTheMarginIsNotNegative) {
  int held = 0, fallen = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    const Posture at = any_posture();
    SharingWarmStart warm;
    const Bottleneck least = weigh(scene(), at);
    if (std::abs(least.margin) < 1e-6) continue;
    EXPECT_EQ(holds(scene(), at, warm), least.margin > 0) << trial;
    ++(least.margin > 0 ? held : fallen);
  }
  EXPECT_GT(held, 10);
  EXPECT_GT(fallen, 10);
}

/// The hexapod without its middle legs, its weight shifted by `ahead_m`.
RobotModel point_quadruped(double ahead_m) {
  RobotModel robot = test::robot("hexapod3");
  robot.leg.erase(robot.leg.begin() + 2, robot.leg.begin() + 4);
  robot.p_BC.x() = ahead_m * robot.total_mass_kg() / robot.body_mass_kg;
  return robot;
}

/// With the feet at (+-a, +-b) and the centre of mass at (-d, 0), a lifted front foot leaves the
/// rear foot opposite the load  d / (2 a) of the weight: on the line through the other two feet it
/// has none, under itself and with the centre of mass 2 a behind that line all.
TEST(PointFeet, LetAFootLiftOnlyIfTheOthersKeepAShareOfTheirUsualLoad) {
  const ControllerConfig config;
  const double least_share = (1 - 1 / config.sharing.safety_factor) / 3;
  const double a = point_quadruped(0).leg[0].p_BW_nominal.x();
  for (const double share : {-1.0, 0.0, 0.5, 0.99, 1.01, 2.0}) {
    const RobotModel robot = point_quadruped(-share * least_share * 2 * a);
    BodyEstimate body;
    body.stance = test::weighed_stance(robot, {0, 0, -9.81}, 0);
    const PerLeg<ModuleReport> report{};
    const PatchList surfaces;
    const Goal goal;
    const PerLeg<Vector3d> F_last_B = zero_vectors();
    const OrganizerInput in{body, report, surfaces, goal, F_last_B};
    SharingWarmStart warm;
    Bottleneck least;
    const bool lifts = may_lift({robot, config, in}, LegSet(1), warm, least);
    EXPECT_EQ(lifts, share > 1) << share;
    if (lifts) continue;
    EXPECT_EQ(least.limit, Limit::kLiftOff) << share;
    EXPECT_EQ(least.leg, 3) << share;
    EXPECT_LT(least.margin, 0) << share;
  }
}

}  // namespace
}  // namespace ventosa::controller::judgement_test
