#include <gtest/gtest.h>

#include <cmath>

#include "models/robot.h"

/// The shipped robots agree with ROMERIN in the papers.
namespace ventosa::models::romerin_test {
namespace {

using controller::Isometry3d;
using controller::Leg;
using controller::Vector3d;

Robot shipped(const std::string& name) {
  return load(std::string(VENTOSA_SOURCE_DIR) + "/models/data/" + name + ".yaml");
}

/// Pose of the last link in L: product over the joint table, independent of the controller.
Isometry3d last_link(const Leg& leg, const std::vector<double>& q, int joints) {
  Isometry3d X = Isometry3d::Identity();
  for (std::size_t j = 0; j < static_cast<std::size_t>(joints); ++j)
    X = X * Eigen::Translation3d(leg.joint[j].p_PJ) * Eigen::AngleAxisd(q[j], leg.joint[j].axis);
  return X;
}

TEST(Romerin6Leg, ReachesTheGoldenPose) {
  const Leg leg = shipped("romerin4").nominal.leg[0];
  const std::vector<double> q{.3, .6, 1.2, .4, .9, -.5};
  const Isometry3d X_LJ = last_link(leg, q, 6);
  const Isometry3d X_LF = X_LJ * leg.X_JF;
  const Vector3d wrist(0.479641604340, 0.148370535043, -0.027358864288);
  const Vector3d lip(0.548299089021, 0.197388150294, -0.006088622341);
  EXPECT_LT((X_LJ.translation() - wrist).norm(), 2e-12);
  EXPECT_LT((X_LF.translation() - lip).norm(), 2e-12);
  const Eigen::RowVector3d R06_row1(-0.240879392652, -0.564972006683, 0.789166490584);
  EXPECT_LT((X_LF.linear().row(0) - R06_row1).norm(), 2e-12);
}

// Prados 2023, eq. 5 in Q, with Q2 = q2 - α, Q3 = q3 - (α + β)
TEST(Romerin6Leg, AgreesWithThePapersClosedFormEverywhere) {
  const Leg leg = shipped("romerin4").nominal.leg[0];
  const double L1 = 0.068, L2 = 0.22045, L3 = 0.01492, L4 = 0.27991, L5 = 0.02245;
  const double alpha = std::atan(L3 / L2), beta = std::atan(L5 / L4);
  const double Lc = std::hypot(L2, L3), Ld = std::hypot(L4, L5);
  for (double q1 = -1.9; q1 < 1.9; q1 += .37)
    for (double q2 = -1.9; q2 < 1.9; q2 += .41)
      for (double q3 = -.6; q3 < 2.9; q3 += .43) {
        const double Q2 = q2 - alpha, Q3 = q3 - alpha - beta;
        const double r = L1 + Lc * std::cos(Q2) + Ld * std::cos(Q3 - Q2);
        const Vector3d wrist(std::cos(q1) * r, std::sin(q1) * r,
                             Lc * std::sin(Q2) - Ld * std::sin(Q3 - Q2));
        const Isometry3d X = last_link(leg, {q1, q2, q3, 0}, 4);
        ASSERT_LT((X.translation() - wrist).norm(), 1e-14) << q1 << " " << q2 << " " << q3;
      }
}

TEST(Romerin6Leg, HasTheWristJointsBehindTheirGears) {
  const Robot robot = shipped("romerin4");
  const std::vector<double> stall{6.0, 9.9, 9.9, 2.0, 3.0, 4.5};
  const std::vector<double> cap{3.9, 6.435, 6.435, 1.3, 1.95, 2.925};
  // kinetic energy of the drives at unit joint rate: 1/2 J (4/3)^2, 2 x 1/2 J, 2 x 1/2 J / f^2
  const std::vector<double> armature{0.012, 0.039, 0.039, 0.08 / 9, 0.01, 0.0225};
  const std::vector<double> speed{6.597, 4.084, 4.084, 6.388 * .75, 6.388, 6.388 * 2 / 3};
  for (std::size_t j = 0; j < 6; ++j) {
    const controller::Joint& joint = robot.nominal.leg[3].joint[j];
    EXPECT_NEAR(joint.stall_torque_Nm, stall[j], 1e-12) << j;
    EXPECT_NEAR(joint.torque_limit_Nm, cap[j], 1e-12) << j;
    EXPECT_NEAR(joint.speed_limit_rad_s, speed[j], 1e-12) << j;
    EXPECT_NEAR(robot.drive[3][j].armature_kgm2, armature[j], 1e-12) << j;
    EXPECT_NEAR(robot.drive[3][j].stall_torque_Nm, stall[j], 1e-12) << j;
  }
  EXPECT_EQ(robot.drive[3][1].name, "XH540-W270-T");
  EXPECT_NEAR(robot.drive[0][4].gear.coulomb_Nm, 2 * robot.drive[0][3].gear.coulomb_Nm * .75,
              1e-12);
}

TEST(Romerin6Leg, CouplesTheWristsAnglesByItsDifferential) {
  const Leg leg = shipped("romerin4").nominal.leg[0];
  EXPECT_NEAR(leg.differential.ratio, 1.5, 1e-15);
  EXPECT_NEAR(leg.differential.limit_rad, M_PI, 1e-15);
}

TEST(Romerin7Leg, IsTheSixJointOneBehindAJointZeroThatRollsIt) {
  const Leg six = shipped("romerin4").nominal.leg[0], seven = shipped("romerin4x7").nominal.leg[0];
  ASSERT_EQ(seven.n_joints, 7);
  ASSERT_EQ(seven.n_arm, 4);
  const std::vector<double> q{.3, .6, 1.2, .4, .9, -.5};
  for (const double q0 : {-1.5, 0.0, 0.7}) {
    std::vector<double> with_q0{q0};
    with_q0.insert(with_q0.end(), q.begin(), q.end());
    const Isometry3d X_LA =
        Eigen::AngleAxisd(q0, Vector3d::UnitX()) * Eigen::Translation3d(.20464, 0, 0);
    const Isometry3d X_LJ = X_LA * last_link(six, q, 6);
    EXPECT_LT((last_link(seven, with_q0, 7).matrix() - X_LJ.matrix()).norm(), 1e-15) << q0;
  }
  for (std::size_t j = 0; j < 6; ++j)
    EXPECT_EQ(seven.joint[j + 1].torque_limit_Nm, six.joint[j].torque_limit_Nm) << j;
}

TEST(Romerin7Leg, IsAsLongAsThePapersModule) {
  const Leg leg = shipped("romerin4x7").nominal.leg[0];
  double length_m = leg.foot.standoff_m;
  for (const controller::Joint& joint : leg.joint) length_m += joint.p_PJ.x();
  EXPECT_NEAR(length_m, .86, 1e-12);
}

double total_mass(const controller::RobotModel& robot) {
  double mass = robot.body_mass_kg;
  for (const Leg& leg : robot.leg)
    for (const controller::Link& link : leg.link) mass += link.mass_kg;
  return mass;
}

TEST(ShippedRobots, WeighWhatTheModulesWeigh) {
  EXPECT_NEAR(total_mass(shipped("romerin4").nominal), 1.5 + 4 * 1.94, 1e-12);  // 9.26 kg
  EXPECT_NEAR(total_mass(shipped("romerin4x7").nominal), 1.5 + 4 * 1.94, 1e-12);
  EXPECT_NEAR(total_mass(shipped("romerin6").nominal), 1.5 + 6 * 1.94, 1e-12);
}

TEST(ShippedRobots, HaveTheBodyOfTheirBox) {
  const auto robot = shipped("romerin4").nominal;
  const double m = robot.body_mass_kg, x = .16, y = .165, z = .07;
  const Vector3d closed(y * y + z * z, x * x + z * z, x * x + y * y);
  EXPECT_LT((robot.I_C.diagonal() - m / 12 * closed).norm(), 1e-15);
  EXPECT_EQ(robot.p_BC, Vector3d::Zero());
}

TEST(ShippedRobots, AreMirroredAboutTheirLengthwisePlane) {
  for (const char* name : {"romerin4", "romerin4x7", "romerin6"}) {
    const auto legs = shipped(name).nominal.leg;
    for (std::size_t i = 0; i < legs.size(); i += 2) {
      const Vector3d mirror(1, -1, 1);
      const Vector3d left = legs[i].p_BW_nominal, right = legs[i + 1].p_BW_nominal;
      EXPECT_LT((left.cwiseProduct(mirror) - right).norm(), 1e-12) << legs[i].name;
      EXPECT_GT(left.y(), 0) << legs[i].name;
    }
  }
}

TEST(ShippedRobots, StandWithTheWristAlongEachHipsYaw) {
  for (const char* name : {"romerin4", "romerin6"})
    for (const Leg& leg : shipped(name).nominal.leg) {
      const Vector3d p_LW = leg.X_BL.inverse() * leg.p_BW_nominal;
      EXPECT_LT((p_LW - Vector3d(.22, 0, -.05)).norm(), 1e-12) << leg.name;
      EXPECT_GT(leg.p_BW_nominal.head<2>().norm(), leg.X_BL.translation().norm()) << leg.name;
    }
}

TEST(ShippedRobots, HexapodIsRegular) {
  const auto legs = shipped("romerin6").nominal.leg;
  for (std::size_t i = 0; i < legs.size(); ++i) {
    EXPECT_NEAR(legs[i].X_BL.translation().norm(), .14, 1e-6);
    // hips point straight out
    const Vector3d x_L = legs[i].X_BL.linear().col(0);
    EXPECT_LT(x_L.cross(legs[i].X_BL.translation()).norm(), 1e-6);
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_GE((legs[i].X_BL.translation() - legs[j].X_BL.translation()).norm(), .14 - 1e-6);
  }
}

TEST(ShippedRobots, StepFromTheRearForwardsOnEachSide) {
  const auto order = [](const char* robot) {
    const controller::Gait gait = shipped(robot).nominal.gait.at(0);
    std::vector<int> legs;
    for (int row = 0; row < static_cast<int>(gait.row.size()); ++row)
      legs.push_back(controller::first_of(controller::lifted_in(gait, row)));
    return legs;
  };
  EXPECT_EQ(order("romerin4"), (std::vector<int>{2, 0, 3, 1}));
  EXPECT_EQ(order("romerin6"), (std::vector<int>{4, 2, 0, 5, 3, 1}));
}

TEST(ShippedRobots, HoldWithTheSealedCupOfThePapers) {
  const Robot robot = shipped("romerin4");
  EXPECT_NEAR(robot.nominal.cup()->max_force_N, 120, 1);
  EXPECT_NEAR(robot.nominal.cup()->area_m2, M_PI * std::pow(robot.nominal.cup()->lip_radius_m, 2),
              1e-4);
  EXPECT_EQ(robot.nominal.cup()->goal_force_N, 60);
  EXPECT_NEAR(robot.cup->seal_tilt_rad, 5 * M_PI / 180, 1e-15);
}

}  // namespace
}  // namespace ventosa::models::romerin_test
