#pragma once

#include <array>
#include <bitset>

/// What there is of every leg, and which legs are meant.
namespace ventosa::controller {

inline constexpr int kMaxLegs = 12;

template <class T>
using PerLeg = std::array<T, kMaxLegs>;

using LegSet = std::bitset<kMaxLegs>;

/// The number of the first leg; -1 of no leg.
inline int first_of(LegSet legs) noexcept {
  for (int i = 0; i < kMaxLegs; ++i)
    if (legs[static_cast<std::size_t>(i)]) return i;
  return -1;
}

}  // namespace ventosa::controller
