#pragma once

#include <array>
#include <cstddef>

namespace ventosa::view {

/// Wall times of the last ticks.
class TickTimes {
 public:
  void add(double wall_s);
  /// Time that this share of the ticks did not exceed; 0 without ticks.
  /// @param share  0.99 for 99 % of the ticks
  double quantile_s(double share) const;
  void clear() { n_ = 0; }

 private:
  std::array<double, 1024> wall_s_{};
  std::size_t n_ = 0;  ///< number of ticks so far
};

}  // namespace ventosa::view
