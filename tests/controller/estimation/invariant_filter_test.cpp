#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <limits>

#include "controller/estimation/filter_contacts.h"
#include "tests/controller/filter_world.h"

namespace ventosa::controller::invariant_filter_test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// n x n, the identity if S is the covariance P
MatrixXd whitened(const MatrixXd& S, const MatrixXd& P) {
  const MatrixXd L = P.llt().matrixL();
  const MatrixXd half = L.triangularView<Eigen::Lower>().solve(S);
  return L.triangularView<Eigen::Lower>().solve(half.transpose());
}

TEST(InvariantFilter, CarriesItsCovarianceAsManyTrajectoriesDo) {
  constexpr int kSamples = 4000, kTicks = 20;
  Normal normal(1);
  FilterConfig config;
  config.gyro_noise_rad_s = 0.05;
  config.accel_noise_m_s2 = 0.5;
  config.gyro_bias_walk_rad_s2 = 0.01;
  config.accel_bias_walk_m_s3 = 0.05;
  config.foot_creep_m = 0.005;
  const InvariantFilter start = busy_filter(2, normal);
  const MatrixXd L = MatrixXd(start.P).llt().matrixL();
  const OdometryInput in{.specific_force_B = {1, -2, 9},
                         .w_WB_B = {0.3, -0.5, 0.4},
                         .gravity_W = kGravity_W,
                         .period_s = 0.01};
  InvariantFilter end = start;
  for (int n = 0; n < kTicks; ++n) predict(config, in, end);

  const double dt = in.period_s, root = std::sqrt(dt);
  MatrixXd S = MatrixXd::Zero(L.rows(), L.rows());
  for (int sample = 0; sample < kSamples; ++sample) {
    VectorXd white(L.rows());
    for (double& x : white) x = normal();
    TrueBody body = truth_behind(start, L * white);
    for (int n = 0; n < kTicks; ++n) {
      const Vector3d w = in.w_WB_B - body.gyro_bias - normal.vector(config.gyro_noise_rad_s);
      const Vector3d f =
          in.specific_force_B - body.accel_bias - normal.vector(config.accel_noise_m_s2);
      move_truth(w, f, dt, body);
      body.gyro_bias += normal.vector(config.gyro_bias_walk_rad_s2 * root);
      body.accel_bias += normal.vector(config.accel_bias_walk_m_s3 * root);
      for (std::size_t k = 0; k < 2; ++k) body.p_WW[k] += normal.vector(config.foot_creep_m * root);
    }
    const VectorXd xi = error_of(end, body);
    S += xi * xi.transpose() / kSamples;
  }
  // an entry of the sample covariance scatters by 1 / sqrt(kSamples), on the diagonal 1.4 as much
  const MatrixXd off = whitened(S, end.P) - MatrixXd::Identity(S.rows(), S.cols());
  EXPECT_LT(off.cwiseAbs().maxCoeff(), 5 * std::sqrt(2.0 / kSamples));
}

/// Positions of the feet in B, one below the other.
VectorXd seen_feet(const TrueBody& body, int n_feet) {
  VectorXd y(3 * n_feet);
  for (int k = 0; k < n_feet; ++k)
    y.segment<3>(3 * k) =
        body.R_WB.transpose() * (body.p_WW[static_cast<std::size_t>(k)] - body.p_WB);
  return y;
}

/// Textbook form: all feet at once, Jacobian by finite differences, Joseph's form.
void correct_by_the_book(const FilterConfig& config, const OdometryInput& in, InvariantFilter& f) {
  const Eigen::Index n = f.P.rows(), m = 3 * in.n_feet;
  VectorXd y(m);
  MatrixXd H(m, n), N = MatrixXd::Zero(m, m);
  for (int k = 0; k < in.n_feet; ++k) {
    const auto i = static_cast<std::size_t>(k);
    y.segment<3>(3 * k) = in.p_BW[i];
    N.block<3, 3>(3 * k, 3 * k) = std::pow(config.encoder_noise_rad, 2) * in.spread_m2[i];
  }
  constexpr double h = 1e-6;
  for (Eigen::Index j = 0; j < n; ++j) {
    const VectorXd xi = h * VectorXd::Unit(n, j);
    H.col(j) =
        (seen_feet(truth_behind(f, xi), in.n_feet) - seen_feet(truth_behind(f, -xi), in.n_feet)) /
        (2 * h);
  }
  const MatrixXd P = f.P;
  const MatrixXd K = P * H.transpose() * (H * P * H.transpose() + N).inverse();
  const TrueBody here = truth_behind(f, VectorXd::Zero(n));
  const TrueBody better = truth_behind(f, K * (y - seen_feet(here, in.n_feet)));
  const MatrixXd I_KH = MatrixXd::Identity(n, n) - K * H;
  f.P = I_KH * P * I_KH.transpose() + K * N * K.transpose();
  f.X_WB.linear() = better.R_WB;
  f.X_WB.translation() = better.p_WB;
  f.v_WB = better.v_WB;
  f.gyro_bias_B = better.gyro_bias;
  f.accel_bias_B = better.accel_bias;
  f.p_WW = better.p_WW;
}

