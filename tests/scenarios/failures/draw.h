#pragma once

#include <cstdint>
#include <random>

namespace ventosa::scenarios {

/// Numbers drawn from a seed.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : bits_(seed) {}
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(bits_() >> 11) * 0x1p-53;
  }
  /// 0 to n - 1.
  template <class Integer>
  Integer below(Integer n) {
    return static_cast<Integer>(bits_() % static_cast<std::uint64_t>(n));
  }

 private:
  std::mt19937_64 bits_;
};

}  // namespace ventosa::scenarios
