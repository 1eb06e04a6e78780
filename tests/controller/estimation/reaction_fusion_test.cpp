#include "controller/estimation/reaction_fusion.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <limits>
#include <random>

#include "controller/estimation/elastic_reactions.h"

namespace ventosa::controller::reaction_fusion_test {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kTorque_sd_Nm = 0.1, kGuess_sd_N = 20;

/// A stance with known true forces, and its simulated readings.
struct RandomStance {
  std::mt19937_64 rng;
  FusionProblem problem;
  PerLeg<Vector3d> F{};

  explicit RandomStance(std::uint64_t seed) : rng(seed) {
    problem.n_feet = std::uniform_int_distribution<int>(1, kMaxLegs)(rng);
    problem.force_sd_N = 0.5;
    problem.moment_sd_Nm = 0.2;
    const Vector3d somewhere = vector(1);
    Vector6d truth = Vector6d::Zero();
    for (std::size_t i = 0; i < feet(); ++i) {
      FusionFoot& foot = problem.foot[i];
      foot.p_B = somewhere + vector(0.3);
      F[i] = vector(30);
      truth.head<3>() += F[i];
      truth.tail<3>() += foot.p_B.cross(F[i]);
      read_torques(F[i], foot.reading);
      foot.reading += from_guess(F[i] + vector(kGuess_sd_N), kGuess_sd_N);
    }
    set_wrench(truth);
  }

  std::size_t feet() const { return static_cast<std::size_t>(problem.n_feet); }
  double normal(double sd) { return std::normal_distribution<double>(0, sd)(rng); }
  Vector3d vector(double sd) {
    const double x = normal(sd), y = normal(sd);
    return {x, y, normal(sd)};
  }

  void read_torques(const Vector3d& F_B, ForceReading& reading) {
    Leg leg;
    leg.n_arm = 3;
    ArmJacobian J(3, 3);
    LegReading seen;
    PerJoint<double> sd_Nm{};
    for (int j = 0; j < 3; ++j) {
      const auto k = static_cast<std::size_t>(j);
      J.col(j) = vector(0.2);
      seen.joint[k].tau_Nm = -J.col(j).dot(F_B) + normal(kTorque_sd_Nm);
      sd_Nm[k] = kTorque_sd_Nm;
    }
    reading += from_torques(leg, J, seen, {}, sd_Nm);
  }

  /// known to its deviation, of the moment about the mean of the feet
  void set_wrench(const Vector6d& truth) {
    Vector3d mean = Vector3d::Zero();
    for (std::size_t i = 0; i < feet(); ++i) mean += problem.foot[i].p_B / problem.n_feet;
    const Vector3d f = vector(problem.force_sd_N), m = vector(problem.moment_sd_Nm);
    problem.w = truth;
    problem.w.head<3>() += f;
    problem.w.tail<3>() += m + mean.cross(f);
  }
};

/// Reference: dense least squares over all stacked forces, by the normal matrix and its inverse.
struct DenseFusion {
  Eigen::VectorXd F;
  Eigen::MatrixXd covariance;

  explicit DenseFusion(const FusionProblem& problem) {
    const int n = 3 * problem.n_feet;
    Vector3d mean = Vector3d::Zero();
    for (int i = 0; i < problem.n_feet; ++i) mean += at(problem, i).p_B / problem.n_feet;
    Eigen::MatrixXd G(6, n);
    Eigen::MatrixXd precision = Eigen::MatrixXd::Zero(n, n);
    Eigen::VectorXd weighted(n);
    for (int i = 0; i < problem.n_feet; ++i) {
      const ForceEstimate alone = estimate(at(problem, i).reading);
      const Vector3d r = at(problem, i).p_B - mean;
      Matrix3d lever;
      lever << 0, -r.z(), r.y(), r.z(), 0, -r.x(), -r.y(), r.x(), 0;
      G.middleCols<3>(3 * i) << Matrix3d::Identity(), lever;
      precision.block<3, 3>(3 * i, 3 * i) = alone.covariance_B.inverse();
      weighted.segment<3>(3 * i) = alone.covariance_B.inverse() * alone.F_B;
    }
    Vector6d w = problem.w, weight;
    w.tail<3>() -= mean.cross(w.head<3>());
    weight << Vector3d::Constant(std::pow(problem.force_sd_N, -2)),
        Vector3d::Constant(std::pow(problem.moment_sd_Nm, -2));
    precision += G.transpose() * weight.asDiagonal() * G;
    weighted += G.transpose() * weight.asDiagonal() * w;
    covariance = precision.ldlt().solve(Eigen::MatrixXd::Identity(n, n));
    F = precision.ldlt().solve(weighted);
  }

  static const FusionFoot& at(const FusionProblem& problem, int i) {
    return problem.foot[static_cast<std::size_t>(i)];
  }
};

TEST(Fusion, IsTheDenseLeastSquaresAnswerWithItsCovariance) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const FusionProblem problem = RandomStance(seed).problem;
    const Fusion fusion = fuse(problem);
    ASSERT_EQ(fusion.status, FusionStatus::kOk) << seed;
    const DenseFusion dense(problem);
    for (int i = 0; i < problem.n_feet; ++i) {
      const ForceEstimate& foot = fusion.foot[static_cast<std::size_t>(i)];
      EXPECT_LT((foot.F_B - dense.F.segment<3>(3 * i)).norm(), 1e-8) << seed;
      EXPECT_LT((foot.covariance_B - dense.covariance.block<3, 3>(3 * i, 3 * i)).norm(), 1e-8)
          << seed;
    }
  }
}

