#include "controller/slip_alarm.h"

#include <Eigen/Cholesky>

namespace ventosa::controller {
namespace {

constexpr double kMean_s = 0.2;     // span of the running mean
constexpr double kRaise_s = 0.05;   // T must stay high so long
constexpr double kClear_s = 1;      // and low so long
constexpr double kProbable = 7.81;  // 95 % of a standing foot's T
constexpr double kNormalShare = 0.7;

double chi_square(const FootInnovation& seen, double share, const Vector3d& mean_W) {
  return (2 - share) / share * mean_W.dot(seen.S.llt().solve(mean_W));
}

FootAlarm kind_of(const Vector3d& drift_W, const Vector3d& outwards_W) {
  return drift_W.dot(outwards_W) > kNormalShare * drift_W.norm() ? FootAlarm::kDetachment
                                                                 : FootAlarm::kSlip;
}

}  // namespace

void watch_slip(const FootInnovation& seen, const Vector3d& outwards_W, double period_s,
                SlipWatch& watch) noexcept {
  const double share = period_s / (kMean_s + period_s);
  watch.drift_W += share * (seen.z_W - watch.drift_W);
  const double T = chi_square(seen, share, watch.drift_W);
  const bool rings = watch.alarm != FootAlarm::kNone;
  const bool onward = rings ? T < kProbable : T > kImprobable;
  watch.ticks = onward ? watch.ticks + 1 : 0;
  if (watch.ticks * period_s < (rings ? kClear_s : kRaise_s)) return;
  watch.alarm = rings ? FootAlarm::kNone : kind_of(watch.drift_W, outwards_W);
  watch.ticks = 0;
}

}  // namespace ventosa::controller
