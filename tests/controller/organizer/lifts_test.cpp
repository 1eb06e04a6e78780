#include <gtest/gtest.h>

#include "controller/organizer/judgement.h"
#include "tests/controller/random_robot.h"
#include "tests/controller/resting_robot.h"

namespace ventosa::controller::lifts_test {
namespace {

Isometry3d at(double x_m, double z_m) { return Isometry3d(Eigen::Translation3d(x_m, 0, z_m)); }

/// A robot on a wall with x up: the weight pulls the upper cups off.
struct Lifts : testing::Test, test::RestingRobot {
  Bottleneck least;  ///< limit by which the last lift was refused

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
}  // namespace ventosa::controller::lifts_test
