#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "controller/kinematics/inverse_kinematics.h"
#include "models/robot.h"
#include "models/self_collision.h"

/// The shipped organisms: those of RIAI 2023, section 8, and one with both kinds of modules.
namespace ventosa::models::organisms_test {
namespace {

using controller::IkStatus;
using controller::Isometry3d;
using controller::Leg;
using controller::LegPose;
using controller::PerJoint;
using controller::PerLeg;
using controller::RobotModel;
using controller::Vector3d;

RobotModel shipped(const std::string& name) {
  return load(std::filesystem::path(VENTOSA_SOURCE_DIR "/models/data") / (name + ".yaml")).nominal;
}

constexpr std::array kOrganisms{"romerin4", "romerin6_sides", "romerin7",      "romerin6_extended",
                                "romerin5", "romerin10",      "romerin4_mixed"};
constexpr double kStride_m = 0.06;

class Organisms : public testing::TestWithParam<const char*> {
 protected:
  const RobotModel robot = shipped(GetParam());
};

/// The leg with its wrist point displaced from that of the default stance.
IkStatus stand_beside(const Leg& leg, const Vector3d& beside_B, PerJoint<double>& q_rad) {
  const Isometry3d X_LB = leg.X_BL.inverse();
  return solve_standing(leg, X_LB * (leg.p_BW_nominal + beside_B), X_LB.linear().col(2), q_rad);
}

TEST_P(Organisms, StandWithEveryCupFlatOnOnePlaneUnderTheBody) {
  const auto q_rad = home_joints(robot);
  ASSERT_TRUE(q_rad.has_value());
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    const LegPose pose = leg_pose(robot.leg[i], (*q_rad)[i]);
    EXPECT_LT((pose.X_BF.linear().col(2) + Vector3d::UnitZ()).norm(), 1e-9) << robot.leg[i].name;
    EXPECT_NEAR(pose.X_BF.translation().z(), -0.137, 1e-9) << robot.leg[i].name;
    for (int j = 0; j < robot.leg[i].n_joints; ++j)
      EXPECT_GT(pose.p_BJ[static_cast<std::size_t>(j)].z(), -0.06) << robot.leg[i].name;
  }
}

// every two feet half a stride from their nominal places, towards each other
TEST_P(Organisms, KeepOffThemselvesOnAnyStride) {
  const auto home = home_joints(robot);
  ASSERT_TRUE(home.has_value());
  for (int axis = 0; axis < 2; ++axis)
    for (std::size_t a = 0; a < robot.leg.size(); ++a)
      for (std::size_t b = 0; b < robot.leg.size(); ++b) {
        if (a == b) continue;
        const Vector3d half_B = kStride_m / 2 * Vector3d::Unit(axis);
        PerLeg<PerJoint<double>> q_rad = *home;
        ASSERT_EQ(stand_beside(robot.leg[a], half_B, q_rad[a]), IkStatus::kOk);
        ASSERT_EQ(stand_beside(robot.leg[b], -half_B, q_rad[b]), IkStatus::kOk);
        EXPECT_GT(self_distance_at(robot, q_rad).distance_m, 0.01)
            << robot.leg[a].name << " " << robot.leg[b].name;
      }
}

INSTANTIATE_TEST_SUITE_P(Shipped, Organisms, testing::ValuesIn(kOrganisms),
                         [](const auto& name) { return std::string(name.param); });

TEST(ShippedOrganisms, WeighWhatTheirModulesAndBodiesWeigh) {
  EXPECT_NEAR(shipped("romerin6_sides").total_mass_kg(), 1.5 + 6 * 1.94, 1e-12);
  EXPECT_NEAR(shipped("romerin7").total_mass_kg(), 1.5 + 7 * 1.94, 1e-12);
  EXPECT_NEAR(shipped("romerin6_extended").total_mass_kg(), 1.5 + 2 * 0.25 + 6 * 1.94, 1e-12);
  EXPECT_NEAR(shipped("romerin5").total_mass_kg(), 1.5 + 5 * 1.94, 1e-12);
  EXPECT_NEAR(shipped("romerin10").total_mass_kg(), 3.63 + 0.8 + 10 * 1.94, 1e-12);
  EXPECT_NEAR(shipped("romerin4_mixed").total_mass_kg(), 1.5 + 4 * 1.94, 1e-12);
}

TEST(ShippedOrganisms, KeepTheLegsOfTheQuadruped) {
  const RobotModel quadruped = shipped("romerin4");
  for (const char* name : {"romerin6_sides", "romerin7", "romerin6_extended", "romerin5"})
    for (const Leg& leg : quadruped.leg) {
      const RobotModel organism = shipped(name);
      const auto same = [&](const Leg& other) {
        return other.name == leg.name && other.X_BL.isApprox(leg.X_BL, 0) &&
               other.p_BW_nominal == leg.p_BW_nominal;
      };
      EXPECT_EQ(std::count_if(organism.leg.begin(), organism.leg.end(), same), 1)
          << name << " " << leg.name;
    }
}

TEST(ShippedOrganisms, HaveSideLegsThatLookOppositeWays) {
  for (const char* name : {"romerin6_sides", "romerin7", "romerin6_extended"}) {
    const RobotModel organism = shipped(name);
    const Vector3d left = organism.leg[2].X_BL.linear().col(0);
    EXPECT_LT((left - Vector3d::UnitY()).norm(), 1e-12) << name;
    EXPECT_LT((left + organism.leg[3].X_BL.linear().col(0)).norm(), 1e-12) << name;
  }
}

TEST(ShippedOrganisms, OfBothKindsOfModulesMoveAsRobotsOfEither) {
  const RobotModel mixed = shipped("romerin4_mixed");
  const RobotModel seven = shipped("romerin4x7"), six = shipped("romerin4");
  const PerJoint<double> q_rad{0.1, -0.2, 0.3, 0.4, 0.5, -0.6, 0.7};
  for (std::size_t i = 0; i < 4; ++i) {
    const Leg& expected = i < 2 ? seven.leg[i] : six.leg[i];
    EXPECT_EQ(mixed.leg[i].n_joints, expected.n_joints);
    EXPECT_TRUE(leg_pose(mixed.leg[i], q_rad).X_BF.isApprox(leg_pose(expected, q_rad).X_BF, 1e-14));
  }
}

}  // namespace
}  // namespace ventosa::models::organisms_test
