#include "hal/link/gap_trace.h"

#include <algorithm>
#include <cmath>

namespace ventosa::hal {

GapTrace gap_trace(GapKind kind, double period_s, const std::vector<double>& gaps_s) {
  GapTrace trace{kind, std::llround(period_s * 1e9), {}};
  std::int64_t end_ns = 0;
  for (const double gap_s : gaps_s)
    trace.end_ns.push_back(end_ns += std::max<std::int64_t>(1, std::llround(gap_s * 1e9)));
  return trace;
}

std::optional<std::int64_t> delay_through_gaps(const GapTrace& trace, double phase,
                                               std::int64_t sent_ns,
                                               std::int64_t delay_ns) noexcept {
  if (trace.end_ns.empty()) return delay_ns;
  const std::int64_t whole_ns = trace.end_ns.back();
  const auto start_ns = static_cast<std::int64_t>(phase * static_cast<double>(whole_ns));

  // a message due at the very end of a gap arrives: instants are in (0, whole]
  const std::int64_t due_ns = (start_ns + sent_ns + delay_ns + whole_ns - 1) % whole_ns + 1;
  const std::int64_t left_ns =
      *std::lower_bound(trace.end_ns.begin(), trace.end_ns.end(), due_ns) - due_ns;
  if (trace.kind == GapKind::kHold) return delay_ns + left_ns;
  return left_ns < trace.period_ns ? std::optional(delay_ns) : std::nullopt;
}

}  // namespace ventosa::hal
