#include "controller/estimation/filter_contacts.h"

#include <Eigen/Cholesky>

#include "controller/model/rotation.h"

namespace ventosa::controller {
namespace {

/// Covariance of a wrist point by encoder noise, in W.
Matrix3d measured_covariance(const FilterConfig& config, const OdometryInput& in, std::size_t foot,
                             const InvariantFilter& f) {
  const double variance = config.encoder_noise_rad * config.encoder_noise_rad;
  const Matrix3d& R = f.X_WB.linear();
  return variance * (R * in.spread_m2[foot] * R.transpose());
}

/// H P H' of the k-th foot.
Matrix3d projected(double age_s, int k, const InvariantFilter& f) {
  const ErrorCovariance& P = f.P;
  const int d = foot_row(f, k);
  const auto measured = [&](int row) -> Matrix3d {
    Matrix3d W = block(P, row, kErrorP) - block(P, row, d);
    if (age_s > 0) W -= age_s * block(P, row, kErrorV);
    return W;
  };
  Matrix3d S = measured(kErrorP);
  if (age_s > 0) S -= age_s * measured(kErrorV);
  return S - measured(d);
}

double offset_m2(const FilterConfig& config) { return config.foot_offset_m * config.foot_offset_m; }

}  // namespace

Vector3d turn_rate_B(const OdometryInput& in, const InvariantFilter& f) noexcept {
  return in.has_imu ? Vector3d(in.w_WB_B - f.gyro_bias_B) : Vector3d(Vector3d::Zero());
}

Isometry3d body_then(const OdometryInput& in, double age_s, const InvariantFilter& f) noexcept {
  if (age_s <= 0) return f.X_WB;
  Isometry3d X_WB = f.X_WB;
  X_WB.linear() *= rotation_exp(-age_s * turn_rate_B(in, f));
  X_WB.translation() -= age_s * f.v_WB;
  return X_WB;
}

int place_of(int leg, const InvariantFilter& f) noexcept {
  for (int k = 0; k < f.n_feet; ++k)
    if (f.leg[static_cast<std::size_t>(k)] == leg) return k;
  return -1;
}

ErrorColumns measured_columns(const FootInnovation& seen, const InvariantFilter& f) noexcept {
  ErrorColumns W = columns(f.P, kErrorP);
  W -= columns(f.P, foot_row(f, place_of(seen.leg, f)));
  if (seen.age_s > 0) W -= seen.age_s * columns(f.P, kErrorV);
  return W;
}

Matrix3d measured_rows(const FootInnovation& seen, const ErrorColumns& W,
                       const InvariantFilter& f) noexcept {
  return W.middleRows<3>(kErrorP) - seen.age_s * W.middleRows<3>(kErrorV) -
         W.middleRows<3>(foot_row(f, place_of(seen.leg, f)));
}

FootInnovation innovation(const FilterConfig& config, const OdometryInput& in, std::size_t foot,
                          const InvariantFilter& f) noexcept {
  const auto leg = static_cast<std::size_t>(in.leg[foot]);
  FootInnovation seen{.leg = in.leg[foot],
                      .age_s = in.age_s[foot],
                      .interval_s = std::max(in.period_s, f.sampling[leg].interval_s),
                      .unburdened = in.unburdened[foot],
                      .bears = in.bears[foot]};
  const int k = place_of(seen.leg, f);
  seen.z_W = body_then(in, seen.age_s, f) * in.p_BW[foot] - f.p_WW[static_cast<std::size_t>(k)];
  seen.lever_W = f.X_WB.linear() * in.p_BW[foot];
  seen.noise = measured_covariance(config, in, foot, f);
  seen.offset_m2 = offset_m2(config);
  seen.S = projected(seen.age_s, k, f) + seen.noise;
  const Matrix3d S = seen.S + seen.offset_m2 * Matrix3d::Identity();
  seen.nis = seen.z_W.dot(S.llt().solve(seen.z_W));
  // an offset that lasts long must not be averaged away
  seen.noise.diagonal().array() += seen.offset_m2 * 2 * config.foot_offset_s / seen.interval_s;
  seen.outwards_W = -(f.X_WB.linear() * in.R_BF[foot].col(2));
  return seen;
}

void attach_foot(const FilterConfig& config, const OdometryInput& in, std::size_t foot,
                 InvariantFilter& f) noexcept {
  const Eigen::Index n = f.P.rows();
  const auto k = static_cast<std::size_t>(f.n_feet++);
  f.leg[k] = in.leg[foot];
  f.p_WW[k] = body_then(in, in.age_s[foot], f) * in.p_BW[foot];
  f.watch[static_cast<std::size_t>(in.leg[foot])] = {};

  // xi_d = xi_p + R noise
  f.P.conservativeResize(n + 3, n + 3);
  f.P.block(n, 0, 3, n) = f.P.block(kErrorP, 0, 3, n);
  f.P.block(0, n, n, 3) = f.P.block(0, kErrorP, n, 3);
  f.P.block<3, 3>(n, n) = f.P.block<3, 3>(kErrorP, kErrorP) +
                          measured_covariance(config, in, foot, f) +
                          offset_m2(config) * Matrix3d::Identity();
}

void detach_foot(int k, InvariantFilter& f) noexcept {
  const int last = f.n_feet - 1;
  const auto from = static_cast<std::size_t>(last), to = static_cast<std::size_t>(k);
  f.nis[static_cast<std::size_t>(f.leg[to])] = 0;
  f.watch[static_cast<std::size_t>(f.leg[to])] = {};
  f.leg[to] = f.leg[from];
  f.p_WW[to] = f.p_WW[from];
  const int row = foot_row(f, k), last_row = foot_row(f, last);
  f.P.middleRows<3>(row) = f.P.middleRows<3>(last_row).eval();
  f.P.middleCols<3>(row) = f.P.middleCols<3>(last_row).eval();
  f.P.conservativeResize(last_row, last_row);
  f.n_feet = last;
}

void let_go(const OdometryInput& in, InvariantFilter& f) noexcept {
  for (int k = f.n_feet - 1; k >= 0; --k) {
    bool held = false;
    for (std::size_t i = 0; i < static_cast<std::size_t>(in.n_feet); ++i)
      held = held || in.leg[i] == f.leg[static_cast<std::size_t>(k)];
    if (!held) detach_foot(k, f);
  }
}

}  // namespace ventosa::controller
