#include "scenarios/script/inputs.h"

#include <algorithm>
#include <cmath>

#include "models/input_error.h"
#include "models/ranges.h"

namespace ventosa::scenarios {
namespace {

bool is_sound(const sim::Stimulus& stimulus) noexcept {
  const auto is_gap = [](double gap_m) { return std::isfinite(gap_m) && gap_m >= 0; };
  return stimulus.f_B_W.allFinite() && stimulus.f_link_W.allFinite() &&
         std::all_of(stimulus.lip_gap_m.begin(), stimulus.lip_gap_m.end(), is_gap);
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
