#pragma once

#include <cstdint>
#include <span>

namespace ventosa::record {

/// Receives the signals of a run during the run, one row per tick.
class RowSink {
 public:
  virtual ~RowSink() = default;

  /// False if the row cannot be recorded.
  [[nodiscard]] virtual bool take(std::int64_t tick, std::span<const double> row) noexcept = 0;
};

}  // namespace ventosa::record
