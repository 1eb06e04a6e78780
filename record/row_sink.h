#pragma once

#include <cstdint>
#include <span>

namespace ventosa::record {

/// Takes the signals of a run, a row a tick, as the run goes.
class RowSink {
 public:
  virtual ~RowSink() = default;

  /// False if it cannot be kept.
  [[nodiscard]] virtual bool take(std::int64_t tick, std::span<const double> row) noexcept = 0;
};

}  // namespace ventosa::record
