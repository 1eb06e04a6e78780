#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

/// Hash of all signals of a run: equal runs have equal hashes, on every machine with IEEE doubles.
namespace ventosa::record {

inline constexpr std::uint64_t kEmptyHash = 0x9e3779b97f4a7c15;

/// h <- f(h xor bits): bijective in h and in the bits.
constexpr std::uint64_t chain_bits(std::uint64_t hash, std::uint64_t bits) noexcept {
  hash ^= bits;
  hash *= 0xd6e8feb86659fd93;  // odd, so invertible
  return hash ^ hash >> 32;
}

/// Chains the bits of all values of a row: value k in lane k mod 4, for parallel execution, then
/// the four lanes. Every step is a bijection, so a single different value, or a different hash
/// before the row, always changes the result.
inline std::uint64_t chain(std::uint64_t hash, std::span<const double> row) noexcept {
  std::array<std::uint64_t, 4> lane;
  lane.fill(kEmptyHash);
  std::size_t i = 0;
  const auto take = [&](std::size_t k) {
    lane[k] = chain_bits(lane[k], std::bit_cast<std::uint64_t>(row[i + k]));
  };
  for (; i + lane.size() <= row.size(); i += lane.size())
    for (std::size_t k = 0; k < lane.size(); ++k) take(k);
  for (std::size_t k = 0; i + k < row.size(); ++k) take(k);
  for (const std::uint64_t bits : lane) hash = chain_bits(hash, bits);
  return hash;
}

/// Hexadecimal, 16 digits.
inline std::string hexadecimal(std::uint64_t number) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text(16, '0');
  for (std::size_t i = 16; i-- > 0; number >>= 4) text[i] = kDigits[number & 15];
  return text;
}

}  // namespace ventosa::record
