#include "record/background_sink.h"

#include <algorithm>
#include <chrono>

namespace ventosa::record {

BackgroundSink::BackgroundSink(RowSink& sink, std::size_t n_values, std::size_t n_rows)
    : sink_(sink), n_values_(n_values), rows_(n_values * n_rows), ticks_(n_rows), thread_([this] {
        hand_over();
      }) {}

bool BackgroundSink::take(std::int64_t tick, std::span<const double> row) noexcept {
  const std::uint64_t next = n_taken_.load(std::memory_order_relaxed);
  const bool full = next - n_handed_.load(std::memory_order_acquire) == ticks_.size();
  if (full || row.size() != n_values_) {
    ++n_dropped_;
    return false;
  }
  const std::size_t place = next % ticks_.size();
  ticks_[place] = tick;
  std::copy(row.begin(), row.end(), rows_.begin() + static_cast<std::ptrdiff_t>(place * n_values_));
  n_taken_.store(next + 1, std::memory_order_release);
  return !has_refused_;
}

/// Polls, because waking this thread would cost the caller of take() more.
void BackgroundSink::hand_over() {
  constexpr std::chrono::milliseconds kLook{5};
  while (true) {
    const bool ends = ends_.load(std::memory_order_acquire);
    const std::uint64_t next = n_handed_.load(std::memory_order_relaxed);
    if (next == n_taken_.load(std::memory_order_acquire)) {
      if (ends) return;
      std::this_thread::sleep_for(kLook);
      continue;
    }
    const std::size_t place = next % ticks_.size();
    const std::span<const double> row(rows_.data() + place * n_values_, n_values_);
    if (!has_refused_ && !sink_.take(ticks_[place], row)) has_refused_ = true;
    n_handed_.store(next + 1, std::memory_order_release);
  }
}

void BackgroundSink::finish() {
  ends_.store(true, std::memory_order_release);
  if (thread_.joinable()) thread_.join();
}

}  // namespace ventosa::record
