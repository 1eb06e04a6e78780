#include "controller/kinematics/self_distance.h"

#include <gtest/gtest.h>

#include "controller/kinematics/joint_limits.h"
#include "tests/controller/random_robot.h"
#include "tests/controller/romerin.h"

namespace ventosa::controller::self_distance_test {
namespace {

constexpr double kFar_m = 10;

using Joints = PerLeg<PerJoint<double>>;

PerLeg<LegPose> poses(const RobotModel& robot, const Joints& q_rad) {
  PerLeg<LegPose> pose;
  for (std::size_t i = 0; i < robot.leg.size(); ++i) pose[i] = leg_pose(robot.leg[i], q_rad[i]);
  return pose;
}

Joints nominal(const RobotModel& robot) {
  Joints q_rad{};
  for (std::size_t i = 0; i < robot.leg.size(); ++i) q_rad[i] = test::nominal_pose(robot.leg[i]);
  return q_rad;
}

Joints any_joints(const RobotModel& robot, test::Rng& random) {
  Joints q_rad{};
  for (std::size_t i = 0; i < robot.leg.size(); ++i)
    q_rad[i] = test::random_pose(robot.leg[i], random);
  return q_rad;
}

TEST(SelfDistance, OfTheShippedRobotsInTheirStanceIsClear) {
  for (const char* name : {"romerin1", "romerin4", "romerin4x7", "romerin6", "romerin10"}) {
    const RobotModel robot = test::robot(name);
    EXPECT_GT(self_distance(robot, poses(robot, nominal(robot))).distance_m, 0) << name;
  }
}

// every pair on its own, without bounds
TEST(SelfDistance, IsTheLeastOfAllPairsThatDoNotMeetInAJoint) {
  test::Rng random(11);
  for (const char* name : {"romerin4", "romerin4x7", "romerin6"}) {
    const RobotModel robot = test::robot(name);
    int n_near = 0;
    for (int trial = 0; trial < 300; ++trial) {
      const PerLeg<LegPose> pose = poses(robot, any_joints(robot, random));
      const PartList parts(robot, pose);
      double least_m = kSelfRange_m, reported_m = kSelfRange_m;
      const SelfDistance self = self_distance(robot, pose);
      for (const Part& a : parts.all())
        for (const Part& b : parts.all()) {
          if (&a >= &b || !are_apart(a, b)) continue;
          const double d_m = distance_m(a.solid, b.solid, kFar_m);
          least_m = std::min(least_m, d_m);
          if (a.id == self.a && b.id == self.b) reported_m = d_m;
        }
      ASSERT_NEAR(self.distance_m, least_m, 1e-6) << name << " " << trial;
      ASSERT_NEAR(reported_m, least_m, 1e-6) << name << " " << trial;
      if (least_m < kSelfRange_m) ++n_near;
    }
    EXPECT_GT(n_near, 30) << name;
  }
}

TEST(SelfDistance, CountsEveryBoxOfTheBody) {
  RobotModel robot = test::robot("romerin4");
  const PerLeg<LegPose> pose = poses(robot, nominal(robot));
  const Vector3d p_BF = pose[2].X_BF.translation();
  robot.body_box.push_back(
      {.p_BO = {p_BF.x(), p_BF.y(), 0.3 + p_BF.z()}, .half_extent_m = {0.01, 0.01, 0.27}});
  const SelfDistance self = self_distance(robot, pose);
  EXPECT_TRUE(self.collides());
  EXPECT_EQ(self.a, PartId{});
  EXPECT_EQ(self.b.leg, 2);
}

TEST(SelfDistance, OfALegIsTheLeastOfThePairsThatItIsOf) {
  test::Rng random(12);
  const RobotModel robot = test::robot("romerin4");
  for (int trial = 0; trial < 200; ++trial) {
    const PerLeg<LegPose> pose = poses(robot, any_joints(robot, random));
    double least_m = kSelfRange_m;
    for (int i = 0; i < robot.n_legs(); ++i) {
      const SelfDistance of_leg = self_distance(robot, pose, i);
      const bool is_near = of_leg.distance_m < kSelfRange_m;
      EXPECT_TRUE(!is_near || of_leg.a.leg == i || of_leg.b.leg == i) << trial;
      least_m = std::min(least_m, of_leg.distance_m);
    }
    EXPECT_NEAR(self_distance(robot, pose).distance_m, least_m, 1e-6) << trial;
  }
}

/// Two legs that point at each other, stretched.
struct FacingLegs : testing::Test {
  RobotModel robot = test::robot("romerin4");
  Joints q_rad{};

  FacingLegs() {
    robot.leg.resize(2);
    robot.leg[1].X_BL = robot.leg[0].X_BL;
    robot.leg[1].X_BL.translation().z() += 0.2;
  }
  SelfDistance now() const { return self_distance(robot, poses(robot, q_rad)); }
};

TEST_F(FacingLegs, TellTheLinksThatAreNearest) {
  q_rad[0][1] = 0.3;  // up, to the other: beyond joint 2 the arms come together
  const SelfDistance self = now();
  EXPECT_LT(self.distance_m, kSelfRange_m);
  EXPECT_EQ(self.a.leg, 0);
  EXPECT_EQ(self.b.leg, 1);
}

TEST_F(FacingLegs, CollideWhereTheyCrossAndAreThenNegative) {
  EXPECT_NEAR(now().distance_m, 0.02, 2e-6);  // cups point ahead; 2 x 90 mm apart minus their radii
  EXPECT_EQ(now().a, (PartId{0, 6}));
  EXPECT_EQ(now().b, (PartId{1, 6}));
  robot.leg[1].X_BL.translation().z() -= 0.03;
  EXPECT_NEAR(now().distance_m, -0.01, 1e-6);
  EXPECT_TRUE(now().collides());
}

TEST_F(FacingLegs, OfWhatIsNoNumberIsNoneAndCollides) {
  q_rad[1][2] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(now().distance_m));
  EXPECT_TRUE(now().collides());
}

// so that these two need not be the nearest pair
TEST(SelfDistance, LeavesOutNoCupThatItsWristCouldTurnIntoTheForearm) {
  const RobotModel robot = test::robot("romerin4");
  const Leg& leg = robot.leg[0];
  PerJoint<double> q_rad{};
  const auto steps = [&](std::size_t j, int n, const auto& visit) {
    for (int k = 0; k <= n; ++k) {
      q_rad[j] = leg.joint[j].q_min_rad + (leg.joint[j].q_max_rad - leg.joint[j].q_min_rad) * k / n;
      visit();
    }
  };
  double least_m = kFar_m;
  steps(3, 24, [&] {
    steps(4, 24, [&] {
      const LegPose pose = leg_pose(leg, q_rad);
      least_m = std::min(least_m, distance_m(rod(pose.p_BJ[2], pose.p_BJ[3], leg.link[2].radius_m),
                                             foot_solid(robot.leg[0], pose.X_BF), kFar_m));
    });
  });
  EXPECT_GT(least_m, 0.01);
}

}  // namespace
}  // namespace ventosa::controller::self_distance_test
