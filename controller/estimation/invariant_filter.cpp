#include "controller/estimation/invariant_filter.h"

#include <Eigen/Cholesky>
#include <cmath>
#include <limits>

#include "controller/estimation/filter_contacts.h"
#include "controller/model/rotation.h"

namespace ventosa::controller {
namespace {

// Standard deviation of a foot's motion in 1 s during an alarm.
constexpr double kLooseCreep_m = 0.05;

// bounds of plausible readings
constexpr double kMostRate_rad_s = 100;
constexpr double kMostForce_m_s2 = 1000;
constexpr double kMostReach_m = 100;

bool is_plausible(const OdometryInput& in) {
  const auto below = [](const Vector3d& v, double most) {
    return v.norm() < most;
  };  // false for NaN
  bool ok = !in.has_imu ||
            (below(in.w_WB_B, kMostRate_rad_s) && below(in.specific_force_B, kMostForce_m_s2));
  ok = ok && in.period_s > 0 && in.n_feet >= 0 && in.n_feet <= kMaxLegs;
  for (std::size_t i = 0; ok && i < static_cast<std::size_t>(in.n_feet); ++i)
    ok = below(in.p_BW[i], kMostReach_m) && in.spread_m2[i].norm() < kMostReach_m * kMostReach_m;
  return ok;
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

/// Effect on the error of a rotation of the body about W's origin.
ErrorColumns turn_columns(const InvariantFilter& f) {
  ErrorColumns G = ErrorColumns::Zero(f.P.rows(), 3);
  G.middleRows<3>(kErrorR).setIdentity();
  G.middleRows<3>(kErrorV) = skew(f.v_WB);
  G.middleRows<3>(kErrorP) = skew(f.X_WB.translation());
  for (int k = 0; k < f.n_feet; ++k)
    G.middleRows<3>(foot_row(f, k)) = skew(f.p_WW[static_cast<std::size_t>(k)]);
  return G;
}

double creep_m(const FilterConfig& config, const InvariantFilter& f, int k) {
  const auto leg = static_cast<std::size_t>(f.leg[static_cast<std::size_t>(k)]);
  return f.watch[leg].alarm == FootAlarm::kNone ? config.foot_creep_m : kLooseCreep_m;
}

/// A reading that differs from the last one by more than noise has changed within the period too.
/// With a uniform distribution that adds a third of the squared change to the variance.
double variance_of_change(const Vector3d& change, double noise) {
  const double change2 = change.squaredNorm(), noise2 = noise * noise;
  return change2 > 2 * kImprobable * noise2 ? noise2 + change2 / 3 : noise2;
}

/// Standard deviations of the changes of a walking body's rate and acceleration within kFreeFor_s.
/// Without an IMU the filter predicts a constant velocity with this noise.
constexpr double kFreeRate_rad_s = 0.2, kFreeForce_m_s2 = 0.5, kFreeFor_s = 0.1;

ImuReading without_imu() {
  ImuReading none;
  none.sampling.interval_s = kFreeFor_s;
  none.gyro_variance = kFreeRate_rad_s * kFreeRate_rad_s;
  none.accel_variance = kFreeForce_m_s2 * kFreeForce_m_s2;
  return none;
}

void take(const FilterConfig& config, const OdometryInput& in, ImuReading& last) {
  if (!in.has_imu) {
    last = without_imu();
    return;
  }
  if (!is_news(in.imu_age_s, in.period_s, last.sampling) && last.taken) return;
  const auto change = [&](const Vector3d& now, const Vector3d& before) {
    return last.taken ? Vector3d(now - before) : Vector3d(Vector3d::Zero());
  };
  last.gyro_variance = variance_of_change(change(in.w_WB_B, last.w_WB_B), config.gyro_noise_rad_s);
  last.accel_variance = variance_of_change(change(in.specific_force_B, last.specific_force_B),
                                           config.accel_noise_m_s2);
  last.w_WB_B = in.w_WB_B;
  last.specific_force_B = in.specific_force_B;
  last.taken = true;
}

/// Lower triangle of P += Q. A reading held for the time h has an error of variance times h^2 per
/// h.
void add_noise(const FilterConfig& config, const OdometryInput& in, InvariantFilter& f) {
  const double dt = in.period_s;
  const double stands_s = std::max(dt, f.last.sampling.interval_s);
  const auto add = [&f](int row, int col, double variance) {
    f.P.block<3, 3>(row, col).diagonal().array() += variance;
  };
  const double gyro2 = f.last.gyro_variance * dt * stands_s;
  const double accel2 = f.last.accel_variance * dt * stands_s;
  const auto walk = [dt](double in_1_s) { return in_1_s * in_1_s * dt; };
  add_outer(gyro2, turn_columns(f), f.P);
  add(kErrorV, kErrorV, accel2);
  add(kErrorP, kErrorV, accel2 * dt / 2);
  add(kErrorP, kErrorP, accel2 * dt * dt / 4);
  add(kErrorGyro, kErrorGyro, walk(config.gyro_bias_walk_rad_s2));
  add(kErrorAccel, kErrorAccel, walk(config.accel_bias_walk_m_s3));
  if (has_deviation(f)) f.P(kErrorDeviation, kErrorDeviation) += walk(config.deviation_walk_rad);
  for (int k = 0; k < f.n_feet; ++k)
    add(foot_row(f, k), foot_row(f, k), walk(creep_m(config, f, k)));
}

/// Propagates the state and the lower triangle of P.
void predict_lower(const FilterConfig& config, const OdometryInput& in, InvariantFilter& f) {
  carry(
      {in.period_s, in.gravity_W, f.X_WB.linear(), f.v_WB, f.X_WB.translation(), f.n_feet, f.p_WW},
      f.P);
  take(config, in, f.last);
  add_noise(config, in, f);
  const Vector3d standing_B = -(f.X_WB.linear().transpose() * in.gravity_W);
  move(in, turn_rate_B(in, f), in.has_imu ? in.specific_force_B - f.accel_bias_B : standing_B, f);
}

// ---- correction

/// P -= K S K', error += K (z - H error), foot by foot, as their noises are independent.
bool correct(const FootInnovation& seen, ErrorVector& error, InvariantFilter& f) {
  const int d = foot_row(f, place_of(seen.leg, f));
  const ErrorColumns W = measured_columns(seen, f);
  const Eigen::LLT<Matrix3d> root(measured_rows(seen, W, f) + seen.noise);
  if (root.info() != Eigen::Success) return false;

  // S = L L', K S K' = W W' with W = P H' L'^-1
  const Matrix3d L_inv = root.matrixL().solve(Matrix3d::Identity());
  const ErrorColumns scaled = times(W, L_inv.transpose());
  const Vector3d rest_W = seen.z_W - error.segment<3>(kErrorP) +
                          seen.age_s * error.segment<3>(kErrorV) + error.segment<3>(d);
  const Vector3d gain = L_inv * rest_W;
  error += gain.x() * scaled.col(0) + gain.y() * scaled.col(1) + gain.z() * scaled.col(2);
  add_outer(-1, scaled, f.P);
  return true;
}

bool is_sound(const InvariantFilter& f) {
  return f.X_WB.matrix().allFinite() && f.v_WB.allFinite() && std::isfinite(f.P.trace()) &&
         f.P.diagonal().minCoeff() >= 0;
}

// ---- the feet of one tick

/// True if a foot's reading is overdue: its module is silent, and the old reading does not show the
/// present state. Readings with a constant delay are not overdue.
bool is_overdue(double period_s, const Sampling& sampling) {
  constexpr double kIntervals = 4;
  return sampling.silent_s > kIntervals * std::max(period_s, sampling.interval_s);
}

/// Innovations of the input's feet that have a contact point and readings that are not overdue.
Innovations measure(const FilterConfig& config, const OdometryInput& in, InvariantFilter& f) {
  Innovations seen;
  for (std::size_t i = 0; i < static_cast<std::size_t>(in.n_feet); ++i) {
    Sampling& sampling = f.sampling[static_cast<std::size_t>(in.leg[i])];
    const bool news = is_news(in.age_s[i], in.period_s, sampling);
    if (place_of(in.leg[i], f) < 0 || is_overdue(in.period_s, sampling)) continue;
    FootInnovation& foot = seen.foot[static_cast<std::size_t>(seen.n++)];
    foot = innovation(config, in, i, f);
    foot.news = news;
  }
  return seen;
}

/// Threshold for excluding feet. A foot out of line is excluded if at least two feet without alarm
/// agree. If most are out of line, or fewer than two agree, the body is wrong, and no foot is
/// excluded.
double gate(const Innovations& seen, const InvariantFilter& f) {
  int out = 0, agree = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(seen.n); ++i) {
    const FootInnovation& foot = seen.foot[i];
    const bool quiet = f.watch[static_cast<std::size_t>(foot.leg)].alarm == FootAlarm::kNone;
    out += foot.nis > kImprobable;
    agree += foot.nis <= kImprobable && quiet;
  }
  const bool body = 2 * out > seen.n || agree < kLeastOthers;
  return body ? std::numeric_limits<double>::infinity() : kImprobable;
}

bool correct_all(const Innovations& seen, InvariantFilter& f) {
  const double most = gate(seen, f);
  ErrorVector error = ErrorVector::Zero(f.P.rows());
  for (std::size_t i = 0; i < static_cast<std::size_t>(seen.n); ++i) {
    const FootInnovation& foot = seen.foot[i];
    f.nis[static_cast<std::size_t>(foot.leg)] = foot.nis;
    if (foot.news && foot.nis <= most && !correct(foot, error, f)) return false;
  }
  apply(error, f);
  return true;
}

/// Plane constraint: the wrist point of the k-th foot keeps its height over the surface,
/// n . d^ - height = (d^ x n) . xi_R + n . xi_d + noise
void limit_to_surface(const FilterConfig& config, const WristPlane& plane, int k,
                      InvariantFilter& f) {
  const Vector3d& n = plane.n_W;
  const Vector3d p_WW = f.p_WW[static_cast<std::size_t>(k)];
  const int d = foot_row(f, k);
  const Vector3d lever = p_WW.cross(n);
  const ErrorVector w = f.P.middleCols<3>(kErrorR) * lever + f.P.middleCols<3>(d) * n;
  const double noise_m2 =
      config.surface_m * config.surface_m + config.foot_offset_m * config.foot_offset_m;
  const double s_m2 = lever.dot(w.segment<3>(kErrorR)) + n.dot(w.segment<3>(d)) + noise_m2;
  f.P -= w * (w / s_m2).transpose();
  apply((n.dot(p_WW) - plane.height_m) / s_m2 * w, f);
}

void take_up(const FilterConfig& config, const OdometryInput& in, InvariantFilter& f) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(in.n_feet); ++i) {
    if (place_of(in.leg[i], f) >= 0) continue;
    attach_foot(config, in, i, f);
    if (config.surface_m > 0 && !in.plane[i].n_W.isZero())
      limit_to_surface(config, in.plane[i], f.n_feet - 1, f);
  }
}

}  // namespace

