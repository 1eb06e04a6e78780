#pragma once

#include <array>
#include <cstddef>

namespace ventosa::sim {

/// A list without a heap.
template <class T, int kMax>
struct FixedList {
  int n = 0;
  std::array<T, static_cast<std::size_t>(kMax)> element{};

  /// False if there is no room.
  constexpr bool add(const T& next) noexcept {
    if (n >= kMax) return false;
    element[static_cast<std::size_t>(n++)] = next;
    return true;
  }
  bool empty() const noexcept { return n == 0; }
  auto begin() const noexcept { return element.begin(); }
  auto end() const noexcept { return element.begin() + n; }
  auto begin() noexcept { return element.begin(); }
  auto end() noexcept { return element.begin() + n; }
};

}  // namespace ventosa::sim
