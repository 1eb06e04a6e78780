#include "controller/load_sharing/load_sharing.h"

#include <algorithm>
#include <limits>

#include "controller/load_sharing/active_set.h"
#include "controller/load_sharing/balanced_forces.h"

namespace ventosa::controller {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A row holds when its excess is this small, relative to 1 N and the largest force without limits.
constexpr double kTolerance = 1e-9;

/// Limits that would have to grow a million-fold are hard.
constexpr double kMaxSlack = 1e6;

bool finite(double x) { return x - x == 0; }

bool is_sound(const SharingRow& row) {
  return finite(row.a.sum() + row.offset + row.scale) && row.scale >= 0;
}

bool is_sound(const SharingFoot& foot) {
  if (foot.n_rows < 0 || foot.n_rows > kMaxRowsPerFoot) return false;
  bool sound = finite(foot.p_B.sum() + foot.H.sum() + foot.c.sum());
  for (int r = 0; r < foot.n_rows; ++r) sound &= is_sound(foot.row[r]);
  return sound;
}

bool is_sound(const SharingProblem& problem) {
  if (problem.n_feet < 0 || problem.n_feet > kMaxLegs || !finite(problem.w.sum())) return false;
  return std::all_of(problem.foot.begin(), problem.foot.begin() + problem.n_feet,
                     [](const SharingFoot& foot) { return is_sound(foot); });
}

/// The dual active set. Its forces are always the optimum for the rows it holds; it takes in the
/// row exceeded most until none is. Where no force can, the slack grows by what that proves
/// necessary, so that it approaches the least one from below and ends there.
class Search {
 public:
  Search(const SharingProblem& problem, const BalancedForces& forces);

  void begin(const SharingWarmStart& warm);
  void run();
  bool is_finite() const;  ///< else the input was beyond the range of numbers
  Sharing answer() const;
  SharingWarmStart active_rows() const;

 private:
  struct Excess {
    int foot = -1;
    int row = -1;
    double excess_N = 0;
  };

  bool failed() const;
  void settle();
  Excess worst() const;
  void enforce(const ScaledRow& row, double excess_N);
  void soften(const ScaledRow& row, double excess_N, const DualDirection& toward);
  void blame(const ScaledRow& row, const DualDirection& toward);
  Limit limit_of(const ScaledRow& row) const { return problem_.foot[row.foot].row[row.row].limit; }

