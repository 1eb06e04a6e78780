#include "hal/guard/causes.h"

#include <algorithm>

namespace ventosa::hal {
namespace {

bool is_quiet(const Causes& causes, Trigger trigger) {
  if (causes.present.contains(trigger)) return false;
  return trigger == Trigger::kOperatorStop || causes[trigger].quiet_ns >= kQuiet_ns;
}

}  // namespace

void latch(Trigger trigger, std::int64_t now_ns, Causes& causes) noexcept {
  if (causes.latched.contains(trigger)) return;
  causes.latched.insert(trigger);
  causes[trigger] = {.since_ns = now_ns, .gone_ns = now_ns};
}

void update(Triggers present, std::int64_t passed_ns, std::int64_t now_ns,
            Causes& causes) noexcept {
  for (const Trigger trigger : present) {
    latch(trigger, now_ns, causes);
    causes[trigger].quiet_ns = 0;
  }
  for (const Trigger trigger : causes.latched) {
    if (present.contains(trigger)) continue;
    if (causes.present.contains(trigger))
      causes[trigger].gone_ns = now_ns;
    else
      causes[trigger].quiet_ns += passed_ns;
  }
  causes.present = present;
}

std::int64_t counted_ns(std::int64_t from_ns, std::int64_t to_ns) noexcept {
  if (to_ns <= from_ns) return 0;
  // modulo 2^64: the difference may overflow int64
  const std::uint64_t passed =
      static_cast<std::uint64_t>(to_ns) - static_cast<std::uint64_t>(from_ns);
  return static_cast<std::int64_t>(std::min(passed, std::uint64_t{kLongestStep_ns}));
}

bool are_quiet(const Causes& causes, Triggers triggers) noexcept {
  const Triggers in_question = causes.latched & triggers;
  for (const Trigger trigger : in_question)
    if (!is_quiet(causes, trigger)) return false;
  return true;
}

}  // namespace ventosa::hal
