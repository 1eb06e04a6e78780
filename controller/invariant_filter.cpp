#include "controller/invariant_filter.h"

#include <Eigen/Cholesky>
#include <cmath>
#include <limits>

#include "controller/rotation.h"

namespace ventosa::controller {
namespace {

// rows of the error
constexpr int kR = 0, kV = 3, kP = 6, kGyro = 9, kAccel = 12;
constexpr int row_of(int foot) { return kCoreError + 3 * foot; }

constexpr double kLooseCreep_m = 0.05;  // of a foot whose alarm rings, in 1 s

// readings of this world
constexpr double kMostRate_rad_s = 100;
constexpr double kMostForce_m_s2 = 1000;
constexpr double kMostReach_m = 100;

/// n x 3 of the error's rows
using Columns = Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::ColMajor, kMaxError, 3>;
using Error = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, kMaxError, 1>;

/// lower triangle of P += scale W W'
void add_outer(double scale, const Columns& W, ErrorCovariance& P) {
  const Eigen::Index n = P.rows();
  for (Eigen::Index j = 0; j < n; ++j) {
    const Vector3d w = scale * W.row(j).transpose();
    P.col(j).tail(n - j) +=
        w.x() * W.col(0).tail(n - j) + w.y() * W.col(1).tail(n - j) + w.z() * W.col(2).tail(n - j);
  }
}

void mirror(ErrorCovariance& P) {
  for (Eigen::Index j = 1; j < P.cols(); ++j)
    for (Eigen::Index i = 0; i < j; ++i) P(i, j) = P(j, i);
}

/// three columns of a symmetric matrix of which the lower triangle is kept
Columns columns(const ErrorCovariance& P, int first) {
  const Eigen::Index n = P.rows();
  Columns c(n, 3);
  c.topRows(first) = P.block(first, 0, 3, first).transpose();
  c.middleRows<3>(first) = P.block<3, 3>(first, first).selfadjointView<Eigen::Lower>();
  c.bottomRows(n - first - 3) = P.block(first + 3, first, n - first - 3, 3);
  return c;
}

bool is_plausible(const OdometryInput& in) {
  const auto below = [](const Vector3d& v, double most) { return v.norm() < most; };  // no NaN is
  bool ok = below(in.w_WB_B, kMostRate_rad_s) && below(in.specific_force_B, kMostForce_m_s2) &&
            in.period_s > 0 && in.n_feet >= 0 && in.n_feet <= kMaxLegs;
  for (std::size_t i = 0; ok && i < static_cast<std::size_t>(in.n_feet); ++i)
    ok = below(in.p_BW[i], kMostReach_m) && in.spread_m2[i].allFinite();
  return ok;
}

int place_of(int leg, const InvariantFilter& f) {
  for (int k = 0; k < f.n_feet; ++k)
    if (f.leg[static_cast<std::size_t>(k)] == leg) return k;
  return -1;
}

// ---- prediction

void move(const OdometryInput& in, const Vector3d& w_B, const Vector3d& f_B, InvariantFilter& f) {
  const double dt = in.period_s;
  const Matrix3d R_WB = f.X_WB.linear();
  // the body turns while it accelerates: the mean over the period
  const Vector3d a_W = R_WB * (left_jacobian(dt * w_B) * f_B) + in.gravity_W;
  f.X_WB.translation() += dt * f.v_WB + 0.5 * dt * dt * a_W;
  f.v_WB += dt * a_W;
  f.X_WB.linear() = orthonormal(R_WB * rotation_exp(dt * w_B));
}

/// M <- M Phi':  Phi of the period, with  B = -dt R (gyro bias), C = -dt R (accelerometer bias):
///   R += B,  v += dt g x R + v x B + C,  p += dt v + dt^2/2 g x R + p x B + dt/2 C,  d += d x B
void carry_columns(const OdometryInput& in, const InvariantFilter& f, ErrorCovariance& M) {
  const double dt = in.period_s;
  const Matrix3d R_BW = -dt * f.X_WB.linear().transpose();
  const Columns B = M.middleCols<3>(kGyro).lazyProduct(R_BW);
  const Columns C = M.middleCols<3>(kAccel).lazyProduct(R_BW);
  const Columns R_mean = M.middleCols<3>(kR) + 0.5 * B;
  const Columns G = R_mean.lazyProduct(Matrix3d(-dt * skew(in.gravity_W)));
  const auto turned = [&B](const Vector3d& p_W) -> Columns {
    return B.lazyProduct(Matrix3d(-skew(p_W)));
  };
  M.middleCols<3>(kP) += dt * M.middleCols<3>(kV) + 0.5 * dt * (G + C);
  M.middleCols<3>(kP) += turned(f.X_WB.translation());
  M.middleCols<3>(kV) += G + C;
  M.middleCols<3>(kV) += turned(f.v_WB);
  M.middleCols<3>(kR) += B;
  for (int k = 0; k < f.n_feet; ++k)
    M.middleCols<3>(row_of(k)) += turned(f.p_WW[static_cast<std::size_t>(k)]);
}

/// what a turn of the body about W's origin does to the error
Columns turn_columns(const InvariantFilter& f) {
  Columns G = Columns::Zero(f.P.rows(), 3);
  G.middleRows<3>(kR).setIdentity();
  G.middleRows<3>(kV) = skew(f.v_WB);
  G.middleRows<3>(kP) = skew(f.X_WB.translation());
  for (int k = 0; k < f.n_feet; ++k)
    G.middleRows<3>(row_of(k)) = skew(f.p_WW[static_cast<std::size_t>(k)]);
  return G;
}

double creep_m(const FilterConfig& config, const InvariantFilter& f, int k) {
  const auto leg = static_cast<std::size_t>(f.leg[static_cast<std::size_t>(k)]);
  return f.watch[leg].alarm == FootAlarm::kNone ? config.foot_creep_m : kLooseCreep_m;
}

/// lower triangle of P += Q
void add_noise(const FilterConfig& config, double dt, InvariantFilter& f) {
  const auto add = [&f](int row, int col, double variance) {
    f.P.block<3, 3>(row, col).diagonal().array() += variance;
  };
  const double gyro = config.gyro_noise_rad_s * dt;
  const double accel = config.accel_noise_m_s2 * dt;
  const auto walk = [dt](double in_1_s) { return in_1_s * in_1_s * dt; };
  add_outer(gyro * gyro, turn_columns(f), f.P);
  add(kV, kV, accel * accel);
  add(kP, kV, accel * accel * dt / 2);
  add(kP, kP, accel * accel * dt * dt / 4);
  add(kGyro, kGyro, walk(config.gyro_bias_walk_rad_s2));
  add(kAccel, kAccel, walk(config.accel_bias_walk_m_s3));
  for (int k = 0; k < f.n_feet; ++k) add(row_of(k), row_of(k), walk(creep_m(config, f, k)));
}

// ---- correction

/// covariance of a measured wrist point, in W
Matrix3d measured_covariance(const FilterConfig& config, const OdometryInput& in, std::size_t foot,
                             const InvariantFilter& f) {
  const double variance = config.encoder_noise_rad * config.encoder_noise_rad;
  const Matrix3d& R = f.X_WB.linear();
  return variance * (R * in.spread_m2[foot] * R.transpose());
}

/// of the k-th contact point, measured as foot `foot` of the input; reads the lower triangle
FootInnovation innovation(const FilterConfig& config, const OdometryInput& in, std::size_t foot,
                          int k, const InvariantFilter& f) {
  FootInnovation seen;
  const int d = row_of(k);
  const auto& P = f.P;
  const Matrix3d P_dp = P.block<3, 3>(d, kP);
  const Matrix3d P_pp = P.block<3, 3>(kP, kP).selfadjointView<Eigen::Lower>();
  const Matrix3d P_dd = P.block<3, 3>(d, d).selfadjointView<Eigen::Lower>();
  seen.z_W = f.X_WB * in.p_BW[foot] - f.p_WW[static_cast<std::size_t>(k)];
  seen.S = P_pp + P_dd - P_dp - P_dp.transpose() + measured_covariance(config, in, foot, f);
  seen.nis = seen.z_W.dot(seen.S.llt().solve(seen.z_W));
  return seen;
}

/// P -= K S K', error += K (z - H error), one foot after the other: their noises are independent
bool correct(const FilterConfig& config, const OdometryInput& in, std::size_t foot, int k,
             const Vector3d& z_W, Error& error, InvariantFilter& f) {
  const int d = row_of(k);
  Columns W = columns(f.P, kP);
  W -= columns(f.P, d);
  Matrix3d S = W.middleRows<3>(kP) - W.middleRows<3>(d);
  S += measured_covariance(config, in, foot, f);
  const Eigen::LLT<Matrix3d> root(S);
  if (root.info() != Eigen::Success) return false;

  // S = L L', K S K' = W W' with W = P H' L'^-1
  const Matrix3d L_inv = root.matrixL().solve(Matrix3d::Identity());
  const Columns scaled = W.lazyProduct(L_inv.transpose());
  const Vector3d rest_W = z_W - error.segment<3>(kP) + error.segment<3>(d);
  error += scaled.lazyProduct(L_inv * rest_W);
  add_outer(-1, scaled, f.P);
  return true;
}

/// X <- exp(-error) X
void apply(const Error& error, InvariantFilter& f) {
  const Vector3d phi = -error.segment<3>(kR);
  const Matrix3d E = rotation_exp(phi), J = left_jacobian(phi);
  const auto moved = [&](const Vector3d& x, int row) -> Vector3d {
    return E * x - J * error.segment<3>(row);
  };
  f.X_WB.linear() = orthonormal(E * f.X_WB.linear());
  f.X_WB.translation() = moved(f.X_WB.translation(), kP);
  f.v_WB = moved(f.v_WB, kV);
  f.gyro_bias_B -= error.segment<3>(kGyro);
  f.accel_bias_B -= error.segment<3>(kAccel);
  for (int k = 0; k < f.n_feet; ++k) {
    Vector3d& p_WW = f.p_WW[static_cast<std::size_t>(k)];
    p_WW = moved(p_WW, row_of(k));
  }
}

bool is_sound(const InvariantFilter& f) {
  return f.X_WB.matrix().allFinite() && f.v_WB.allFinite() && std::isfinite(f.P.trace()) &&
         f.P.diagonal().minCoeff() >= 0;
}

// ---- the feet of one tick

/// A measured contact point.
struct Measured {
  std::size_t foot = 0;  ///< of the input
  int k = 0;             ///< of the filter
  FootInnovation seen;
};

struct MeasuredFeet {
  int n = 0;
  PerLeg<Measured> at{};
};

void let_go(const OdometryInput& in, InvariantFilter& f) {
  for (int k = f.n_feet - 1; k >= 0; --k) {
    bool held = false;
    for (std::size_t i = 0; i < static_cast<std::size_t>(in.n_feet); ++i)
      held = held || in.leg[i] == f.leg[static_cast<std::size_t>(k)];
    if (!held) detach_foot(k, f);
  }
}

MeasuredFeet measure(const FilterConfig& config, const OdometryInput& in,
                     const InvariantFilter& f) {
  MeasuredFeet feet;
  for (std::size_t i = 0; i < static_cast<std::size_t>(in.n_feet); ++i) {
    const int k = place_of(in.leg[i], f);
    if (k < 0) continue;
    feet.at[static_cast<std::size_t>(feet.n++)] = {i, k, innovation(config, in, i, k, f)};
  }
  return feet;
}

void watch_feet(const OdometryInput& in, const MeasuredFeet& feet, InvariantFilter& f) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(feet.n); ++i) {
    const Measured& m = feet.at[i];
    const auto leg = static_cast<std::size_t>(in.leg[m.foot]);
    const Vector3d outwards_W = -(f.X_WB.linear() * in.R_BF[m.foot].col(2));
    watch_slip(m.seen, outwards_W, in.period_s, f.watch[leg]);
    f.nis[leg] = m.seen.nis;
  }
}

