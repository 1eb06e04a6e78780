#include "scenarios/script/inputs.h"

namespace ventosa::scenarios {

InputStatus judge(const Input& input, std::int64_t last_tick, std::int64_t now_tick) noexcept {
  if (input.tick < last_tick) return InputStatus::kUnsorted;
  if (input.tick == last_tick) return InputStatus::kOld;
  if (input.tick > now_tick) return InputStatus::kFuture;
  if (!input.stimulus.f_B_W.allFinite()) return InputStatus::kUnsound;
  return input.tick < now_tick ? InputStatus::kLate : InputStatus::kNew;
}

}  // namespace ventosa::scenarios
