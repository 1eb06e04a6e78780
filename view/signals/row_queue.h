#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "record/row_sink.h"

/// Queue of signal rows from the run to the plots.
namespace ventosa::view {

/// Lock-free queue for one writer and one reader thread; neither waits. Rows that do not fit are
/// dropped.
class RowQueue final : public record::RowSink {
 public:
  RowQueue(std::size_t n_columns, std::size_t n_rows)
      : n_columns_(n_columns), tick_(n_rows), value_(n_columns * n_rows) {}

  /// Adds a row.  @return true always: a row that is lost from a plot is no failure
  [[nodiscard]] bool take(std::int64_t tick, std::span<const double> row) noexcept override;

  /// Calls see(tick, values) for each waiting row.
  template <class See>
  void drain(See&& see) {
    const std::size_t end = put_.load(std::memory_order_acquire);
    for (std::size_t n = taken_.load(std::memory_order_relaxed); n != end; ++n) {
      const std::size_t slot = n % tick_.size();
      see(tick_[slot], std::span<const float>(&value_[slot * n_columns_], n_columns_));
      taken_.store(n + 1, std::memory_order_release);
    }
  }

  bool is_nearly_full() const {
    const std::size_t waiting =
        put_.load(std::memory_order_relaxed) - taken_.load(std::memory_order_acquire);
    return 2 * waiting > tick_.size();
  }

  std::size_t n_columns() const { return n_columns_; }
  std::int64_t n_left_out() const { return n_left_out_.load(std::memory_order_relaxed); }

 private:
  const std::size_t n_columns_;
  std::vector<std::int64_t> tick_;
  std::vector<float> value_;
  std::atomic<std::size_t> put_ = 0, taken_ = 0;
  std::atomic<std::int64_t> n_left_out_ = 0;
};

}  // namespace ventosa::view
