#pragma once

#include <atomic>
#include <cstddef>
#include <vector>

namespace ventosa::view {

/// Lock-free queue from one thread to another. Neither waits.
template <class T>
class Handover {
 public:
  explicit Handover(std::size_t n) : value_(n) {}

  /// Writer: adds a value.  @return false if the queue is full
  bool put(const T& value) noexcept {
    const std::size_t n = n_put_.load(std::memory_order_relaxed);
    if (n - n_taken_.load(std::memory_order_acquire) == value_.size()) return false;
    value_[n % value_.size()] = value;
    n_put_.store(n + 1, std::memory_order_release);
    return true;
  }

  /// Reader: the oldest value, valid until dropped; null: empty. @{
  const T* oldest() const noexcept {
    const std::size_t n = n_taken_.load(std::memory_order_relaxed);
    return n == n_put_.load(std::memory_order_acquire) ? nullptr : &value_[n % value_.size()];
  }
  void drop() noexcept { n_taken_.fetch_add(1, std::memory_order_release); }
  /// @}

 private:
  std::vector<T> value_;
  std::atomic<std::size_t> n_put_ = 0, n_taken_ = 0;
};

}  // namespace ventosa::view
