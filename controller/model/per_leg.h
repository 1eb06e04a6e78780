#pragma once

#include <array>
#include <bitset>

/// Arrays with one element per leg, and sets of legs.
namespace ventosa::controller {

inline constexpr int kMaxLegs = 12;

template <class T>
using PerLeg = std::array<T, kMaxLegs>;

using LegSet = std::bitset<kMaxLegs>;

/// Index of the first leg in the set; -1: empty set.
inline int first_of(LegSet legs) noexcept {
  for (int i = 0; i < kMaxLegs; ++i)
    if (legs[static_cast<std::size_t>(i)]) return i;
  return -1;
}

}  // namespace ventosa::controller
