#include "view/signals/row_queue.h"

#include <algorithm>

namespace ventosa::view {

bool RowQueue::take(std::int64_t tick, std::span<const double> row) noexcept {
  const std::size_t n = put_.load(std::memory_order_relaxed);
  const bool full = n - taken_.load(std::memory_order_acquire) == tick_.size();
  if (full || row.size() != n_columns_) {
    n_left_out_.fetch_add(1, std::memory_order_relaxed);
    return true;
  }
  const std::size_t slot = n % tick_.size();
  tick_[slot] = tick;
  std::transform(row.begin(), row.end(), &value_[slot * n_columns_],
                 [](double x) { return static_cast<float>(x); });
  put_.store(n + 1, std::memory_order_release);
  return true;
}

}  // namespace ventosa::view
