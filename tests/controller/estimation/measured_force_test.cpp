#include "controller/estimation/measured_force.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace ventosa::controller::measured_force_test {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

struct Draw {
  std::mt19937_64 rng{7};

  double normal(double sd) { return std::normal_distribution<double>(0, sd)(rng); }
  Vector3d vector(double sd) {
    const double x = normal(sd), y = normal(sd);
    return {x, y, normal(sd)};
  }
  ArmJacobian jacobian(int n_arm) {
    ArmJacobian J(3, n_arm);
    for (int j = 0; j < n_arm; ++j) J.col(j) = vector(0.2);
    return J;
  }
};

Leg arm(int n_arm) {
  Leg leg;
  leg.n_arm = n_arm;
  return leg;
}

PerJoint<double> all(double sd_Nm) {
  PerJoint<double> sd{};
  sd.fill(sd_Nm);
  return sd;
}

/// readings of drives with these errors under F:  tau = tau_free - J'F + e
LegReading reading_under(const Vector3d& F_B, const ArmJacobian& J, const PerJoint<double>& free,
                         double sd_Nm, Draw& draw) {
  LegReading reading;
  for (int j = 0; j < J.cols(); ++j) {
    const auto k = static_cast<std::size_t>(j);
    reading.joint[k].tau_Nm = free[k] - J.col(j).dot(F_B) + (sd_Nm > 0 ? draw.normal(sd_Nm) : 0);
  }
  return reading;
}

double normalized_error(const ForceEstimate& force, const Vector3d& F_B) {
  const Vector3d e = force.F_B - F_B;
  return e.dot(force.covariance_B.inverse() * e);
}

TEST(MotorReading, GivesTheForceBackThatTheTorquesCarry) {
  Draw draw;
  for (const int n_arm : {3, 4})
    for (int n = 0; n < 500; ++n) {
      const ArmJacobian J = draw.jacobian(n_arm);
      if ((J * J.transpose()).determinant() < 1e-7) continue;
      const PerJoint<double> free{1, -2, 0.5, 0.3};
      const Vector3d F_B = draw.vector(40);
      const auto reading = reading_under(F_B, J, free, 0, draw);
      const auto force = estimate(from_torques(arm(n_arm), J, reading, free, all(1e-3)));
      EXPECT_LT((force.F_B - F_B).norm(), 1e-2);  // bias of the prior towards zero, +- kAnyForce_N
    }
}

TEST(MotorReading, IsAsFarOffAsItsCovarianceSays) {
  for (const int n_arm : {3, 4}) {
    Draw draw;
    constexpr int kDraws = 20000;
    double sum = 0;
    for (int n = 0; n < kDraws; ++n) {
      const ArmJacobian J = draw.jacobian(n_arm);
      const Vector3d F_B = draw.vector(kAnyForce_N);  // prior of every estimate
      const PerJoint<double> free{1, -2, 0.5, 0.3};
      const auto reading = reading_under(F_B, J, free, 0.1, draw);
      sum += normalized_error(estimate(from_torques(arm(n_arm), J, reading, free, all(0.1))), F_B);
    }
    // chi squared with 3 degrees has variance 6: five deviations of the mean
    EXPECT_NEAR(sum / kDraws, 3, 5 * std::sqrt(6.0 / kDraws));
  }
}

TEST(MotorReading, KnowsLessAndLessTowardsASingularArmButNeverNothing) {
  const Vector3d F_B(3, -4, 5);
  double last_sd = 0;
  for (const double lever_m : {0.3, 1e-2, 1e-4, 1e-8, 0.0}) {
    ArmJacobian J(3, 3);
    J << 0.2, 0, 0, 0, 0.3, 0, 0, 0, lever_m;
    Draw draw;
    const auto reading = reading_under(F_B, J, {}, 0, draw);
    const auto force = estimate(from_torques(arm(3), J, reading, {}, all(0.1)));
    const double sd = std::sqrt(force.covariance_B(2, 2));
    EXPECT_GE(sd, last_sd);
    EXPECT_LE(sd, kAnyForce_N * (1 + 1e-9));
    EXPECT_NEAR(force.F_B.x(), F_B.x(), 1e-3);  // the other two are as accurate as before
    EXPECT_NEAR(force.F_B.y(), F_B.y(), 1e-3);
    last_sd = sd;
  }
  EXPECT_NEAR(last_sd, kAnyForce_N, 1e-3);
}

