#pragma once

#include <array>
#include <atomic>
#include <cstdint>

/// Passes the newest value from one thread to another. Neither waits.
namespace ventosa::view {

/// Triple buffer: one value is written, one is read, one is exchanged.
template <class T>
class Mailbox {
 public:
  /// Writer: a value to change, and its publication. @{
  T& draft() { return value_[writing_]; }
  void put() { writing_ = exchange(writing_ | kFresh); }
  bool is_taken() const { return (between_.load(std::memory_order_acquire) & kFresh) == 0; }
  /// @}

  /// Reader: exchanges `newest` for a newer value.  @return false if there is none
  bool take() {
    if (is_taken()) return false;
    reading_ = exchange(reading_);
    return true;
  }
  const T& newest() const { return value_[reading_]; }

 private:
  static constexpr std::uint32_t kFresh = 4;

  std::uint32_t exchange(std::uint32_t mine) {
    return between_.exchange(mine, std::memory_order_acq_rel) & ~kFresh;
  }

  std::array<T, 3> value_{};
  std::uint32_t writing_ = 0, reading_ = 1;
  std::atomic<std::uint32_t> between_ = 2;
};

}  // namespace ventosa::view
