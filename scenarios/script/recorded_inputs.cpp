#include "scenarios/script/recorded_inputs.h"

#include <algorithm>
#include <iterator>

namespace ventosa::scenarios {

Input RecordedInputs::at(std::int64_t tick) noexcept {
  const auto next =
      std::upper_bound(inputs_.begin(), inputs_.end(), tick,
                       [](std::int64_t now, const RecordedInput& each) { return now < each.tick; });
  Input input;
  input.tick = tick;
  if (next == inputs_.begin()) return input;
  const RecordedInput& last = *std::prev(next);
  input = last.input;
  input.tick = last.made.value_or(tick);
  if (last.made || last.tick == tick) return input;
  input.request = {};
  input.stimulus = sim::going_on(input.stimulus);
  input.options.reset();
  input.ends_run = false;
  return input;
}

}  // namespace ventosa::scenarios
