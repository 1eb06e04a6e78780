#include "controller/dynamics/centre_of_mass.h"

#include <gtest/gtest.h>

#include "controller/dynamics/stance.h"
#include "tests/controller/random_robot.h"

namespace ventosa::controller::centre_of_mass_test {
namespace {

TEST(CentreOfMass, OfNothingIsTheOrigin) {
  EXPECT_EQ(centre({}).norm(), 0);
  EXPECT_EQ(weight({}, {0, 0, -9.81}).f.norm(), 0);
}

TEST(CentreOfMass, CountsTheBodysOffsetAndThePayload) {
  RobotModel robot;
  robot.body_mass_kg = 3;
  robot.p_BC = {0.1, 0, 0};
  Stance stance;
  stance.payload = {1, Vector3d(0, 0, 0.4)};
  const MassMoment all = robot_mass(robot, stance);
  EXPECT_EQ(all.mass_kg, 4);
  EXPECT_LT((centre(all) - Vector3d(0.075, 0, 0.1)).norm(), 1e-15);
}

TEST(CentreOfMass, IsWhereTheWeightHasNoMoment) {
  test::Rng rng{51};
  for (int n = 0; n < 200; ++n) {
    const RobotModel robot = test::any_robot(1 + n % kMaxLegs, rng);
    const Vector3d g = test::any_vector(9.81, rng);
    Stance stance;
    stance.g_B = g;
    stance.payload = {test::uniform(-1, 3, rng), test::any_vector(0.3, rng)};
    Wrench load = body_weight(robot, g);
    load += weight(stance.payload, g);
    for (std::size_t i = 0; i < robot.leg.size(); ++i) {
      const Leg& leg = robot.leg[i];
      stance.leg[i].pose = leg_pose(leg, test::any_joints(3, rng));
      load += links_weight(leg, stance.leg[i].pose, 0, leg.n_joints, g);
    }
    const MassMoment all = robot_mass(robot, stance);
    EXPECT_LT((load.f - all.mass_kg * g).norm(), 1e-11);
    EXPECT_LT((load.m - centre(all).cross(load.f)).norm(), 1e-11);
    Vector6d w;
    w << load.f, load.m;
    EXPECT_LT((required_wrench(robot, stance) + w).norm(), 1e-11);  // no foot is attached
  }
}

}  // namespace
}  // namespace ventosa::controller::centre_of_mass_test