  const SharingProblem& problem_;
  SharingStatus status_ = SharingStatus::kOptimal;
  ActiveSet active_;
  PerLeg<Vector3d> F_;
  double tolerance_N_;
  double slack_ = 0;  ///< t: limits are scaled by (1 + t)
  int limiting_foot_ = -1;
  Limit limit_ = Limit::kNone;
  int iterations_ = 0;
};

Search::Search(const SharingProblem& problem, const BalancedForces& forces)
    : problem_(problem), active_(problem, forces) {
  double force_N = 1;
  for (int i = 0; i < problem.n_feet; ++i) force_N = std::max(force_N, forces.F0[i].norm());
  tolerance_N_ = kTolerance * force_N;
}

void Search::begin(const SharingWarmStart& warm) {
  const int n = std::clamp(warm.n, 0, static_cast<int>(warm.foot.size()));
  for (int k = 0; k < n; ++k) {
    if (warm.foot[k] >= problem_.n_feet) continue;
    if (warm.row[k] >= problem_.foot[warm.foot[k]].n_rows) continue;
    const ScaledRow row = active_.scaled(warm.foot[k], warm.row[k]);
    const DualDirection toward = active_.toward(row);
    if (toward.independent) active_.add(row, toward, 0);
  }
}

void Search::run() {
  while (!failed()) {
    settle();
    const Excess most = worst();
    if (most.foot < 0) return;
    enforce(active_.scaled(most.foot, most.row), most.excess_N);
  }
}

bool Search::failed() const {
  return status_ != SharingStatus::kOptimal && status_ != SharingStatus::kSoftened;
}

/// The forces on the active rows; a row that would have to pull the forces beyond its limit lets
/// go.
void Search::settle() {
  active_.hold(slack_, 0.1 * tolerance_N_, F_);
  for (int k = active_.most_negative(); k >= 0; k = active_.most_negative()) {
    ++iterations_;
    active_.drop(k);
    active_.hold(slack_, 0.1 * tolerance_N_, F_);
  }
}

Search::Excess Search::worst() const {
  Excess most{.excess_N = tolerance_N_};
  for (int i = 0; i < problem_.n_feet; ++i)
    for (int r = 0; r < problem_.foot[i].n_rows; ++r) {
      const SharingRow& row = problem_.foot[i].row[r];
      const double excess = row.a.dot(F_[i]) - row.offset - (1 + slack_) * row.scale;
      if (excess <= 0 || excess * excess <= most.excess_N * most.excess_N * row.a.squaredNorm())
        continue;
      const double excess_N = excess / row_norm(row.a);
      if (excess_N > most.excess_N) most = {i, r, excess_N};
    }
  return most;
}

/// Raises the row's multiplier until it holds. Active rows whose multipliers reach zero on the way
/// let go.
void Search::enforce(const ScaledRow& row, double excess_N) {
  double multiplier = 0;
  while (iterations_ < kMaxSharingIterations) {
    ++iterations_;
    const DualDirection toward = active_.toward(row);
    const double full = toward.independent ? excess_N / toward.curvature : kInfinity;
    const Block block = active_.first_block(toward);
    const double step = std::min(full, block.step);
    if (step == kInfinity) return soften(row, excess_N, toward);

    active_.move(toward, step);
    multiplier += step;
    if (full <= block.step) return active_.add(row, toward, multiplier);
    if (toward.independent) excess_N -= step * toward.curvature;
    active_.drop(block.k);
  }
  status_ = SharingStatus::kOverBudget;
}

/// No force keeps this row and the active ones, for with λ_k = -r_k >= 0
///
///   a + Σ λ_k a_k   is balanced by the wrench alone: its value is the same for all forces,
///
/// and exceeds the sum of the bounds by `excess_N`. Any slack must therefore give at least that.
void Search::soften(const ScaledRow& row, double excess_N, const DualDirection& toward) {
  double given_N = row.scale_N;
  for (int k = 0; k < active_.size(); ++k)
    given_N += std::max(0.0, -toward.r[k]) * active_.row(k).scale_N;
  slack_ += excess_N / given_N;
  status_ = slack_ < kMaxSlack ? SharingStatus::kSoftened : SharingStatus::kHardInfeasible;
  blame(row, toward);
}

/// Names the foot and limit that hold the slack up most: whose growth alone would lower it most.
void Search::blame(const ScaledRow& row, const DualDirection& toward) {
  PerLeg<std::array<double, static_cast<int>(Limit::kPush) + 1>> share{};
  double worst = 0;
  const auto add = [&](const ScaledRow& held, double multiplier) {
    const Limit limit = limit_of(held);
    double& sum = share[held.foot][static_cast<int>(limit)];
    sum += multiplier * held.scale_N;
    if (sum <= worst) return;
    worst = sum;
    limiting_foot_ = held.foot;
    limit_ = limit;
  };
  add(row, 1);
  for (int k = 0; k < active_.size(); ++k) add(active_.row(k), -toward.r[k]);
}

bool Search::is_finite() const {
  return std::all_of(F_.begin(), F_.begin() + problem_.n_feet,
                     [](const Vector3d& F) { return finite(F.sum()); });
}

Sharing Search::answer() const {
  Sharing answer{.status = status_, .iterations = iterations_};
  if (failed()) return answer;
  std::copy_n(F_.begin(), problem_.n_feet, answer.F.begin());
  measure_margin(problem_, answer);
  if (status_ == SharingStatus::kOptimal) return answer;
  answer.margin = -slack_;
  answer.limiting_foot = limiting_foot_;
  answer.limit = limit_;
  return answer;
}

SharingWarmStart Search::active_rows() const {
  SharingWarmStart warm;
  if (failed()) return warm;
  for (warm.n = 0; warm.n < active_.size(); ++warm.n) {
    warm.foot[warm.n] = static_cast<std::uint8_t>(active_.row(warm.n).foot);
    warm.row[warm.n] = static_cast<std::uint8_t>(active_.row(warm.n).row);
  }
  return warm;
}

}  // namespace

void measure_margin(const SharingProblem& problem, Sharing& answer) noexcept {
  double used = -kInfinity;
  for (int i = 0; i < problem.n_feet; ++i)
    for (int r = 0; r < problem.foot[i].n_rows; ++r) {
      const SharingRow& row = problem.foot[i].row[r];
      if (row.scale == 0) continue;
      const double part = (row.a.dot(answer.F[i]) - row.offset) / row.scale;
      if (part <= used) continue;
      used = part;
      answer.limiting_foot = i;
      answer.limit = row.limit;
    }
  answer.margin = answer.limiting_foot < 0 ? 1 : std::max(0.0, 1 - used);
}

Sharing share_load(const SharingProblem& problem, SharingWarmStart& warm) noexcept {
  const SharingWarmStart start = warm;
  warm = {};
  BalancedForces forces;
  if (!is_sound(problem)) return {.status = SharingStatus::kBadInput};
  if (!can_balance_any_wrench(problem)) return {.status = SharingStatus::kDegenerate};
  if (!balance(problem, forces)) return {.status = SharingStatus::kBadInput};

  Search search(problem, forces);
  search.begin(start);
  search.run();
  if (!search.is_finite()) return {.status = SharingStatus::kBadInput};
  warm = search.active_rows();
  return search.answer();
}

}  // namespace ventosa::controller
