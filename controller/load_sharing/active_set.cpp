#include "controller/load_sharing/active_set.h"

#include <algorithm>
#include <cmath>

namespace ventosa::controller {
namespace {

/// Thresholds for the curvature of a row, the squared length of a - Σ r_k a_k - G' ν in the norm of
/// H^-1, relative to its terms a' H^-1 a + Σ r_k² a_k' H^-1 a_k: below the first it is rounding
/// error, below the last, M is too inexact for it.
constexpr double kZeroCurvature = 1e-12;
constexpr double kZeroWithSlack = 1e-17;  // with slack, the only compliance of some rows
constexpr double kSmallCurvature = 1e-3;

/// Slowest decrease of a multiplier that blocks a step, for rows of length 1.
constexpr double kNoBlock = 1e-10;

/// Length of a row that no force can change.
constexpr double kNoRow = 1e-9;

constexpr int kMaxRefinements = 4;

/// Relative change of the multipliers that ends the refinement. Its square is the relative error of
/// the curvature, which must stay below the least curvature of an independent row.
constexpr double kRefined = 1e-9;

double dot(const Multipliers& x, const Multipliers& y, int n) {
  // four independent sums avoid waiting for each addition
  double a = 0, b = 0, c = 0, d = 0;
  int k = 0;
  for (; k + 3 < n; k += 4) {
    a += x[k] * y[k];
    b += x[k + 1] * y[k + 1];
    c += x[k + 2] * y[k + 2];
    d += x[k + 3] * y[k + 3];
  }
  for (; k < n; ++k) a += x[k] * y[k];
  return (a + b) + (c + d);
}

/// Rotates two rows of n elements so that element k of the upper one vanishes.
void rotate_away(int k, int n, Multipliers& upper, Multipliers& lower) {
  const double length_inverse = 1 / std::sqrt(upper[k] * upper[k] + lower[k] * lower[k]);
  const double c = lower[k] * length_inverse;
  const double s = upper[k] * length_inverse;
  for (int j = 0; j < n; ++j) {
    const double x = upper[j];
    const double y = lower[j];
    upper[j] = c * x - s * y;
    lower[j] = s * x + c * y;
  }
}

double largest(const Multipliers& x, int n) {
  double most = 0;
  for (int k = 0; k < n; ++k) most = std::max(most, std::abs(x[k]));
  return most;
}

}  // namespace

double row_norm(const Vector3d& a) {
  const double norm = a.norm();
  return norm > kNoRow ? norm : 1;
}

void ActiveSet::let_slack_grow(double W, double least_scale_N) {
  slack_compliance_ = 1 / W;
  least_scale_N_ = least_scale_N;
  const int n = n_;
  clear();
  for (int k = 0; k < n; ++k) begin(row_[k]);
}

void ActiveSet::begin(ScaledRow row) {
  weigh(row);
  const DualDirection to = toward(row);
  if (to.independent) add(row, to, 0);
}

void ActiveSet::weigh(ScaledRow& row) const {
  if (row.scale_N < least_scale_N_) row.scale_N = 0;
  row.H_inverse_a = forces_.H_inverse[row.foot] * row.a;
  row.U_a = forces_.U[row.foot] * row.a;
  row.free = row.a.dot(row.H_inverse_a) + row.scale_N * row.scale_N * slack_compliance_;
}

ScaledRow ActiveSet::scaled(const ActiveRow& row) const {
  const SharingFoot& foot = problem_.foot[row.foot];
  const SharingRow from =
      row.row < 0 ? foot.cone[-1 - row.row].tangent(row.t_B) : foot.row[row.row];
  ScaledRow to;
  to.foot = row.foot;
  to.row = row.row;
  to.limit = from.limit;
  to.norm = row_norm(from.a);
  to.a = from.a / to.norm;
  to.bound_N = (from.offset + from.scale) / to.norm;
  to.scale_N = from.scale / to.norm;
  weigh(to);
  return to;
}

ScaledRow ActiveSet::stiff(int foot, const Vector3d& s, double bound_N, double stiffness) const {
  ScaledRow to;
  to.foot = foot;
  to.a = s;
  to.bound_N = bound_N;
  to.compliance = 1 / stiffness;
  weigh(to);
  return to;
}

double ActiveSet::reduced(const ScaledRow& a, const ScaledRow& b) const {
  const double shared = a.U_a.dot(b.U_a) - a.scale_N * b.scale_N * slack_compliance_;
  return a.foot == b.foot ? a.a.dot(b.H_inverse_a) - shared : -shared;
}

DualDirection ActiveSet::toward(const ScaledRow& row) const {
  Multipliers m;
  for (int k = 0; k < n_; ++k) m[k] = reduced(row_[k], row);
  const Multipliers l = times_L_inverse(m);
  DualDirection to{.r = times_L_inverse_transposed(l)};
  to.curvature = row.free + row.compliance - row.U_a.squaredNorm() - dot(l, l, n_);
  if (to.curvature < kSmallCurvature * terms(row, to.r)) refine(row, to);
  const int most = 3 * problem_.n_feet - 6 + (has_slack() ? 1 : 0);
  to.independent =
      (!row.is_limit() || n_limits_ < most) && n_ < kMaxActive &&
      to.curvature > (has_slack() ? kZeroWithSlack : kZeroCurvature) * terms(row, to.r);
  return to;
}

/// a' H^-1 a + Σ r_k² a_k' H^-1 a_k
double ActiveSet::terms(const ScaledRow& row, const Multipliers& r) const {
  double sum = row.free;
  for (int k = 0; k < n_; ++k) sum += r[k] * r[k] * row_[k].free;
  return sum;
}

/// Refines the direction. The change of the forces, d = K_row - sum r_k K_k, must change neither
/// the wrench nor the active rows: its wrench is corrected, and the changes of the rows correct r.
/// The curvature d' H d is then a sum of squares, without cancellation.
void ActiveSet::refine(const ScaledRow& row, DualDirection& to) const {
  PerLeg<Vector3d> d;
  double d_slack = 0;
  for (int round = 0; round < kMaxRefinements; ++round) {
    std::fill_n(d.begin(), problem_.n_feet, Vector3d::Zero());
    spread(to.r, -row.U_a, d);
    d[row.foot] += row.H_inverse_a;
    mend(Vector6d::Zero(), d);
    d_slack = row.scale_N * slack_compliance_ - slack_of(to.r);
    Multipliers step;
    for (int k = 0; k < n_; ++k)
      step[k] =
          row_[k].a.dot(d[row_[k].foot]) + row_[k].scale_N * d_slack - row_[k].compliance * to.r[k];
    step = solve(step);
    for (int k = 0; k < n_; ++k) to.r[k] += step[k];
    if (largest(step, n_) <= kRefined * largest(to.r, n_)) break;
  }
  to.curvature = row.compliance;
  if (has_slack()) to.curvature += d_slack * d_slack / slack_compliance_;
  for (int k = 0; k < n_; ++k) to.curvature += row_[k].compliance * to.r[k] * to.r[k];
  for (int i = 0; i < problem_.n_feet; ++i) to.curvature += d[i].dot(problem_.foot[i].H * d[i]);
}

Block ActiveSet::first_block(const DualDirection& direction) const {
  Block first;
  for (int k = 0; k < n_; ++k) {
    if (direction.r[k] <= kNoBlock || !row_[k].is_limit()) continue;
    const double step = u_[k] / direction.r[k];
    if (step < first.step) first = {k, step};
  }
  return first;
}

void ActiveSet::move(const DualDirection& direction, double step) {
  for (int k = 0; k < n_; ++k) u_[k] -= step * direction.r[k];
}

void ActiveSet::add(const ScaledRow& row, const DualDirection& direction, double multiplier) {
  row_[n_] = row;
  u_[n_] = multiplier;
  // (-r', 1) / pivot, pivot² = curvature
  const double pivot_inverse = 1 / std::sqrt(direction.curvature);
  for (int k = 0; k < n_; ++k) L_inverse_[n_][k] = -pivot_inverse * direction.r[k];
  L_inverse_[n_][n_] = pivot_inverse;
  n_limits_ += row.is_limit();
  ++n_;
}

void ActiveSet::drop(int k) {
  n_limits_ -= row_[k].is_limit();
  --n_;
  std::copy_n(row_.begin() + k + 1, n_ - k, row_.begin() + k);
  std::copy_n(u_.begin() + k + 1, n_ - k, u_.begin() + k);

  // rotate rows until only the last one has an element in column k, then leave out both
  for (int i = k; i < n_; ++i) {
    Multipliers& upper = L_inverse_[i];
    upper[i + 1] = 0;
    rotate_away(k, i + 2, upper, L_inverse_[i + 1]);
    std::copy_n(upper.begin() + k + 1, i + 1 - k, upper.begin() + k);
  }
}

int ActiveSet::most_negative() const {
  int most = -1;
  for (int k = 0; k < n_; ++k)
    if (row_[k].is_limit() && u_[k] < (most < 0 ? 0 : u_[most])) most = k;
  return most;
}

/// F0 - sum u_a K_a with u = M^-1 (excess of F0), then refinements for the residual. Computed anew
/// each time: updated multipliers drift, and near-dependent rows would then come and go.
void ActiveSet::hold(double tolerance_N, PerLeg<Vector3d>& F) {
  std::copy_n(forces_.F0.begin(), problem_.n_feet, F.begin());
  std::fill_n(u_.begin(), n_, 0.0);
  slack_ = has_slack() ? -1 : 0;
  for (int round = 0; round < kMaxRefinements; ++round) {
    Multipliers step;
    const Vector6d z = missing_wrench(problem_, forces_, F, problem_.w);
    if (excess(F, step) <= tolerance_N && z.norm() <= tolerance_N && round > 0) return;
    for (int k = 0; k < n_; ++k) step[k] += row_[k].U_a.dot(z);
    step = solve(step);
    spread(step, z, F);
    slack_ += slack_of(step);
    for (int k = 0; k < n_; ++k) u_[k] += step[k];
  }
}

/// @return the largest absolute excess
double ActiveSet::excess(const PerLeg<Vector3d>& F, Multipliers& excess_N) const {
  double largest = 0;
  for (int k = 0; k < n_; ++k) {
    const ScaledRow& row = row_[k];
    excess_N[k] =
        row.a.dot(F[row.foot]) - row.bound_N - slack_ * row.scale_N - row.compliance * u_[k];
    largest = std::max(largest, std::abs(excess_N[k]));
  }
  return largest;
}

/// Growth of the slack by the multipliers x.
double ActiveSet::slack_of(const Multipliers& x) const {
  double sum = 0;
  for (int k = 0; k < n_; ++k) sum += x[k] * row_[k].scale_N;
  return sum * slack_compliance_;
}

/// F_i := F_i + U_i' z - sum x_a K_a
void ActiveSet::spread(const Multipliers& x, Vector6d z, PerLeg<Vector3d>& F) const {
  for (int k = 0; k < n_; ++k) z += x[k] * row_[k].U_a;
  for (int i = 0; i < problem_.n_feet; ++i) F[i] += forces_.U[i].transpose() * z;
  for (int k = 0; k < n_; ++k) F[row_[k].foot] -= x[k] * row_[k].H_inverse_a;
}

/// Corrects the wrench of d to w.
void ActiveSet::mend(const Vector6d& w, PerLeg<Vector3d>& d) const {
  const Vector6d z = missing_wrench(problem_, forces_, d, w);
  for (int i = 0; i < problem_.n_feet; ++i) d[i] += forces_.U[i].transpose() * z;
}

Multipliers ActiveSet::times_L_inverse(const Multipliers& x) const {
  Multipliers y;
  for (int k = 0; k < n_; ++k) y[k] = dot(L_inverse_[k], x, k + 1);
  return y;
}

Multipliers ActiveSet::times_L_inverse_transposed(const Multipliers& y) const {
  Multipliers x;
  std::fill_n(x.begin(), n_, 0.0);
  for (int k = 0; k < n_; ++k)
    for (int j = 0; j <= k; ++j) x[j] += L_inverse_[k][j] * y[k];
  return x;
}

/// M^-1 x
Multipliers ActiveSet::solve(const Multipliers& x) const {
  return times_L_inverse_transposed(times_L_inverse(x));
}

}  // namespace ventosa::controller
