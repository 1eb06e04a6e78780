#include "controller/estimation/fixes.h"

#include <Eigen/Cholesky>
#include <cmath>

#include "controller/estimation/filter_contacts.h"

namespace ventosa::controller {
namespace {

/// Linear measurement z = H xi + noise, estimate minus reading, of N numbers with equal noise.
template <int N>
struct Measurement {
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, N, Eigen::ColMajor, kMaxError, N>;

  explicit Measurement(const InvariantFilter& f) : H_t(Rows::Zero(f.P.rows(), N)) {}

  Rows H_t;  ///< H'
  Eigen::Matrix<double, N, 1> z = Eigen::Matrix<double, N, 1>::Zero();
  double variance = 0;
};

/// Corrects the filter unless the innovation is improbable or no number.
/// @return normalised innovation squared
template <int N>
double correct(const Measurement<N>& seen, double most_nis, InvariantFilter& f) {
  using Rows = typename Measurement<N>::Rows;
  using Square = Eigen::Matrix<double, N, N>;
  const Rows W = f.P.lazyProduct(seen.H_t);
  const Square S = seen.H_t.transpose().lazyProduct(W) + seen.variance * Square::Identity();
  const Square S_inv = S.inverse();
  const double nis = seen.z.dot(S_inv * seen.z);
  if (!(nis <= most_nis)) return nis;
  const Rows K = W.lazyProduct(S_inv);
  f.P -= K.lazyProduct(W.transpose());
  mirror(f.P);
  apply(K.lazyProduct(seen.z), f);
  return nis;
}

double heading_rad(const Vector3d& x_B_W) { return std::atan2(x_B_W.y(), x_B_W.x()); }

double age_s(const Observation& seen, std::int64_t sampled_ns) {
  return 1e-9 * static_cast<double>(seen.now_ns - sampled_ns);
}

bool is_fresh(double age) { return age >= 0 && age <= kOldestFix_s; }

/// A body whose x axis is this steep has no heading.
constexpr double kLeastLevel = 0.5;

double take(const FilterConfig& config, const FixReading& fix, const Isometry3d& X_WB_then,
            double age, const Vector3d& p_BG, InvariantFilter& f) {
  const Vector3d p_WG = X_WB_then * p_BG;
  Measurement<2> seen(f);
  seen.z = (p_WG - fix.p_WG).head<2>();
  seen.variance = config.fix_noise_m * config.fix_noise_m;
  seen.H_t.middleRows<3>(kErrorR) << 0, -p_WG.z(), p_WG.z(), 0, -p_WG.y(), p_WG.x();
  seen.H_t.middleRows<2>(kErrorP).setIdentity();
  seen.H_t.middleRows<2>(kErrorV).diagonal().setConstant(-age);
  return correct(seen, kImprobableFix, f);
}

/// @return normalised innovation squared; NaN: the body has no heading
double take(const FilterConfig& config, const HeadingReading& heading, const Isometry3d& X_WB_then,
            InvariantFilter& f) {
  const Vector3d x_B_W = X_WB_then.linear().col(0);
  const double level2 = x_B_W.head<2>().squaredNorm();
  if (level2 < kLeastLevel * kLeastLevel) return kUnknown;
  Measurement<1> seen(f);
  seen.z[0] = std::remainder(heading_rad(x_B_W) + f.deviation_rad - heading.heading_rad, 2 * M_PI);
  seen.variance = config.heading_noise_rad * config.heading_noise_rad;
  const double tilt = x_B_W.z() / level2;
  seen.H_t.middleRows<3>(kErrorR) << -tilt * x_B_W.x(), -tilt * x_B_W.y(), 1;
  if (has_deviation(f)) seen.H_t(kErrorDeviation) = 1;
  return correct(seen, kImprobableHeading, f);
}

/// Takes a reading if it is new.
template <class Reading, class Take>
void take_news(const Observation& seen, const std::optional<Reading>& reading, double most_nis,
               ReadingWatch& watch, Take take_reading) {
  if (!reading || reading->sampled_ns == watch.seen_ns) return;
  watch.seen_ns = reading->sampled_ns;
  const bool later = reading->sampled_ns > watch.used_ns;
  const double age = age_s(seen, reading->sampled_ns);
  const double nis = later && is_fresh(age) ? take_reading(*reading, age) : kUnknown;
  if (is_known(nis)) watch.nis = nis;
  if (!(nis <= most_nis)) {
    ++watch.left_out;
    return;
  }
  ++watch.used;
  watch.used_ns = reading->sampled_ns;
}

/// Turn about the vertical and horizontal shift that move a pose from one place to another.
Isometry3d shift_between(const Isometry3d& from, const Isometry3d& to) {
  const Matrix3d E = to.linear() * from.linear().transpose();
  Isometry3d shift = Isometry3d::Identity();
  shift.rotate(
      Eigen::AngleAxisd(std::atan2(E(1, 0) - E(0, 1), E(0, 0) + E(1, 1)), Vector3d::UnitZ()));
  const Vector3d p = to.translation() - shift.linear() * from.translation();
  shift.translation() << p.x(), p.y(), 0;
  return shift;
}

}  // namespace

void correct_by_fixes(const FilterConfig& config, const Vector3d& p_BG, const Observation& seen,
                      const OdometryInput& in, InvariantFilter& f, Fixes& fixes) noexcept {
  const Isometry3d X_WB_before = f.X_WB;
  const std::int32_t n_before = fixes.fix.used + fixes.heading.used;
  take_news(seen, seen.fix, kImprobableFix, fixes.fix, [&](const FixReading& fix, double age) {
    return take(config, fix, body_then(in, age, f), age, p_BG, f);
  });
  take_news(seen, seen.heading, kImprobableHeading, fixes.heading,
            [&](const HeadingReading& heading, double age) {
              return take(config, heading, body_then(in, age, f), f);
            });
  if (fixes.fix.used + fixes.heading.used == n_before) return;
  const Isometry3d X_WO = fixes.X_WO.value_or(Isometry3d::Identity());
  fixes.X_WO = shift_between(X_WB_before, f.X_WB) * X_WO;
}

Deviation deviation_of(const InvariantFilter& f) noexcept {
  if (!has_deviation(f)) return {};
  return {f.deviation_rad, std::sqrt(f.P(kErrorDeviation, kErrorDeviation))};
}

}  // namespace ventosa::controller
