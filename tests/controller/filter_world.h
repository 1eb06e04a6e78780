#pragma once

#include <random>

#include "controller/estimation/invariant_filter.h"
#include "controller/model/rotation.h"

/// Closed-form motion of a body with an IMU on fixed feet, for tests of the filter.
namespace ventosa::controller {

inline const Vector3d kGravity_W(0, 0, -9.81);

/// Standard normal numbers from one seed.
class Normal {
 public:
  explicit Normal(std::uint64_t seed) : rng_(seed) {}
  double operator()() { return normal_(rng_); }
  Vector3d vector(double deviation) {
    const double x = (*this)(), y = (*this)(), z = (*this)();
    return deviation * Vector3d(x, y, z);
  }

 private:
  std::mt19937_64 rng_;
  std::normal_distribution<double> normal_;
};

/// True state that the filter estimates.
struct TrueBody {
  Matrix3d R_WB = Matrix3d::Identity();
  Vector3d v_WB = Vector3d::Zero();
  Vector3d p_WB = Vector3d::Zero();
  Vector3d gyro_bias = Vector3d::Zero();
  Vector3d accel_bias = Vector3d::Zero();
  PerLeg<Vector3d> p_WW = zero_vectors();  ///< contact points, in the filter's order
};

/// Error xi with X^ = exp(xi) X; for biases estimate minus truth.
inline Eigen::VectorXd error_of(const InvariantFilter& f, const TrueBody& body) {
  Eigen::VectorXd xi(f.P.rows());
  const Matrix3d E = f.X_WB.linear() * body.R_WB.transpose();
  const Vector3d phi = rotation_log(E);
  const Matrix3d J_inv = left_jacobian(phi).inverse();
  xi.head<9>() << phi, J_inv * (f.v_WB - E * body.v_WB),
      J_inv * (f.X_WB.translation() - E * body.p_WB);
  xi.segment<6>(9) << f.gyro_bias_B - body.gyro_bias, f.accel_bias_B - body.accel_bias;
  for (int k = 0; k < f.n_feet; ++k) {
    const auto i = static_cast<std::size_t>(k);
    xi.segment<3>(kCoreError + 3 * k) = J_inv * (f.p_WW[i] - E * body.p_WW[i]);
  }
  return xi;
}

/// True state for which the error of f is xi.
inline TrueBody truth_behind(const InvariantFilter& f, const Eigen::VectorXd& xi) {
  const Matrix3d E = rotation_exp(-xi.head<3>()), J = left_jacobian(-xi.head<3>());
  const auto back = [&](const Vector3d& x, int row) -> Vector3d {
    return E * x - J * xi.segment<3>(row);
  };
  TrueBody body{.R_WB = E * f.X_WB.linear(),
                .v_WB = back(f.v_WB, 3),
                .p_WB = back(f.X_WB.translation(), 6),
                .gyro_bias = f.gyro_bias_B - xi.segment<3>(9),
                .accel_bias = f.accel_bias_B - xi.segment<3>(12)};
  for (int k = 0; k < f.n_feet; ++k) {
    const auto i = static_cast<std::size_t>(k);
    body.p_WW[i] = back(f.p_WW[i], kCoreError + 3 * k);
  }
  return body;
}

/// Moves the true state by its angular velocity and specific force.
inline void move_truth(const Vector3d& w_B, const Vector3d& f_B, double dt, TrueBody& body) {
  // ten small steps, so that no closed form is shared with the filter
  constexpr int kSteps = 10;
  const double h = dt / kSteps;
  for (int k = 0; k < kSteps; ++k) {
    const Vector3d a_W = body.R_WB * rotation_exp(h / 2 * w_B) * f_B + kGravity_W;
    body.p_WB += h * body.v_WB + h * h / 2 * a_W;
    body.v_WB += h * a_W;
    body.R_WB = body.R_WB * rotation_exp(h * w_B);
  }
}

/// A filter with `n_feet` feet and a covariance with all correlations.
inline InvariantFilter busy_filter(int n_feet, Normal& normal) {
  Isometry3d X_WB = Isometry3d::Identity();
  X_WB.linear() = rotation_exp(normal.vector(1));
  X_WB.translation() = normal.vector(0.5);
  InvariantFilter f = start_filter({}, X_WB);
  f.v_WB = normal.vector(0.1);
  f.gyro_bias_B = normal.vector(0.01);
  f.accel_bias_B = normal.vector(0.1);
  f.n_feet = n_feet;
  const int n = kCoreError + 3 * n_feet;
  Eigen::VectorXd deviation(n);
  deviation.setConstant(2e-3);
  deviation.segment<3>(3).setConstant(1e-2);
  deviation.segment<3>(12).setConstant(2e-2);
  Eigen::MatrixXd A(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) A(i, j) = deviation[i] * ((i == j) + 0.2 * normal());
  f.P = A * A.transpose();
  for (int k = 0; k < n_feet; ++k) {
    f.leg[static_cast<std::size_t>(k)] = k;
    f.p_WW[static_cast<std::size_t>(k)] = X_WB * normal.vector(0.3);
  }
  return f;
}

/// Input of a resting body on four attached feet in a square.
inline OdometryInput at_rest_on_four(const Isometry3d& X_WB, const PerLeg<Vector3d>& p_WW) {
  OdometryInput in{.specific_force_B = -(X_WB.linear().transpose() * kGravity_W),
                   .gravity_W = kGravity_W,
                   .period_s = 0.01};
  for (std::size_t i = 0; i < 4; ++i) {
    in.leg[i] = in.n_feet++;
    in.p_BW[i] = X_WB.inverse() * p_WW[i];
    in.R_BF[i] = Eigen::AngleAxisd(M_PI, Vector3d::UnitX()).toRotationMatrix();
    in.spread_m2[i] = 0.1 * Matrix3d::Identity();
  }
  return in;
}

inline PerLeg<Vector3d> square_of_feet() {
  PerLeg<Vector3d> p_WW = zero_vectors();
  for (std::size_t i = 0; i < 4; ++i) p_WW[i] = {i < 2 ? .25 : -.25, i % 2 ? .25 : -.25, 0};
  return p_WW;
}

}  // namespace ventosa::controller