TEST(MotorReading, LeavesOutWhatIsNotFinite) {
  Draw draw;
  const ArmJacobian J = draw.jacobian(3);
  LegReading reading = reading_under({1, 2, 3}, J, {}, 0, draw);
  reading.joint[1].tau_Nm = kNaN;
  const auto one_less = from_torques(arm(3), J, reading, {}, all(0.1));
  EXPECT_TRUE(one_less.precision_B.allFinite() && one_less.weighted_B.allFinite());
  EXPECT_NEAR(one_less.precision_B.determinant(), 0, 1e-9);
  reading.joint[0].tau_Nm = reading.joint[2].tau_Nm = std::numeric_limits<double>::infinity();
  const auto nothing = estimate(from_torques(arm(3), J, reading, {}, all(0.1)));
  EXPECT_EQ(nothing.F_B, Vector3d::Zero());
  EXPECT_NEAR(nothing.covariance_B(0, 0), kAnyForce_N * kAnyForce_N, 1);
}

TEST(MotorReading, IgnoresADriveWithoutDeviation) {
  Draw draw;
  const ArmJacobian J = draw.jacobian(3);
  EXPECT_EQ(from_torques(arm(3), J, {}, {}, all(0)).precision_B, Matrix3d::Zero());
  EXPECT_EQ(from_torques(arm(3), J, {}, {}, all(kNaN)).precision_B, Matrix3d::Zero());
}

struct PressedLip : testing::Test {
  const Lip lip{.stiffness_N_m = 4e4, .rest_m = 0.008, .distance_sd_m = 3e-4};
  const Vector3d n_B = Vector3d(1, 2, -2) / 3;
  const Vector3d hanging_B{0, 0, -6};
  static constexpr double kGrip_N = 120;

  static CupReading at(double distance_m) {
    return {.distance_m = {distance_m, distance_m, distance_m}};
  }
};

TEST_F(PressedLip, TellsTheForceAlongTheNormalOnly) {
  // 3.5 mm in: 140 N of lip against 120 N of vacuum
  const auto reading = from_lip(lip, at(0.0045), kGrip_N, n_B, hanging_B);
  const double sd_N = 4e4 * 3e-4;
  EXPECT_NEAR(n_B.dot(reading.weighted_B) * sd_N * sd_N, 20 + n_B.dot(hanging_B), 1e-9);
  EXPECT_NEAR(reading.precision_B.trace(), 1 / (sd_N * sd_N), 1e-12);
  EXPECT_LT((reading.precision_B * n_B.unitOrthogonal()).norm(), 1e-15);
}

TEST_F(PressedLip, IsWithinItsDeviationWhenReadInWholeMillimetres) {
  std::mt19937_64 rng{3};
  double sum = 0;
  constexpr int kDraws = 10000;
  for (int n = 0; n < kDraws; ++n) {
    const double d_m = std::uniform_real_distribution<double>(0.002, 0.008)(rng);
    const double read_m = 1e-3 * std::round(1e3 * d_m);
    const auto reading = from_lip(lip, at(read_m), kGrip_N, n_B, hanging_B);
    const double truth_N = 4e4 * (0.008 - d_m) - kGrip_N + n_B.dot(hanging_B);
    const double sd_N = 4e4 * 3e-4;
    const double error = n_B.dot(reading.weighted_B) * sd_N - truth_N / sd_N;
    sum += error * error;
  }
  EXPECT_NEAR(sum / kDraws, 1, 0.1);  // uniform +- 0.5 mm has 0.289 mm
}

TEST_F(PressedLip, SaysNothingOutOfRangeOrWithoutASpring) {
  CupReading one_lost = at(0.004);
  one_lost.distance_m[1] = kNoDistance_m;
  CupReading broken = at(0.004);
  broken.distance_m[2] = kNaN;
  for (const CupReading& reading : {at(kNoDistance_m), one_lost, broken})
    EXPECT_EQ(from_lip(lip, reading, kGrip_N, n_B, hanging_B).precision_B, Matrix3d::Zero());
  for (const Lip& none : {Lip{0, 0.008, 3e-4}, Lip{4e4, 0, 3e-4}, Lip{4e4, 0.008, 0}})
    EXPECT_EQ(from_lip(none, at(0.004), kGrip_N, n_B, hanging_B).precision_B, Matrix3d::Zero());
}

}  // namespace
}  // namespace ventosa::controller::measured_force_test