/// one foot out of line is that foot's fault; if most are, it is the body's
bool most_are_improbable(const MeasuredFeet& feet) {
  int n = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(feet.n); ++i)
    n += feet.at[i].seen.nis > kImprobable;
  return 2 * n > feet.n;
}

bool correct_all(const FilterConfig& config, const OdometryInput& in, const MeasuredFeet& feet,
                 InvariantFilter& f) {
  const double gate =
      most_are_improbable(feet) ? std::numeric_limits<double>::infinity() : kImprobable;
  Error error = Error::Zero(f.P.rows());
  for (std::size_t i = 0; i < static_cast<std::size_t>(feet.n); ++i) {
    const Measured& m = feet.at[i];
    if (m.seen.nis > gate) continue;
    if (!correct(config, in, m.foot, m.k, m.seen.z_W, error, f)) return false;
  }
  apply(error, f);
  return true;
}

void take_up(const FilterConfig& config, const OdometryInput& in, InvariantFilter& f) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(in.n_feet); ++i)
    if (place_of(in.leg[i], f) < 0) attach_foot(config, in, i, f);
}

}  // namespace

PerLeg<Vector3d> InvariantFilter::no_points() {
  PerLeg<Vector3d> none;
  none.fill(Vector3d::Zero());
  return none;
}

