#include "sim/stimulus.h"

#include <algorithm>

namespace ventosa::sim {

using controller::Vector3d;

namespace {

/// From the next period's start on.
template <class List>
List going_on(const List& list) noexcept {
  List next;
  for (auto each : list) {
    if (each.when.to_ns) continue;
    each.when.from_ns = 0;
    next.add(each);
  }
  return next;
}

}  // namespace

double Span::share_of(std::int64_t start_ns, std::int64_t length_ns) const noexcept {
  const auto within = [&](std::int64_t time_ns) {
    return std::clamp(time_ns - start_ns, std::int64_t{0}, length_ns);
  };
  const std::int64_t covered_ns = (to_ns ? within(*to_ns) : length_ns) - within(from_ns);
  return static_cast<double>(std::max(std::int64_t{0}, covered_ns)) /
         static_cast<double>(length_ns);
}

Stimulus going_on(const Stimulus& stimulus) noexcept {
  return {going_on(stimulus.push), going_on(stimulus.leak)};
}

TimedForce force_on(const controller::PartId& part, const Vector3d& f_W) noexcept {
  return {.part = part, .f_W = {f_W.x(), f_W.y(), f_W.z()}};
}

Stimulus push_on_body(const Vector3d& f_W) noexcept {
  Stimulus stimulus;
  stimulus.push.add(force_on({}, f_W));
  return stimulus;
}

StimulusRecord record_of(const Stimulus& stimulus, std::int64_t period_ns) noexcept {
  StimulusRecord record;
  for (const TimedForce& push : stimulus.push) {
    const int leg = push.part.leg;
    Vector3d& sum_W = leg < 0 ? record.f_B_W : record.f_leg_W[static_cast<std::size_t>(leg)];
    sum_W += push.when.share_of(0, period_ns) * as_vector(push.f_W);
  }
  for (const TimedLeak& leak : stimulus.leak) {
    double& gap_m = record.lip_gap_m[static_cast<std::size_t>(leak.leg)];
    if (leak.when.share_of(0, period_ns) > 0) gap_m = std::max(gap_m, leak.gap_m);
  }
  return record;
}

}  // namespace ventosa::sim
