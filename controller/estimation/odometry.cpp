#include "controller/estimation/odometry.h"

#include <Eigen/LU>

#include "controller/model/rotation.h"

namespace ventosa::controller {
namespace {

constexpr double kGravityWeight_m2 = 1e-5;
constexpr double kGyroWeight_m2 = 1e-7;
constexpr double kWeightless_m_s2 = 1e-6;  // below, rounding decides where a specific force points
constexpr double kAtRestBand = 0.1;        // accelerometer used while within 10 % of gravity
constexpr int kMaxIterations = 8;
constexpr double kConverged_rad = 1e-14;

struct Centroids {
  Vector3d p_B = Vector3d::Zero();
  Vector3d p_W = Vector3d::Zero();
};

Centroids centroids(const OdometryInput& in) {
  Centroids c;
  if (in.n_feet == 0) return c;
  for (int i = 0; i < in.n_feet; ++i) {
    c.p_B += in.p_BW[i];
    c.p_W += in.p_WW[i];
  }
  c.p_B /= in.n_feet;
  c.p_W /= in.n_feet;
  return c;
}

/// Normal equations A phi = b for a small rotation phi of R.
struct Normal {
  Matrix3d A = Matrix3d::Zero();
  Vector3d b = Vector3d::Zero();

  /// adds the pair of a rotated point p and its target a
  void add(const Vector3d& p, const Vector3d& a, double weight) {
    A += weight * (p.squaredNorm() * Matrix3d::Identity() - p * p.transpose());
    b += weight * p.cross(a);
  }
};

bool at_rest(const Vector3d& specific_force_B, const Vector3d& gravity_W) {
  const double g = gravity_W.norm();
  return g > kWeightless_m_s2 && std::abs(specific_force_B.norm() - g) < kAtRestBand * g;
}

Normal linearise(const Matrix3d& R, const Matrix3d& R_predicted, const Centroids& c,
                 const OdometryInput& in) {
  Normal normal;
  for (int i = 0; i < in.n_feet; ++i) normal.add(R * (in.p_BW[i] - c.p_B), in.p_WW[i] - c.p_W, 1);
  if (at_rest(in.specific_force_B, in.gravity_W))
    normal.add(R * in.specific_force_B.normalized(), -in.gravity_W.normalized(), kGravityWeight_m2);
  normal.A += kGyroWeight_m2 * Matrix3d::Identity();
  normal.b += kGyroWeight_m2 * rotation_log(R_predicted * R.transpose());
  return normal;
}

}  // namespace

Vector3d tilt_error(const Matrix3d& R_WB, const Vector3d& specific_force_B,
                    const Vector3d& gravity_W) noexcept {
  if (!at_rest(specific_force_B, gravity_W)) return Vector3d::Zero();
  return (R_WB * specific_force_B.normalized()).cross(-gravity_W.normalized());
}

Isometry3d register_body(const Isometry3d& X_WB_last, const OdometryInput& in) noexcept {
  constexpr int kEnough = 3;
  if (!in.has_imu && in.n_feet < kEnough) return X_WB_last;
  const Matrix3d R_predicted = X_WB_last.linear() * rotation_exp(in.period_s * in.w_WB_B);
  const Centroids c = centroids(in);
  Matrix3d R = R_predicted;
  for (int k = 0; k < kMaxIterations; ++k) {
    const Normal normal = linearise(R, R_predicted, c, in);
    const Vector3d turn = normal.A.inverse() * normal.b;
    R = rotation_exp(turn) * R;
    if (turn.norm() < kConverged_rad) break;
  }
  Isometry3d X_WB = X_WB_last;
  X_WB.linear() = orthonormal(R);
  if (in.n_feet > 0) X_WB.translation() = c.p_W - X_WB.linear() * c.p_B;
  return X_WB;
}

}  // namespace ventosa::controller
