#include "scenarios/script/script_inputs.h"

#include <cmath>

namespace ventosa::scenarios {

Input ScriptInputs::at(std::int64_t tick) noexcept {
  const double time_s = static_cast<double>(tick) * period_s_;
  Input input;
  input.tick = tick;
  input.goal = script_.goal_at(time_s, X_WB0_);
  const std::int64_t period_ns = std::llround(1e9 * period_s_);
  input.stimulus = script_.stimulus_from(tick * period_ns, period_ns, X_WB0_);
  return input;
}

}  // namespace ventosa::scenarios
