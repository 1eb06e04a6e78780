#pragma once

#include <cstdint>

/// White noise without state: the same (seed, channel, tick) always gives the same value, so
/// nothing needs saving and each value is independent of other draws.
namespace ventosa::hal {

/// Standard normal deviate.
double gaussian(std::uint64_t seed, std::uint64_t channel, std::uint64_t tick) noexcept;

/// Random bits, from which the deviates are computed.
std::uint64_t random_bits(std::uint64_t seed, std::uint64_t channel, std::uint64_t tick) noexcept;

/// splitmix64 (Steele, Lea & Flood 2014): a bijection of 64 bits with well-mixed output.
std::uint64_t mix(std::uint64_t bits) noexcept;

/// Uniform deviate in (0, 1].
double uniform(std::uint64_t seed, std::uint64_t channel, std::uint64_t tick) noexcept;

}  // namespace ventosa::hal
