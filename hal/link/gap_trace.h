#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "controller/model/description.h"

/// Gaps of a recorded stream: times between the arrivals of its messages.
namespace ventosa::hal {

/// Treatment of a message that would arrive during a gap.
enum class GapKind : std::uint8_t {
  kHold,  ///< the message arrives at the gap's end, with all others of the gap, as from a queue
  kDrop,  ///< the message is lost, except in the gap's last period
};
constexpr auto enumerators(GapKind) { return controller::words("hold", "drop"); }

/// Sequence of gaps, repeated endlessly.
struct GapTrace {
  GapKind kind = GapKind::kHold;
  std::int64_t period_ns = 0;        ///< period of the recorded messages, for kDrop
  std::vector<std::int64_t> end_ns;  ///< ends of the gaps, ascending, above 0; empty: no gaps
};

void describe(auto& field, controller::Is<GapTrace> auto& trace) {
  field("kind", trace.kind);
  field("period_ns", trace.period_ns, "ns");
  field.list("end_ns", trace.end_ns, "ns");
}

/// @param gaps_s  lengths of the gaps, each at least 1 ns
GapTrace gap_trace(GapKind kind, double period_s, const std::vector<double>& gaps_s);

/// Delay of a message that would take `delay_ns` without gaps; no value: lost.
/// @param phase    start position of the link in the trace, above 0 up to 1
/// @param sent_ns  since the link's start
std::optional<std::int64_t> delay_through_gaps(const GapTrace& trace, double phase,
                                               std::int64_t sent_ns,
                                               std::int64_t delay_ns) noexcept;

}  // namespace ventosa::hal
