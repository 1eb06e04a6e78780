#pragma once

#include <cstdint>

namespace ventosa::sim {

/// White noise without memory: the same (seed, channel, tick) always gives the same standard normal
/// value, so nothing of it needs to be saved.
double gaussian(std::uint64_t seed, std::uint64_t channel, std::uint64_t tick) noexcept;

}  // namespace ventosa::sim