TEST(InvariantFilter, CorrectsAsTheTextbookDoesWithAJacobianByFiniteDifferences) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Normal normal(seed);
    const int n_feet = 1 + static_cast<int>(seed) % 12;
    InvariantFilter f = busy_filter(n_feet, normal);
    OdometryInput in{.n_feet = n_feet,
                     .specific_force_B = {0, 0, 9.81},
                     .gravity_W = kGravity_W,
                     .period_s = 0.01};
    for (std::size_t i = 0; i < static_cast<std::size_t>(n_feet); ++i) {
      in.leg[i] = static_cast<int>(i);
      in.p_BW[i] = f.X_WB.inverse() * f.p_WW[i] + normal.vector(1e-3);
      const Matrix3d A = 0.3 * rotation_exp(normal.vector(1)) * Vector3d(.3, 1, 2).asDiagonal();
      in.spread_m2[i] = A * A.transpose();
    }
    const FilterConfig config;
    InvariantFilter expected = f;
    predict(config, in, expected);
    correct_by_the_book(config, in, expected);
    ASSERT_EQ(advance(config, in, f), FilterStatus::kOk);

    const MatrixXd off = whitened(f.P, expected.P) - MatrixXd::Identity(f.P.rows(), f.P.rows());
    EXPECT_LT(off.cwiseAbs().maxCoeff(), 1e-4) << seed;
    const TrueBody body = truth_behind(expected, VectorXd::Zero(f.P.rows()));
    EXPECT_LT(error_of(f, body).norm(), 1e-7) << seed;
  }
}

TEST(InvariantFilter, LearnsTheBiasOfTheGyroscopeWhileItStands) {
  const PerLeg<Vector3d> feet = square_of_feet();
  const Isometry3d X_WB(Eigen::Translation3d(0, 0, 0.2));
  OdometryInput in = at_rest_on_four(X_WB, feet);
  in.w_WB_B = {0.005, -0.004, 0.006};
  InvariantFilter f = start_filter({}, X_WB);
  for (int n = 0; n < 2000; ++n) ASSERT_EQ(advance({}, in, f), FilterStatus::kOk);
  EXPECT_LT((f.gyro_bias_B - in.w_WB_B).norm(), 1e-4);
  EXPECT_LT(rotation_log(f.X_WB.linear()).norm(), 1e-3);
  EXPECT_LT((f.P.block<3, 3>(9, 9).trace()), 3e-8);
}

TEST(InvariantFilter, TellsTheBiasOfTheAccelerometerFromATiltOnceTheBodyTurns) {
  const PerLeg<Vector3d> feet = square_of_feet();
  const Vector3d bias(0.1, -0.08, 0.05);
  FilterConfig config;
  config.accel_noise_m_s2 = 0.02;
  config.accel_bias_m_s2 = 0.2;
  config.start_angle_rad = 0.02;
  Isometry3d X_WB(Eigen::Translation3d(0, 0, 0.2));
  InvariantFilter f = start_filter(config, X_WB);
  const auto sideways = [&] { return (f.accel_bias_B - bias).head<2>().norm(); };
  for (int n = 0; n < 4000; ++n) {
    // it stands for 10 s, then rolls and pitches by up to 0.5 rad
    const double t = 0.01 * std::max(0, n - 1000), dt = 0.01;
    const auto attitude = [](double s) {
      return rotation_exp({0.5 * std::sin(s), 0.5 * (1 - std::cos(s)), 0});
    };
    X_WB.linear() = attitude(t);
    OdometryInput in = at_rest_on_four(X_WB, feet);
    const Matrix3d R_last = attitude(n > 1000 ? t - dt : 0);
    in.w_WB_B = rotation_log(R_last.transpose() * X_WB.linear()) / dt;
    // mean specific force between the attitudes while the body turns
    in.specific_force_B =
        -(left_jacobian(dt * in.w_WB_B).inverse() * R_last.transpose() * kGravity_W);
    in.specific_force_B += bias;
    ASSERT_EQ(advance(config, in, f), FilterStatus::kOk);
    if (n == 999) {
      EXPECT_GT(sideways(), 0.02);
    }
  }
  EXPECT_LT(sideways(), 0.01);
  EXPECT_LT((f.accel_bias_B - bias).norm(), 0.01);
}

