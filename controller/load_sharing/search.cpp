#include "controller/load_sharing/search.h"

#include <algorithm>
#include <limits>

namespace ventosa::controller {
namespace {

/// Tolerance of a row, relative to largest_N_.
constexpr double kTolerance = 1e-9;

/// Tolerance of a cone approximated by tangents, relative to largest_N_.
constexpr double kConeTolerance = 5e-9;

/// Largest distance of the forces from the point of tangency, relative to largest_N_ and as an
/// angle [rad], at which they count as on the cone.
constexpr double kBeside = 3e-9;
constexpr double kBesideAngle = 1e-7;

/// Share of its radius by which a cone with a tangent may be exceeded during the Newton steps.
constexpr double kLenient = 0.05;

/// Distance from a cone's axis below which forces are at its apex, relative to largest_N_.
constexpr double kApex = 1e-6;

constexpr int kMaxNewtonSteps = 8;

/// Limits that would have to be widened beyond this factor are hard.
constexpr double kMaxSlack = 1e6;

/// W of the slack, relative to the cost of forces as large as the largest limit.
constexpr double kSlackCost = 1e4;

/// Least scale of a limit that can be widened, relative to the largest scale.
constexpr double kLeastScale = 5e-7;

/// Largest scale of a foot's rows and cones, normalised.
double largest_scale_N(const SharingFoot& foot) {
  double largest = 0;
  for (int r = 0; r < foot.n_rows; ++r)
    largest = std::max(largest, foot.row[r].scale / row_norm(foot.row[r].a));
  for (int k = 0; k < foot.n_cones; ++k)
    largest = std::max(largest, foot.cone[k].scale / foot.cone[k].norm());
  return largest;
}

std::size_t cone_index(int row) { return static_cast<std::size_t>(-1 - row); }

}  // namespace

Search::Search(const SharingProblem& problem, Overload overload)
    : problem_(problem), overload_(overload), active_(problem, forces_) {}

void Search::run(const SharingWarmStart& start) {
  if (!balance(problem_, forces_)) {
    status_ = SharingStatus::kBadInput;
    return;
  }
  for (int i = 0; i < problem_.n_feet; ++i) largest_N_ = std::max(largest_N_, forces_.F0[i].norm());
  begin(start);
  take_in_rows();
  if (follow_cones()) return;
  keep_strictly();
  if (!follow_cones()) keep_strictly();
}

/// Newton steps along the cones.  @return false if they do not converge
bool Search::follow_cones() {
  for (int step = 0; step < kMaxNewtonSteps; ++step) {
    if (failed() || touches_where_it_should()) return true;
    bend_along_cones();
    take_in_rows();
  }
  return failed() || touches_where_it_should();
}

/// Solves with tangents only: the forces end near the optimum and satisfy every limit.
void Search::keep_strictly() {
  const SharingWarmStart rows = active_rows();
  active_.clear();
  begin(rows);
  strict_ = true;
  take_in_rows();
  strict_ = false;
}

void Search::begin(const SharingWarmStart& rows) {
  const int n = std::clamp(rows.n, 0, static_cast<int>(rows.row.size()));
  for (int k = 0; k < n; ++k) begin(rows.row[k]);
}

/// Starts with a row, unless it is invalid.
void Search::begin(ActiveRow row) {
  if (row.foot < 0 || row.foot >= problem_.n_feet) return;
  const SharingFoot& foot = problem_.foot[row.foot];
  if (row.row >= foot.n_rows || -row.row > foot.n_cones) return;
  if (row.row < 0) {
    const Vector3d& n = foot.cone[cone_index(row.row)].n;
    row.t_B -= n.dot(row.t_B) * n;
    const double length = row.t_B.norm();
    if (!(length > 1e-3 && length < 1e3)) return;
    row.t_B /= length;
  }
  active_.begin(active_.scaled(row));
}

void Search::take_in_rows() {
  while (!failed()) {
    settle();
    const Excess most = worst();
    if (most.row.foot < 0) return;
    enforce(active_.scaled(most.row), most.excess_N);
  }
}

bool Search::failed() const {
  return status_ != SharingStatus::kOptimal && status_ != SharingStatus::kSoftened;
}

/// Computes the forces for the active rows; drops limits with a negative multiplier.
void Search::settle() {
  const double tolerance_N = 0.1 * kTolerance * largest_N_;
  active_.hold(tolerance_N, F_);
  for (int k = active_.most_negative(); k >= 0; k = active_.most_negative()) {
    ++iterations_;
    active_.drop(k);
    active_.hold(tolerance_N, F_);
  }
}

Search::Touched Search::touched_cones() const {
  Touched touched{};
  if (strict_) return touched;
  for (int k = 0; k < active_.size(); ++k)
    if (is_tangent(k)) touched[active_.row(k).foot][cone_index(active_.row(k).row)] = true;
  return touched;
}

Search::Excess Search::worst() const {
  Excess most{.row = {}, .excess_N = kTolerance * largest_N_};
  for (int i = 0; i < problem_.n_feet; ++i)
    for (int r = 0; r < problem_.foot[i].n_rows; ++r) {
      const SharingRow& row = problem_.foot[i].row[r];
      const double excess = row.a.dot(F_[i]) - row.offset - (1 + active_.slack()) * row.scale;
      if (excess <= 0 || excess * excess <= most.excess_N * most.excess_N * row.a.squaredNorm())
        continue;
      const double excess_N = excess / row_norm(row.a);
      if (excess_N > most.excess_N)
        most = {{static_cast<std::int8_t>(i), static_cast<std::int8_t>(r)}, excess_N};
    }
  return worst_cone(most);
}

Search::Excess Search::worst_cone(Excess most) const {
  const Touched touched = touched_cones();
  const double limits = 1 + active_.slack();
  for (int i = 0; i < problem_.n_feet; ++i)
    for (int k = 0; k < problem_.foot[i].n_cones; ++k) {
      const SharingCone& cone = problem_.foot[i].cone[k];
      const Vector3d v = cone.across(F_[i]);
      const double radius_N = v.norm();
      const double excess =
          radius_N - cone.ratio * cone.n.dot(F_[i]) - cone.offset - limits * cone.scale;
      if (excess <= (touched[i][k] ? kLenient * radius_N : 0)) continue;
      const double excess_N = excess / cone.norm();
      if (strict_ && excess_N <= kConeTolerance * largest_N_) continue;
      if (excess_N <= most.excess_N) continue;
      const Vector3d t = radius_N > 0 ? Vector3d(v / radius_N) : cone.n.unitOrthogonal();
      most = {{static_cast<std::int8_t>(i), static_cast<std::int8_t>(-1 - k), t}, excess_N};
    }
  return most;
}

/// Raises the row's multiplier until the row holds. Active rows whose multipliers reach zero on the
/// way are dropped.
void Search::enforce(const ScaledRow& row, double excess_N) {
  double multiplier = 0;
  while (iterations_ < kMaxSharingIterations) {
    ++iterations_;
    const DualDirection toward = active_.toward(row);
    constexpr double kNever = std::numeric_limits<double>::infinity();
    const double full = toward.independent ? excess_N / toward.curvature : kNever;
    const Block block = active_.first_block(toward);
    const double step = std::min(full, block.step);
    if (step == kNever) return soften(row);

    active_.move(toward, step);
    multiplier += step;
    if (full <= block.step) return active_.add(row, toward, multiplier);
    if (toward.independent) excess_N -= step * toward.curvature;
    active_.drop(block.k);
  }
  status_ = SharingStatus::kOverBudget;
}

/// Permits slack: no force satisfies this row and the active ones without it. The contradiction
/// itself is the first bound of the slack. Hard-infeasible if slack is already in use, not wanted,
/// or without effect.
void Search::soften(const ScaledRow& row) {
  if (active_.has_slack() || overload_ == Overload::kGiveUp) {
    status_ = SharingStatus::kHardInfeasible;
    return;
  }
  status_ = SharingStatus::kSoftened;
  double stiffness = 0, scale_N = 0;
  for (int i = 0; i < problem_.n_feet; ++i) {
    stiffness = std::max(stiffness, problem_.foot[i].H.trace());
    scale_N = std::max(scale_N, largest_scale_N(problem_.foot[i]));
  }
  if (scale_N <= 0) {
    status_ = SharingStatus::kHardInfeasible;
    return;
  }
  active_.let_slack_grow(kSlackCost * stiffness * scale_N * scale_N, kLeastScale * scale_N);
  active_.begin(row);
}

bool Search::is_tangent(int k) const { return active_.row(k).is_limit() && active_.row(k).row < 0; }

const SharingCone& Search::cone_of(const ScaledRow& row) const {
  return problem_.foot[row.foot].cone[cone_index(row.row)];
}

/// Direction of the forces from the cone's axis, a unit vector; on the axis the direction of its
/// row.
Vector3d Search::touch_of(const ScaledRow& row) const {
  const SharingCone& cone = cone_of(row);
  const Vector3d v = cone.across(F_[row.foot]);
  const double radius_N = v.norm();
  if (radius_N > kApex * largest_N_) return v / radius_N;
  return (row.a - cone.n.dot(row.a) * cone.n).normalized();
}

bool Search::touches_where_it_should() const {
  const double tolerance_N = kBeside * largest_N_;
  for (int k = 0; k < active_.size(); ++k) {
    const ScaledRow& row = active_.row(k);
    const Vector3d& F = F_[row.foot];
    if (!row.is_limit() && std::abs(row.a.dot(F) - row.bound_N) > tolerance_N) return false;
    if (!is_tangent(k)) continue;
    const SharingCone& cone = cone_of(row);
    const Vector3d s = cone.n.cross(row.a).normalized();
    const Vector3d v = cone.across(F);
    const double radius_N = v.norm();
    if (radius_N <= kApex * largest_N_) continue;
    if (std::abs(s.dot(v)) > std::min(tolerance_N, kBesideAngle * radius_N)) return false;
  }
  return true;
}

/// Replaces the tangents of each cone by one at the present forces and a row for the cone's
/// curvature.
void Search::bend_along_cones() {
  ++iterations_;
  struct Bend {
    int foot;
    Vector3d s;
    double stiffness;
  };
  std::array<Bend, kMaxActive> bends;
  int n = 0;
  for (int k = 0; k < active_.size(); ++k) {
    if (!is_tangent(k) || !(active_.multiplier(k) > 0)) continue;
    const ScaledRow& row = active_.row(k);
    const SharingCone& cone = cone_of(row);
    const double radius_N = cone.across(F_[row.foot]).norm();
    if (radius_N <= kApex * largest_N_) continue;
    bends[n++] = {row.foot, cone.n.cross(touch_of(row)),
                  active_.multiplier(k) / row.norm / radius_N};
  }
  const SharingWarmStart rows = active_rows();
  active_.clear();
  begin(rows);
  for (int k = 0; k < n; ++k) {
    const auto& [foot, s, stiffness] = bends[k];
    active_.begin(active_.stiff(foot, s, s.dot(F_[foot]), stiffness));
  }
}

bool Search::is_finite() const {
  return std::all_of(F_.begin(), F_.begin() + problem_.n_feet,
                     [](const Vector3d& F) { return F.sum() - F.sum() == 0; });
}

Sharing Search::answer() const {
  Sharing answer{.status = status_, .iterations = iterations_};
  if (active_.slack() > kMaxSlack) answer.status = SharingStatus::kHardInfeasible;
  if (!failed() && !is_finite()) answer.status = SharingStatus::kBadInput;
  const bool has_forces =
      answer.status == SharingStatus::kOptimal || answer.status == SharingStatus::kSoftened;
  if (!has_forces) return answer;
  std::copy_n(F_.begin(), problem_.n_feet, answer.F.begin());
  measure_margin(problem_, answer);
  if (status_ == SharingStatus::kSoftened) blame(answer);
  return answer;
}

/// Sets the foot and limit that determine the slack most: widening it alone would reduce the slack
/// most.
void Search::blame(Sharing& answer) const {
  answer.margin = -std::max(0.0, active_.slack());
  PerLeg<std::array<double, static_cast<int>(Limit::kPush) + 1>> share{};
  double worst = 0;
  for (int k = 0; k < active_.size(); ++k) {
    const ScaledRow& row = active_.row(k);
    double& sum = share[row.foot][static_cast<int>(row.limit)];
    sum += active_.multiplier(k) * row.scale_N;
    if (sum <= worst) continue;
    worst = sum;
    answer.limiting_foot = row.foot;
    answer.limit = row.limit;
  }
}

SharingWarmStart Search::active_rows() const {
  SharingWarmStart warm;
  if (failed()) return warm;
  for (int k = 0; k < active_.size(); ++k) {
    const ScaledRow& row = active_.row(k);
    if (!row.is_limit()) continue;
    warm.row[warm.n++] = {static_cast<std::int8_t>(row.foot), static_cast<std::int8_t>(row.row),
                          is_tangent(k) ? touch_of(row) : Vector3d::Zero()};
  }
  return warm;
}

}  // namespace ventosa::controller
