#include "controller/execution/pack_watch.h"

#include <algorithm>
#include <cmath>

namespace ventosa::controller {
namespace {

constexpr double kLasts_s = 0.3;
constexpr double kDead_V = 5;
constexpr double kLive_V = 1;
constexpr double kFlows_A = 0.2;  // above sensor noise

void count(bool goes_on, double period_s, double& time_s) {
  time_s = goes_on ? std::min(2 * kLasts_s, time_s + period_s) : 0;
}

bool flows(double current_A) {
  return std::abs(current_A) > kFlows_A;
}  // false for an unknown current

bool contradicts(const PackReading& pack, const std::optional<Relay>& commanded) {
  if (commanded == Relay::kIsolated) return flows(pack.bus_current_A);
  return commanded == Relay::kBusOnly && flows(pack.current_A);
}

}  // namespace

Reason watch_pack(const PackReading& pack, double period_s, PackWatch& watch) noexcept {
  const bool is_cut_off = watch.commanded == Relay::kBusOnly;
  count(pack.voltage_V < kDead_V && !is_cut_off, period_s, watch.dead_s);
  count(contradicts(pack, watch.commanded), period_s, watch.stuck_s);
  count(watch.commanded == Relay::kIsolated && pack.bus_voltage_V > kLive_V, period_s,
        watch.live_s);
  if (watch.stuck_s >= kLasts_s) return Reason::kRelayStuck;
  return watch.dead_s >= kLasts_s ? Reason::kPackDead : Reason::kNone;
}

bool finds_bus_live(const PackWatch& watch) noexcept { return watch.live_s >= kLasts_s; }

}  // namespace ventosa::controller