InvariantFilter start_filter(const FilterConfig& config, const Isometry3d& X_WB) noexcept {
  InvariantFilter f;
  f.X_WB = X_WB;
  f.P.setZero(kCoreError, kCoreError);
  const auto set = [&f](int row, double deviation) {
    f.P.block<3, 3>(row, row).diagonal().setConstant(deviation * deviation);
  };
  set(kP, config.start_position_m);
  set(kGyro, config.gyro_bias_rad_s);
  set(kAccel, config.accel_bias_m_s2);
  // the body may be turned about itself, not about W's origin
  add_outer(config.start_angle_rad * config.start_angle_rad, turn_columns(f), f.P);
  mirror(f.P);
  return f;
}

void predict(const FilterConfig& config, const OdometryInput& in, InvariantFilter& f) noexcept {
  ErrorCovariance M = f.P;
  carry_columns(in, f, M);
  f.P = M.transpose();
  carry_columns(in, f, f.P);
  add_noise(config, in.period_s, f);
  mirror(f.P);
  move(in, in.w_WB_B - f.gyro_bias_B, in.specific_force_B - f.accel_bias_B, f);
}

void attach_foot(const FilterConfig& config, const OdometryInput& in, std::size_t foot,
                 InvariantFilter& f) noexcept {
  const Eigen::Index n = f.P.rows();
  const auto k = static_cast<std::size_t>(f.n_feet++);
  f.leg[k] = in.leg[foot];
  f.p_WW[k] = f.X_WB * in.p_BW[foot];
  f.watch[static_cast<std::size_t>(in.leg[foot])] = {};

  // xi_d = xi_p + R noise
  f.P.conservativeResize(n + 3, n + 3);
  f.P.block(n, 0, 3, n) = f.P.block(kP, 0, 3, n);
  f.P.block(0, n, n, 3) = f.P.block(0, kP, n, 3);
  f.P.block<3, 3>(n, n) = f.P.block<3, 3>(kP, kP) + measured_covariance(config, in, foot, f);
}

