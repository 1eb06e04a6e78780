#include "controller/load_sharing/load_sharing.h"

#include <algorithm>
#include <limits>

#include "controller/load_sharing/search.h"

namespace ventosa::controller {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool finite(double x) { return x - x == 0; }

bool is_sound(const SharingRow& row) {
  return finite(row.a.sum() + row.offset + row.scale) && row.scale >= 0;
}

bool is_sound(const SharingCone& cone) {
  const bool is_unit = std::abs(cone.n.squaredNorm() - 1) < 1e-6;
  return is_unit && finite(cone.centre_N.sum() + cone.offset + cone.scale) && cone.ratio > 0 &&
         finite(cone.ratio) && cone.scale >= 0;
}

bool is_sound(const SharingFoot& foot) {
  if (foot.n_rows < 0 || foot.n_rows > kMaxRowsPerFoot) return false;
  if (foot.n_cones < 0 || foot.n_cones > kMaxConesPerFoot) return false;
  bool sound = finite(foot.p_B.sum() + foot.H.sum() + foot.c.sum());
  for (int r = 0; r < foot.n_rows; ++r) sound &= is_sound(foot.row[r]);
  for (int k = 0; k < foot.n_cones; ++k) sound &= is_sound(foot.cone[k]);
  return sound;
}

bool is_sound(const SharingProblem& problem) {
  if (problem.n_feet < 0 || problem.n_feet > kMaxLegs || !finite(problem.w.sum())) return false;
  return std::all_of(problem.foot.begin(), problem.foot.begin() + problem.n_feet,
                     [](const SharingFoot& foot) { return is_sound(foot); });
}

}  // namespace

void measure_margin(const SharingProblem& problem, Sharing& answer) noexcept {
  double most = -kInfinity;
  const auto weigh = [&](int foot, double used, double scale, Limit limit) {
    if (scale == 0 || used <= most * scale) return;
    most = used / scale;
    answer.limiting_foot = foot;
    answer.limit = limit;
  };
  for (int i = 0; i < problem.n_feet; ++i) {
    const SharingFoot& foot = problem.foot[i];
    const Vector3d& F = answer.F[i];
    for (int k = 0; k < foot.n_cones; ++k)
      weigh(i, foot.cone[k].used(F), foot.cone[k].scale, foot.cone[k].limit);
    for (int r = 0; r < foot.n_rows; ++r)
      weigh(i, foot.row[r].a.dot(F) - foot.row[r].offset, foot.row[r].scale, foot.row[r].limit);
  }
  answer.margin = answer.limiting_foot < 0 ? 1 : std::max(0.0, 1 - most);
}

namespace {

Sharing share(const SharingProblem& problem, Overload overload, SharingWarmStart& warm) {
  const SharingWarmStart start = warm;
  warm = {};
  if (!is_sound(problem)) return {.status = SharingStatus::kBadInput};
  if (!can_balance_any_wrench(problem)) return {.status = SharingStatus::kDegenerate};
  Search search(problem, overload);
  search.run(start);
  const Sharing answer = search.answer();
  if (answer.status != SharingStatus::kBadInput) warm = search.active_rows();
  return answer;
}

}  // namespace

Sharing share_load(const SharingProblem& problem, SharingWarmStart& warm) noexcept {
  return share(problem, Overload::kSoften, warm);
}

bool can_share(const SharingProblem& problem, SharingWarmStart& warm) noexcept {
  return share(problem, Overload::kGiveUp, warm).status == SharingStatus::kOptimal;
}

}  // namespace ventosa::controller