bool is_news(double age_s, double period_s, Sampling& sampling) noexcept {
  const double since_s = sampling.age_s + period_s - age_s;  // from the last reading to this one
  const bool news = since_s >= period_s / 2;
  sampling.age_s = age_s;
  sampling.silent_s = news ? 0 : sampling.silent_s + period_s;
  if (news) sampling.interval_s = since_s;
  return news;
}

InvariantFilter start_filter(const FilterConfig& config, const Isometry3d& X_WB) noexcept {
  InvariantFilter f;
  f.X_WB = X_WB;
  const int n = config.deviation_rad > 0 ? kCoreError + 1 : kCoreError;
  f.P.setZero(n, n);
  const auto set = [&f](int row, double deviation) {
    f.P.block<3, 3>(row, row).diagonal().setConstant(deviation * deviation);
  };
  set(kErrorP, config.start_position_m);
  set(kErrorGyro, config.gyro_bias_rad_s);
  set(kErrorAccel, config.accel_bias_m_s2);
  // the body's initial rotation error is about its own origin, not W's
  const ErrorColumns turn = turn_columns(f);
  add_outer(config.start_angle_rad * config.start_angle_rad, turn, f.P);
  if (config.start_heading_rad > 0)
    add_outer(config.start_heading_rad * config.start_heading_rad,
              times(turn, Vector3d::UnitZ() * Vector3d::UnitZ().transpose()), f.P);
  if (has_deviation(f))
    f.P(kErrorDeviation, kErrorDeviation) = config.deviation_rad * config.deviation_rad;
  mirror(f.P);
  return f;
}

