#include "scenarios/script/inputs.h"

#include <cmath>

#include "models/input_error.h"
#include "models/ranges.h"

namespace ventosa::scenarios {
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

InputStatus judge(const Input& input, const InputTime& time) noexcept {
  if (input.tick < time.last_tick) return InputStatus::kUnsorted;
  if (input.tick == time.last_tick) return InputStatus::kOld;
  if (input.tick > time.now_tick) return InputStatus::kFuture;
  if (!sim::is_sound(input.stimulus, time.period_ns)) return InputStatus::kUnsound;
  return input.tick < time.now_tick ? InputStatus::kLate : InputStatus::kNew;
}

}  // namespace ventosa::scenarios
