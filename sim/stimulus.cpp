#include "sim/stimulus.h"

#include <algorithm>

namespace ventosa::sim {

using controller::Vector3d;

namespace {

/// Elements that continue, restarted at the next period's start.
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

bool is_sound(const Stimulus& stimulus, std::int64_t period_ns) noexcept {
  const auto push_is_sound = [=](const TimedForce& push) {
    return as_vector(push.f_W).allFinite() && push.when.is_within(period_ns);
  };
  const auto fault_is_sound = [=](const TimedFault& timed) {
    return has_sound_amount(timed.fault) && timed.when.is_within(period_ns);
  };
  return std::all_of(stimulus.push.begin(), stimulus.push.end(), push_is_sound) &&
         std::all_of(stimulus.fault.begin(), stimulus.fault.end(), fault_is_sound);
}

Stimulus going_on(const Stimulus& stimulus) noexcept {
  return {going_on(stimulus.push), going_on(stimulus.fault)};
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
  record.fault = FaultSet(stimulus.fault, 0, period_ns);
  return record;
}

}  // namespace ventosa::sim