TEST(Fusion, IsAsFarOffAsItsCovarianceSays) {
  double sum = 0;
  int n = 0;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    const RandomStance stance(seed);
    const Fusion fusion = fuse(stance.problem);
    for (std::size_t i = 0; i < stance.feet(); ++i) {
      const Vector3d e = fusion.foot[i].F_B - stance.F[i];
      sum += e.dot(fusion.foot[i].covariance_B.inverse() * e);
      ++n;
    }
  }
  // feet of one stance share its wrench error: ten deviations of independent feet
  EXPECT_NEAR(sum / n, 3, 10 * std::sqrt(6.0 / n));
}

TEST(Fusion, KnowsEveryFootBetterThanItsOwnSensors) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const FusionProblem problem = RandomStance(seed).problem;
    const Fusion fusion = fuse(problem);
    for (std::size_t i = 0; i < static_cast<std::size_t>(problem.n_feet); ++i) {
      const Matrix3d own = estimate(problem.foot[i].reading).covariance_B;
      const Matrix3d gain = own - fusion.foot[i].covariance_B;
      EXPECT_GT(Eigen::SelfAdjointEigenSolver<Matrix3d>(gain).eigenvalues()[0], -1e-9) << seed;
    }
  }
}

TEST(Fusion, WithoutSensorsIsTheLeastNormOfThePapers) {
  FusionProblem problem;
  problem.n_feet = 4;
  const Vector3d p[] = {{.4, .3, -.2}, {-.4, .35, -.18}, {-.38, -.3, -.2}, {.42, -.33, -.22}};
  for (std::size_t i = 0; i < 4; ++i) problem.foot[i].p_B = p[i];
  problem.w.head<3>() = Vector3d(70, 0, 0);
  problem.force_sd_N = problem.moment_sd_Nm = 1e-3;
  const Fusion fusion = fuse(problem);
  ASSERT_EQ(fusion.status, FusionStatus::kOk);
  const Vector3d F1(17.306705171491, 0.255542315656, -9.300410276928);
  EXPECT_LT((fusion.foot[0].F_B - F1).norm(), 1e-6);
}

TEST(Fusion, HangsARobotOnOneFootAsItsWeight) {
  FusionProblem problem;
  problem.n_feet = 1;
  problem.foot[0].p_B = Vector3d(0.3, 0.2, -0.1);
  problem.w << Vector3d(0, 0, 80), problem.foot[0].p_B.cross(Vector3d(0, 0, 80));
  const Fusion fusion = fuse(problem);
  ASSERT_EQ(fusion.status, FusionStatus::kOk);
  EXPECT_NEAR(fusion.foot[0].F_B.z(), 80, 1e-3);
  EXPECT_NEAR(std::sqrt(fusion.foot[0].covariance_B(2, 2)), problem.force_sd_N, 1e-3);
}

TEST(Fusion, LeavesThePullAlongTwoFeetUnknown) {
  FusionProblem problem;
  problem.n_feet = 2;
  problem.foot[0].p_B = Vector3d(0.3, 0, 0);
  problem.foot[1].p_B = Vector3d(-0.3, 0, 0);
  problem.w.head<3>() = Vector3d(0, 0, 80);
  const Fusion fusion = fuse(problem);
  ASSERT_EQ(fusion.status, FusionStatus::kOk);
  EXPECT_NEAR(fusion.foot[0].F_B.z(), 40, 1e-3);
  EXPECT_NEAR(std::sqrt(fusion.foot[0].covariance_B(0, 0)), kAnyForce_N / std::sqrt(2), 1);
}

TEST(Fusion, RefusesNoFootAndBadInput) {
  EXPECT_EQ(fuse({}).status, FusionStatus::kNoFoot);
  const FusionProblem good = RandomStance(1).problem;
  const auto spoilt = [&](auto spoil) {
    FusionProblem problem = good;
    spoil(problem);
    const Fusion fusion = fuse(problem);
    EXPECT_EQ(fusion.status, FusionStatus::kBadInput);
    for (const ForceEstimate& foot : fusion.foot) EXPECT_EQ(foot.F_B, Vector3d::Zero());
  };
  spoilt([](auto& p) { p.n_feet = -1; });
  spoilt([](auto& p) { p.n_feet = kMaxLegs + 1; });
  spoilt([](auto& p) { p.w[3] = kNaN; });
  spoilt([](auto& p) { p.foot[0].p_B.x() = std::numeric_limits<double>::infinity(); });
  spoilt([](auto& p) { p.foot[0].reading.precision_B(1, 1) = kNaN; });
  spoilt([](auto& p) { p.foot[0].reading.weighted_B[2] = kNaN; });
  spoilt([](auto& p) { p.force_sd_N = 0; });
  spoilt([](auto& p) { p.moment_sd_Nm = kNaN; });
  spoilt([](auto& p) {  // a single foot has no moment about itself, and none may be assumed
    p.n_feet = 1;
    p.moment_sd_Nm = 1e-200;
  });
}

}  // namespace
}  // namespace ventosa::controller::reaction_fusion_test
