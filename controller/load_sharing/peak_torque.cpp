#include "controller/load_sharing/peak_torque.h"

#include <algorithm>
#include <limits>

namespace ventosa::controller {
namespace {

constexpr double kUnreachable = std::numeric_limits<double>::infinity();

/// The search starts at this factor times the last ratio: it only finds ratios above its start.
constexpr double kBeginBelow = 0.9;

template <class Bound>
Bound hard(Bound bound) {
  bound.offset += bound.scale;
  bound.scale = 0;
  return bound;
}

bool has_sound_sizes(const SharingProblem& problem) {
  if (problem.n_feet < 0 || problem.n_feet > kMaxLegs) return false;
  return std::all_of(problem.foot.begin(), problem.foot.begin() + problem.n_feet,
                     [](const SharingFoot& foot) {
                       return foot.n_rows >= 0 && foot.n_rows <= kMaxRowsPerFoot &&
                              foot.n_cones >= 0 && foot.n_cones <= kMaxConesPerFoot;
                     });
}

/// Scales the limits of torque rows by `ratio`, which share_load() may soften, and makes all others
/// hard.
void bound_torques(const SharingProblem& problem, double ratio, SharingProblem& bounded) {
  for (int i = 0; i < problem.n_feet; ++i) {
    const SharingFoot& foot = problem.foot[i];
    SharingFoot& to = bounded.foot[i];
    for (int k = 0; k < foot.n_cones; ++k) to.cone[k] = hard(foot.cone[k]);
    for (int r = 0; r < foot.n_rows; ++r) {
      if (foot.row[r].limit == Limit::kTorque)
        to.row[r].offset = foot.row[r].offset + (ratio - 1) * foot.row[r].scale;
      else
        to.row[r] = hard(foot.row[r]);
    }
  }
}

/// The least ratio if it is above `low`, otherwise 0.
double ratio_above(double low, const SharingProblem& problem, SharingProblem& bounded,
                   SharingWarmStart& warm, int& iterations) {
  bound_torques(problem, low, bounded);
  const Sharing least = share_load(bounded, warm);
  iterations += least.iterations;
  switch (least.status) {
    case SharingStatus::kOptimal:
      return 0;
    case SharingStatus::kSoftened:
      return low - least.margin;
    default:
      return kUnreachable;
  }
}

double least_ratio(const SharingProblem& problem, SharingProblem& bounded, PeakTorqueStart& peak,
                   int& iterations) {
  const double low = peak.ratio > 0 && peak.ratio < 1 ? kBeginBelow * peak.ratio : 0;
  const double ratio = ratio_above(low, problem, bounded, peak.rows, iterations);
  return ratio > low ? ratio : ratio_above(0, problem, bounded, peak.rows, iterations);
}

}  // namespace

PeakTorqueSharing share_peak_torque(const SharingProblem& problem, SharingWarmStart& warm,
                                    PeakTorqueStart& peak, double room) noexcept {
  PeakTorqueSharing answer;
  if (!has_sound_sizes(problem)) return answer;
  int iterations = 0;
  SharingProblem bounded = problem;
  answer.least_ratio = peak.ratio = least_ratio(problem, bounded, peak, iterations);
  if (answer.least_ratio <= 1) {
    bound_torques(problem, answer.least_ratio + room * (1 - answer.least_ratio), bounded);
    answer.sharing = share_load(bounded, warm);
    measure_margin(problem, answer.sharing);
  }
  if (answer.sharing.status != SharingStatus::kOptimal) answer.sharing = share_load(problem, warm);
  answer.sharing.iterations += iterations;
  return answer;
}

}  // namespace ventosa::controller
