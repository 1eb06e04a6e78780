#include "hal/noise.h"

#include <cmath>
#include <numbers>

namespace ventosa::hal {
namespace {

/// Uniform deviate in (0, 1].
double fraction(std::uint64_t bits) { return (static_cast<double>(bits >> 11) + 1) * 0x1p-53; }

}  // namespace

std::uint64_t mix(std::uint64_t x) noexcept {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

std::uint64_t random_bits(std::uint64_t seed, std::uint64_t channel, std::uint64_t tick) noexcept {
  return mix(mix(mix(seed) ^ channel) ^ tick);
}

double gaussian(std::uint64_t seed, std::uint64_t channel, std::uint64_t tick) noexcept {
  const std::uint64_t key = random_bits(seed, channel, tick);

  // Box-Muller
  const double radius = std::sqrt(-2 * std::log(fraction(mix(key))));
  return radius * std::cos(2 * std::numbers::pi * fraction(mix(key ^ 0x5851f42d4c957f2d)));
}

double uniform(std::uint64_t seed, std::uint64_t channel, std::uint64_t tick) noexcept {
  return fraction(mix(random_bits(seed, channel, tick)));
}

}  // namespace ventosa::hal
