#include "controller/estimation/burden.h"

#include <algorithm>
#include <cmath>

namespace ventosa::controller {
namespace {

/// True if a load has dropped below kBorne of its mean. Gear friction is less than kLeast_N.
bool has_lost_load(const Vector3d& mean_B, const Vector3d& now_B) {
  constexpr double kLeast_N = 15, kBorne = 0.3;
  return mean_B.norm() > kLeast_N && now_B.dot(mean_B) < kBorne * mean_B.squaredNorm();
}

}  // namespace

bool bears_load(const Burden& burden) noexcept {
  constexpr double kLeast_N = 1;  // without torque readings no load is measured
  return !burden.known || (burden.ticks_gone == 0 && burden.mean_B.norm() > kLeast_N);
}

void watch_burden(const PerLeg<ModuleReport>& report, const PerLeg<ContactForceEstimate>& force,
                  LegSet lost, double period_s, PerLeg<Burden>& burden) noexcept {
  constexpr double kLoadMean_s = 0.15;
  constexpr double kRemembered_s = 0.1;  // time until the motion of the foot can be measured, too
  const double share = period_s / (kLoadMean_s + period_s);
  const auto remembered = static_cast<std::int32_t>(std::lround(kRemembered_s / period_s));
  for (std::size_t i = 0; i < burden.size(); ++i) {
    Burden& of = burden[i];
    const Vector3d& now_B = force[i].motors_B;
    const bool stands = report[i].phase == FootPhase::kStance && report[i].attached;
    if (!stands || lost.any()) {
      of = {};
      continue;
    }
    if (!of.known) of = {.known = true, .mean_B = now_B};
    of.ticks_gone = has_lost_load(of.mean_B, now_B) ? remembered : std::max(0, of.ticks_gone - 1);
    of.mean_B += share * (now_B - of.mean_B);
  }
}

}  // namespace ventosa::controller
