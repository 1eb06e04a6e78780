#pragma once

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include "record/row_sink.h"

namespace ventosa::record {

/// Passes rows to another sink on a thread of its own, so that take() never waits for a disk. Rows
/// beyond the capacity are dropped and counted.
class BackgroundSink final : public RowSink {
 public:
  /// @param sink    must outlive this; called from one thread only
  /// @param n_rows  capacity in rows of n_values each
  BackgroundSink(RowSink& sink, std::size_t n_values, std::size_t n_rows = 512);
  ~BackgroundSink() override { finish(); }

  /// False if the row was dropped, or the sink has refused one.
  [[nodiscard]] bool take(std::int64_t tick, std::span<const double> row) noexcept override;

  /// Waits until all rows are passed on; no row may follow.
  void finish();

  std::int64_t n_dropped() const noexcept { return n_dropped_; }
  bool has_refused() const noexcept { return has_refused_; }  ///< the sink has refused a row

 private:
  void hand_over();

  RowSink& sink_;
  const std::size_t n_values_;
  std::vector<double> rows_;  ///< ring buffer
  std::vector<std::int64_t> ticks_;
  std::atomic<std::uint64_t> n_taken_ = 0, n_handed_ = 0;
  std::atomic<std::int64_t> n_dropped_ = 0;
  std::atomic<bool> has_refused_ = false, ends_ = false;
  std::thread thread_;
};

}  // namespace ventosa::record
