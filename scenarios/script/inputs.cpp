#include "scenarios/script/inputs.h"

#include <algorithm>
#include <cmath>

#include "models/input_error.h"
#include "models/ranges.h"

namespace ventosa::scenarios {
namespace {

bool is_sound(const sim::Stimulus& stimulus) noexcept {
  const auto is_finite = [](const sim::TimedForce& push) {
    return sim::as_vector(push.f_W).allFinite();
  };
  const auto has_sound_amount = [](const sim::TimedFault& timed) {
    const bool may_be_negative = timed.fault.kind == sim::FaultKind::kImuBiased;
    return std::isfinite(timed.fault.amount) && (may_be_negative || timed.fault.amount >= 0);
  };
  return std::all_of(stimulus.push.begin(), stimulus.push.end(), is_finite) &&
         std::all_of(stimulus.fault.begin(), stimulus.fault.end(), has_sound_amount);
}

}  // namespace

bool are_sound(const controller::ControllerConfig& options) {
  const double sum = options.period_s + options.cup_goal_force_N + options.gravity_W.sum();
  if (!std::isfinite(sum)) return false;
  try {
    models::check_ranges("controller", options);
  } catch (const models::InputError&) {
    return false;
  }
  return true;
}

InputStatus judge(const Input& input, std::int64_t last_tick, std::int64_t now_tick) noexcept {
  if (input.tick < last_tick) return InputStatus::kUnsorted;
  if (input.tick == last_tick) return InputStatus::kOld;
  if (input.tick > now_tick) return InputStatus::kFuture;
  if (!is_sound(input.stimulus)) return InputStatus::kUnsound;
  return input.tick < now_tick ? InputStatus::kLate : InputStatus::kNew;
}

}  // namespace ventosa::scenarios
