#pragma once

#include <cstdint>

namespace ventosa::sim {

/// White noise without memory: the same (seed, channel, tick) always gives the same standard normal
/// value, so nothing of it needs to be saved.
double gaussian(std::uint64_t seed, std::uint64_t channel, std::uint64_t tick) noexcept;

/// The bits behind it.
std::uint64_t random_bits(std::uint64_t seed, std::uint64_t channel, std::uint64_t tick) noexcept;

/// splitmix64 (Steele, Lea & Flood 2014): a bijection of 64 bits that leaves no pattern
std::uint64_t mix(std::uint64_t x) noexcept;

}  // namespace ventosa::sim