void apply(const ErrorVector& error, InvariantFilter& f) noexcept {
  const Vector3d phi = -error.segment<3>(kErrorR);
  const Matrix3d E = rotation_exp(phi), J = left_jacobian(phi);
  const auto moved = [&](const Vector3d& x, int row) -> Vector3d {
    return E * x - J * error.segment<3>(row);
  };
  f.X_WB.linear() = orthonormal(E * f.X_WB.linear());
  f.X_WB.translation() = moved(f.X_WB.translation(), kErrorP);
  f.v_WB = moved(f.v_WB, kErrorV);
  f.gyro_bias_B -= error.segment<3>(kErrorGyro);
  f.accel_bias_B -= error.segment<3>(kErrorAccel);
  if (has_deviation(f)) f.deviation_rad -= error[kErrorDeviation];
  for (int k = 0; k < f.n_feet; ++k) {
    Vector3d& p_WW = f.p_WW[static_cast<std::size_t>(k)];
    p_WW = moved(p_WW, foot_row(f, k));
  }
}

void predict(const FilterConfig& config, const OdometryInput& in, InvariantFilter& f) noexcept {
  predict_lower(config, in, f);
  mirror(f.P);
}

FilterStatus advance(const FilterConfig& config, const OdometryInput& in,
                     InvariantFilter& f) noexcept {
  if (!is_plausible(in)) return FilterStatus::kBadInput;
  let_go(in, f);
  predict_lower(config, in, f);
  Innovations seen = measure(config, in, f);
  seen.turns = f.turned_rad > 0;
  f.turned_rad = watch_slip(seen, in.period_s, f.watch);
  if (!correct_all(seen, f)) return FilterStatus::kDiverged;
  mirror(f.P);
  take_up(config, in, f);
  return is_sound(f) ? FilterStatus::kOk : FilterStatus::kDiverged;
}

