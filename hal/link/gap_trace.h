#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "controller/model/description.h"

/// The gaps of a recorded stream: times between the arrivals of its messages.
namespace ventosa::hal {

/// What becomes of a message that would arrive while a gap runs.
enum class GapKind : std::uint8_t {
  kHold,  ///< it arrives at the end, with all others of the gap, as from a queue
  kDrop,  ///< it is lost, but in the gap's last period
};
constexpr auto enumerators(GapKind) { return controller::words("hold", "drop"); }

/// Gap follows gap, without end: after the last comes the first.
struct GapTrace {
  GapKind kind = GapKind::kHold;
  std::int64_t period_ns = 0;        ///< kDrop: of the recorded messages
  std::vector<std::int64_t> end_ns;  ///< of each gap, ascending, above 0; empty: no gaps
};

void describe(auto& field, controller::Is<GapTrace> auto& trace) {
  field("kind", trace.kind);
  field("period_ns", trace.period_ns, "ns");
  field.list("end_ns", trace.end_ns, "ns");
}

/// @param gaps_s  each at least a nanosecond
GapTrace gap_trace(GapKind kind, double period_s, const std::vector<double>& gaps_s);

/// Delay of a message that without gaps would take `delay_ns`; none: it is lost.
/// @param phase    where in the trace the link starts, above 0 up to 1
/// @param sent_ns  from the link's start on
std::optional<std::int64_t> delay_through_gaps(const GapTrace& trace, double phase,
                                               std::int64_t sent_ns,
                                               std::int64_t delay_ns) noexcept;

}  // namespace ventosa::hal