TEST(InvariantFilter, KeepsEveryOtherCorrelationWhenAFootComesOrGoes) {
  Normal normal(7);
  InvariantFilter f = busy_filter(4, normal);
  const InvariantFilter before = f;
  detach_foot(1, f);
  ASSERT_EQ(f.n_feet, 3);
  EXPECT_EQ(f.leg[1], 3);
  EXPECT_EQ(f.P.topLeftCorner(18, 18), before.P.topLeftCorner(18, 18));
  EXPECT_EQ(MatrixXd(f.P.block(0, 18, 18, 3)), MatrixXd(before.P.block(0, 24, 18, 3)));
  EXPECT_EQ(MatrixXd(f.P.block(18, 18, 3, 3)), MatrixXd(before.P.block(24, 24, 3, 3)));

  const OdometryInput in = at_rest_on_four(f.X_WB, f.p_WW);
  attach_foot({}, in, 1, f);
  EXPECT_EQ(f.leg[3], 1);
  EXPECT_EQ(MatrixXd(f.P.bottomLeftCorner(3, 24)), MatrixXd(f.P.block(6, 0, 3, 24)));
  EXPECT_GT(MatrixXd(f.P).selfadjointView<Eigen::Lower>().eigenvalues().minCoeff(), 0);
}

TEST(InvariantFilter, KeepsAPositiveCovarianceInALongRunOfSteps) {
  constexpr int kTicks = 20000;
  const PerLeg<Vector3d> feet = square_of_feet();
  const Isometry3d X_WB(Eigen::Translation3d(0, 0, 0.2));
  FilterConfig config;
  config.accel_bias_m_s2 = 0.1;
  InvariantFilter f = start_filter(config, X_WB);
  for (int n = 0; n < kTicks; ++n) {
    OdometryInput in = at_rest_on_four(X_WB, feet);
    const bool lifted = n % 100 < 50;
    const std::size_t last = 3, leg = static_cast<std::size_t>(n / 100 % 4);
    if (lifted) {
      in.leg[leg] = in.leg[last];
      in.p_BW[leg] = in.p_BW[last];
      in.n_feet = 3;
    }
    ASSERT_EQ(advance(config, in, f), FilterStatus::kOk) << n;
    ASSERT_EQ(f.n_feet, lifted ? 3 : 4);
    if (n % 500 != 499) continue;
    const MatrixXd P = f.P;
    ASSERT_EQ(P, MatrixXd(P.transpose()));
    // scaled to a unit diagonal, because metres and radians cannot be compared
    const VectorXd scale = P.diagonal().cwiseMax(1e-30).cwiseSqrt().cwiseInverse();
    const MatrixXd C = scale.asDiagonal() * P * scale.asDiagonal();
    ASSERT_GT(C.selfadjointView<Eigen::Lower>().eigenvalues().minCoeff(), -1e-9) << n;
  }
}

TEST(InvariantFilter, StaysAsItWasOnReadingsOfNoWorld) {
  const PerLeg<Vector3d> feet = square_of_feet();
  const Isometry3d X_WB(Eigen::Translation3d(0, 0, 0.2));
  const OdometryInput good = at_rest_on_four(X_WB, feet);
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity(), 1e300}) {
    for (int what = 0; what < 4; ++what) {
      InvariantFilter f = start_filter({}, X_WB);
      ASSERT_EQ(advance({}, good, f), FilterStatus::kOk);
      const InvariantFilter before = f;
      OdometryInput in = good;
      if (what == 0) in.w_WB_B.y() = bad;
      if (what == 1) in.specific_force_B.x() = bad;
      if (what == 2) in.p_BW[3].z() = bad;
      if (what == 3) in.spread_m2[0](1, 1) = bad;
      EXPECT_NE(advance({}, in, f), FilterStatus::kOk) << what << ' ' << bad;
      EXPECT_EQ(f.X_WB.matrix(), before.X_WB.matrix());
      EXPECT_EQ(f.P, before.P);
      EXPECT_EQ(advance({}, good, f), FilterStatus::kOk);
    }
  }
  OdometryInput in = good;
  in.period_s = 0;
  InvariantFilter f = start_filter({}, X_WB);
  EXPECT_EQ(advance({}, in, f), FilterStatus::kBadInput);
}

}  // namespace
}  // namespace ventosa::controller::invariant_filter_test
