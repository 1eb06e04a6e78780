#pragma once

#include <bit>
#include <cstdint>
#include <span>

/// One number for all that happened: equal runs have equal hashes, on every machine with IEEE
/// doubles.
namespace ventosa::record {

inline constexpr std::uint64_t kEmptyHash = 0x9e3779b97f4a7c15;

/// Chains the bits of every value in order. Each link h <- f(h xor bits) is a bijection of h, so a
/// single differing value always ends in another hash.
inline std::uint64_t chain(std::uint64_t hash, std::span<const double> values) noexcept {
  for (const double value : values) {
    hash ^= std::bit_cast<std::uint64_t>(value);
    hash *= 0xd6e8feb86659fd93;  // odd, so invertible
    hash ^= hash >> 32;
  }
  return hash;
}

}  // namespace ventosa::record
