#pragma once

#include <cstdint>

/// White noise without memory: the same (seed, channel, tick) always gives the same value, so
/// nothing of it needs to be saved, and who else draws when changes nothing.
namespace ventosa::hal {

/// Standard normal.
double gaussian(std::uint64_t seed, std::uint64_t channel, std::uint64_t tick) noexcept;

/// The bits behind both.
std::uint64_t random_bits(std::uint64_t seed, std::uint64_t channel, std::uint64_t tick) noexcept;

/// splitmix64 (Steele, Lea & Flood 2014): a bijection of 64 bits that leaves no pattern.
std::uint64_t mix(std::uint64_t bits) noexcept;

/// In (0, 1].
double uniform(std::uint64_t seed, std::uint64_t channel, std::uint64_t tick) noexcept;

}  // namespace ventosa::hal