FilterStatus advance_or_restart(const FilterConfig& config, const OdometryInput& in,
                                const Isometry3d& X_WB_last, InvariantFilter& f) noexcept {
  const FilterStatus status = advance(config, in, f);
  if (status == FilterStatus::kDiverged) f = start_filter(config, X_WB_last);
  return status;
}

void doubt_gyro(const FilterConfig& config, InvariantFilter& f) noexcept {
  f.gyro_bias_B.setZero();
  f.P.middleRows<3>(kErrorGyro).setZero();
  f.P.middleCols<3>(kErrorGyro).setZero();
  f.P.block<3, 3>(kErrorGyro, kErrorGyro).diagonal().array() =
      config.gyro_bias_rad_s * config.gyro_bias_rad_s;
}

void turn_about_body(const Matrix3d& turn, InvariantFilter& f) noexcept {
  const Vector3d p_WB = f.X_WB.translation();
  f.X_WB.linear() = orthonormal(turn * f.X_WB.linear());
  f.v_WB = turn * f.v_WB;
  for (Vector3d& p_WW : f.p_WW) p_WW = p_WB + turn * (p_WW - p_WB);
}

Matrix6d pose_covariance(const InvariantFilter& f) noexcept {
  Matrix6d P;
  P << f.P.block<3, 3>(kErrorR, kErrorR), f.P.block<3, 3>(kErrorR, kErrorP),
      f.P.block<3, 3>(kErrorP, kErrorR), f.P.block<3, 3>(kErrorP, kErrorP);
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