void detach_foot(int k, InvariantFilter& f) noexcept {
  const int last = --f.n_feet;
  const auto from = static_cast<std::size_t>(last), to = static_cast<std::size_t>(k);
  f.nis[static_cast<std::size_t>(f.leg[to])] = 0;
  f.watch[static_cast<std::size_t>(f.leg[to])] = {};
  f.leg[to] = f.leg[from];
  f.p_WW[to] = f.p_WW[from];
  f.P.middleRows<3>(row_of(k)) = f.P.middleRows<3>(row_of(last)).eval();
  f.P.middleCols<3>(row_of(k)) = f.P.middleCols<3>(row_of(last)).eval();
  f.P.conservativeResize(row_of(last), row_of(last));
}

FilterStatus advance(const FilterConfig& config, const OdometryInput& in,
                     InvariantFilter& filter) noexcept {
  if (!is_plausible(in)) return FilterStatus::kBadInput;
  InvariantFilter f = filter;
  predict(config, in, f);
  let_go(in, f);
  const MeasuredFeet feet = measure(config, in, f);
  watch_feet(in, feet, f);
  if (!correct_all(config, in, feet, f)) return FilterStatus::kDiverged;
  mirror(f.P);
  take_up(config, in, f);
  if (!is_sound(f)) return FilterStatus::kDiverged;
  filter = f;
  return FilterStatus::kOk;
}

void turn_about_body(const Matrix3d& turn, InvariantFilter& f) noexcept {
  const Vector3d p_WB = f.X_WB.translation();
  f.X_WB.linear() = orthonormal(turn * f.X_WB.linear());
  f.v_WB = turn * f.v_WB;
  for (Vector3d& p_WW : f.p_WW) p_WW = p_WB + turn * (p_WW - p_WB);
}

Matrix6d pose_covariance(const InvariantFilter& f) noexcept {
  Matrix6d P;
  P << f.P.block<3, 3>(kR, kR), f.P.block<3, 3>(kR, kP), f.P.block<3, 3>(kP, kR),
      f.P.block<3, 3>(kP, kP);
  return P;
}

Vector6d pose_error(const Isometry3d& X_WB_estimate, const Isometry3d& X_WB) noexcept {
  const Matrix3d E = X_WB_estimate.linear() * X_WB.linear().transpose();
  const Vector3d phi = rotation_log(E);
  Vector6d xi;
  xi << phi, left_jacobian(phi).inverse() * (X_WB_estimate.translation() - E * X_WB.translation());
  return xi;
}

}  // namespace ventosa::controller
