#include "models/motor_map.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <stdexcept>

#include "models/robot.h"

namespace ventosa::models::motor_map_test {
namespace {

constexpr double kDegree = M_PI / 180;
constexpr double f = 34.0 / 51;  // of the wrist's differential

Robot shipped(const std::string& name) {
  return load(VENTOSA_SOURCE_DIR "/models/data/" + name + ".yaml");
}

/// Motor angles in the module's firmware, as its host has to set them  [deg]
std::array<double, 6> firmware_angles_deg(const std::array<double, 6>& q) {
  return {180 + q[0],
          180 + q[1],
          90 + q[2],
          180 + q[3] * 32 / 24,
          180 + (q[4] - q[5] / f),
          180 - (q[4] + q[5] / f)};
}

class AnyMotorMap : public testing::Test {
 protected:
  double any() { return uniform_(random_); }
  PerJoint<double> any_vector() {
    PerJoint<double> x;
    for (double& each : x) each = 3 * any();
    return x;
  }
  /// a permutation that no robot has: no entry is 0
  MotorMap any_map() {
    MotorMap::Matrix M;
    for (double& each : M.reshaped()) each = 0.2 * any();
    M += 3 * MotorMap::Matrix::Identity();
    return motor_map(any_vector(), M);
  }

  std::mt19937 random_{1};
  std::uniform_real_distribution<double> uniform_{-1, 1};
};

double dot(const PerJoint<double>& a, const PerJoint<double>& b) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += a[j] * b[j];
  return sum;
}

void expect_near(const PerJoint<double>& a, const PerJoint<double>& b) {
  for (std::size_t j = 0; j < a.size(); ++j) EXPECT_NEAR(a[j], b[j], 1e-13) << j;
}

TEST(RomerinMotors, StandWhereTheirFirmwareCounts) {
  const Robot six = shipped("romerin4"), seven = shipped("romerin4x7");
  const std::array<double, 6> poses_deg[] = {
      {}, {10, 20, 30, 40, 25, -30}, {-110, 55, 170, -135, -97, 55}, {0, 0, 0, 0, 0, 119}};
  for (const auto& pose_deg : poses_deg) {
    PerJoint<double> q{}, q_seven{};
    for (std::size_t j = 0; j < 6; ++j) q[j] = q_seven[j + 1] = pose_deg[j] * kDegree;
    q_seven[0] = 0.4;
    const auto expected_deg = firmware_angles_deg(pose_deg);
    for (int leg = 0; leg < 4; ++leg) {
      const PerJoint<double> m = six.motors[leg].motor_angles(q);
      const PerJoint<double> m_seven = seven.motors[leg].motor_angles(q_seven);
      for (std::size_t j = 0; j < 6; ++j) {
        EXPECT_NEAR(m[j] / kDegree, expected_deg[j], 1e-12) << j;
        EXPECT_NEAR(m_seven[j + 1] / kDegree, expected_deg[j], 1e-12) << j;
      }
      // our choice: the drive of joint 0 is unpublished
      EXPECT_NEAR(m_seven[0], M_PI + 0.4, 1e-15);
    }
  }
}

TEST(RomerinMotors, GiveTheTorquesOfALosslessDifferential) {
  const MotorMap motors = shipped("romerin6").motors[5];
  const PerJoint<double> tau_m{.1, -.2, .3, .4, .5, -.7};
  const PerJoint<double> tau_q = motors.joint_torques(tau_m);
  const PerJoint<double> expected{.1, -.2, .3, .4 * 4 / 3, .5 + .7, -(.5 - .7) / f};
  expect_near(tau_q, expected);
  expect_near(motors.motor_torques(expected), tau_m);
}

TEST(RomerinMotors, OfTheWristTurnTogether) {
  const MotorMap motors = shipped("romerin4").motors[0];
  const PerJoint<double> bend = motors.motor_speeds({0, 0, 0, 0, 1, 0});
  const PerJoint<double> roll = motors.motor_speeds({0, 0, 0, 0, 0, 1});
  EXPECT_NEAR(bend[4], 1, 1e-15);
  EXPECT_NEAR(bend[5], -1, 1e-15);
  EXPECT_NEAR(roll[4], -1.5, 1e-15);
  EXPECT_NEAR(roll[5], -1.5, 1e-15);
}

TEST_F(AnyMotorMap, GivesBackTheJointAnglesThatItTook) {
  for (int n = 0; n < 200; ++n) {
    const MotorMap map = any_map();
    const PerJoint<double> q = any_vector();
    expect_near(map.joint_angles(map.motor_angles(q)), q);
    expect_near(map.joint_speeds(map.motor_speeds(q)), q);
    expect_near(map.joint_torques(map.motor_torques(q)), q);
  }
}

TEST_F(AnyMotorMap, LosesNoPower) {
  for (int n = 0; n < 200; ++n) {
    const MotorMap map = any_map();
    const PerJoint<double> tau_m = any_vector(), dq = any_vector();
    EXPECT_NEAR(dot(map.joint_torques(tau_m), dq), dot(tau_m, map.motor_speeds(dq)), 1e-12);
  }
}

TEST_F(AnyMotorMap, HasTheSpeedsOfItsAngles) {
  const MotorMap map = any_map();
  const PerJoint<double> q = any_vector(), dq = any_vector();
  PerJoint<double> later = q, speed;
  for (std::size_t j = 0; j < q.size(); ++j) later[j] += dq[j];
  for (std::size_t j = 0; j < q.size(); ++j)
    speed[j] = map.motor_angles(later)[j] - map.motor_angles(q)[j];
  expect_near(map.motor_speeds(dq), speed);
}

TEST(MotorMap, OfNothingLeavesAnglesAlone) {
  const PerJoint<double> q{1, 2, 3, 4, 5, 6, 7};
  EXPECT_EQ(MotorMap{}.motor_angles(q), q);
  EXPECT_EQ(MotorMap{}.joint_torques(q), q);
}

TEST(MotorMap, NeedsAMotorForEachJoint) {
  MotorMap::Matrix M = MotorMap::Matrix::Identity();
  M.row(5) = -2 * M.row(4);
  EXPECT_THROW(motor_map({}, M), std::invalid_argument);
}

}  // namespace
}  // namespace ventosa::models::motor_map_test
