#include "controller/estimation/slip_alarm.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

namespace ventosa::controller {
namespace {

constexpr double kMean_s = 0.2;      // time constant of the running mean
constexpr double kRaise_s = 0.05;    // T must be high for this time
constexpr double kClear_s = 1;       // T must be low for this time
constexpr double kProbable = 7.81;   // 95 % quantile of T for an attached foot
constexpr double kUnlikely = 16.27;  // 99.9 % quantile
constexpr double kNormalShare = 0.7;

/// Motion of a foot relative to the others without alarm.
struct Relative {
  int n_others = 0;
  Vector3d r_W = Vector3d::Zero();
  Matrix3d S = Matrix3d::Zero();
  double offset_m2 = 0;
};

Relative relative_to_others(const Innovations& seen, const PerLeg<SlipWatch>& watch,
                            double period_s, std::size_t i) {
  const auto S_of = [&](const FootInnovation& foot) -> Matrix3d {
    return std::max(1.0, foot.interval_s / period_s) * foot.S;
  };
  Relative rel;
  for (std::size_t j = 0; j < static_cast<std::size_t>(seen.n); ++j) {
    const FootInnovation& other = seen.foot[j];
    if (j == i || watch[static_cast<std::size_t>(other.leg)].alarm != FootAlarm::kNone) continue;
    ++rel.n_others;
    rel.r_W -= other.z_W;
    rel.S += S_of(other);
    rel.offset_m2 += other.offset_m2;
  }
  const int n = std::max(1, rel.n_others);
  rel.r_W = seen.foot[i].z_W + rel.r_W / n;
  rel.S = S_of(seen.foot[i]) + rel.S / (n * n);
  rel.offset_m2 = seen.foot[i].offset_m2 + rel.offset_m2 / (n * n);
  return rel;
}

FootAlarm kind_of(const Vector3d& drift_W, const Vector3d& outwards_W) {
  return drift_W.dot(outwards_W) > kNormalShare * drift_W.norm() ? FootAlarm::kDetachment
                                                                 : FootAlarm::kSlip;
}

/// T of a mean in which each reading has the weight `a`.
double improbability(const Relative& rel, double share, const Vector3d& mean_W) {
  const double mean_m = mean_W.norm(), bound_m = std::sqrt(rel.offset_m2);
  if (mean_m <= bound_m) return 0;
  const Vector3d beyond_W = (1 - bound_m / mean_m) * mean_W;
  return beyond_W.dot((share / (2 - share) * rel.S).llt().solve(beyond_W));
}

void count(double T, bool is_worst, const Vector3d& outwards_W, double period_s, SlipWatch& watch) {
  const bool alarmed = watch.alarm != FootAlarm::kNone;
  const bool onward = alarmed ? T < kProbable : is_worst && T > kImprobable;
  watch.ticks = onward ? watch.ticks + 1 : 0;
  if (watch.ticks * period_s < (alarmed ? kClear_s : kRaise_s)) return;
  watch.alarm = alarmed ? FootAlarm::kNone : kind_of(watch.drift_W, outwards_W);
  watch.ticks = 0;
}

void count_race(double R, bool is_worst, bool unburdened, SlipWatch& watch) {
  const std::int32_t readings = unburdened ? 1 : 2;
  watch.racing = is_worst && R > (unburdened ? kUnlikely : kImprobable) ? watch.racing + 1 : 0;
  if (watch.racing < readings) return;
  watch.alarm = FootAlarm::kDetachment;
  watch.ticks = 0;
}

/// Innovations (`way_W`) and positions of the feet that show rotations, both minus their means.
struct Motions {
  std::size_t n = 0;
  PerLeg<Vector3d> way_W{}, lever_W{};
  double off_surface_m2 = 0;
  bool all_bear = true;  ///< all these feet carry a load
};

/// True for a foot without alarm that was attached for long enough. A foot that attached during a
/// rotation of the body shows only part of it.
bool shows_turns(const SlipWatch& watch, double stands_for_s) {
  return watch.alarm == FootAlarm::kNone && watch.stood_s >= stands_for_s;
}

/// Time for which a foot must be attached to show rotations. If all feet have attached recently, as
/// at the start, it is the time of the first one.
double long_stand_s(const Innovations& seen, const PerLeg<SlipWatch>& watch) {
  constexpr double kLong_s = 0.3;
  double longest_s = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(seen.n); ++i)
    longest_s = std::max(longest_s, watch[static_cast<std::size_t>(seen.foot[i].leg)].stood_s);
  return std::min(kLong_s, longest_s);
}

template <class WayOf>
Motions motions_of(const Innovations& seen, const PerLeg<SlipWatch>& watch, WayOf way_of) {
  const double stands_for_s = long_stand_s(seen, watch);
  Motions all;
  Vector3d mean_way_W = Vector3d::Zero(), mean_lever_W = Vector3d::Zero();
  for (std::size_t i = 0; i < static_cast<std::size_t>(seen.n); ++i) {
    const FootInnovation& foot = seen.foot[i];
    if (!shows_turns(watch[static_cast<std::size_t>(foot.leg)], stands_for_s)) continue;
    const Vector3d way_W = way_of(foot);
    all.way_W[all.n] = way_W;
    all.lever_W[all.n++] = foot.lever_W;
    all.all_bear &= foot.bears;
    all.off_surface_m2 += std::pow(way_W.dot(foot.outwards_W), 2);
    mean_way_W += way_W;
    mean_lever_W += foot.lever_W;
  }
  for (std::size_t k = 0; k < all.n; ++k) {
    all.way_W[k] -= mean_way_W / static_cast<double>(all.n);
    all.lever_W[k] -= mean_lever_W / static_cast<double>(all.n);
  }
  return all;
}

/// Least-squares rotation [rad]: sum (l^2 - l l') phi = sum l x d, d the innovations
Vector3d turn_of(const Motions& feet) {
  Matrix3d A = 1e-9 * Matrix3d::Identity();
  Vector3d b = Vector3d::Zero();
  for (std::size_t k = 0; k < feet.n; ++k) {
    const Vector3d& l_W = feet.lever_W[k];
    A += l_W.squaredNorm() * Matrix3d::Identity() - l_W * l_W.transpose();
    b += l_W.cross(feet.way_W[k]);
  }
  return A.ldlt().solve(b);
}

/// Angle [rad] of the body's rotation if it explains nearly all innovations; otherwise 0.
double explaining_turn_rad(const Motions& feet, bool goes_on) {
  constexpr double kUnexplained = 0.1;
  double all_m2 = 0, rest_m2 = 0;
  const Vector3d turn_W = turn_of(feet);
  for (std::size_t k = 0; k < feet.n; ++k) {
    all_m2 += feet.way_W[k].squaredNorm();
    rest_m2 += (feet.way_W[k] - turn_W.cross(feet.lever_W[k])).squaredNorm();
  }
  const bool off_surface = feet.off_surface_m2 > kUnexplained * all_m2;
  const bool sure = feet.n > 3 || (feet.n == 3 && (feet.all_bear || !off_surface));
  const bool explains = (sure || (goes_on && feet.n > 1)) && rest_m2 < kUnexplained * all_m2;
  return explains ? turn_W.norm() : 0;
}

SlipWatch& watch_of(const FootInnovation& foot, PerLeg<SlipWatch>& watch) {
  return watch[static_cast<std::size_t>(foot.leg)];
}

/// Test statistics of each foot: large values are improbable for an attached foot.
struct Improbability {
  PerLeg<double> drifts{}, races{};  ///< T and R = T(a = 1)
};

Improbability weigh_feet(const Innovations& seen, double period_s, PerLeg<SlipWatch>& watch) {
  const double share = period_s / (kMean_s + period_s);
  Improbability all;
  for (std::size_t i = 0; i < static_cast<std::size_t>(seen.n); ++i) {
    const Relative rel = relative_to_others(seen, watch, period_s, i);
    if (rel.n_others < kLeastOthers) continue;
    Vector3d& drift_W = watch_of(seen.foot[i], watch).drift_W;
    drift_W += share * (rel.r_W - drift_W);
    all.drifts[i] = improbability(rel, share, drift_W);
    all.races[i] = improbability(rel, 1, rel.r_W);
  }
  return all;
}

/// True if the statistic of a foot that shows rotations exceeds the bound.
bool any_above(double least, const PerLeg<double>& improbability, const Innovations& seen,
               PerLeg<SlipWatch>& watch) {
  const double stands_for_s = long_stand_s(seen, watch);
  for (std::size_t i = 0; i < static_cast<std::size_t>(seen.n); ++i)
    if (improbability[i] > least && shows_turns(watch_of(seen.foot[i], watch), stands_for_s))
      return true;
  return false;
}

double turn_rad(const Improbability& all, const Innovations& seen, PerLeg<SlipWatch>& watch) {
  const auto drift_W = [&](const FootInnovation& foot) { return watch_of(foot, watch).drift_W; };
  const auto now_W = [](const FootInnovation& foot) { return foot.z_W; };
  double rad = 0;
  if (any_above(kImprobable, all.drifts, seen, watch))
    rad = explaining_turn_rad(motions_of(seen, watch, drift_W), seen.turns);
  if (any_above(kUnlikely, all.races, seen, watch))
    rad = std::max(rad, explaining_turn_rad(motions_of(seen, watch, now_W), seen.turns));
  return rad;
}

}  // namespace

double watch_slip(const Innovations& seen, double period_s, PerLeg<SlipWatch>& watch) noexcept {
  const Improbability all = weigh_feet(seen, period_s, watch);
  const double worst_T = *std::max_element(all.drifts.begin(), all.drifts.end());
  const double worst_R = *std::max_element(all.races.begin(), all.races.end());
  const double turned_rad = turn_rad(all, seen, watch);
  for (std::size_t i = 0; i < static_cast<std::size_t>(seen.n); ++i) {
    const FootInnovation& foot = seen.foot[i];
    SlipWatch& own = watch_of(foot, watch);
    own.stood_s += period_s;
    if (turned_rad > 0 && own.alarm == FootAlarm::kNone) {
      own.ticks = own.racing = 0;
      continue;
    }
    count(all.drifts[i], all.drifts[i] >= worst_T, foot.outwards_W, period_s, own);
    if (foot.news) count_race(all.races[i], all.races[i] >= worst_R, foot.unburdened, own);
  }
  return turned_rad;
}

}  // namespace ventosa::controller
