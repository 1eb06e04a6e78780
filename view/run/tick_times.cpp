#include "view/run/tick_times.h"

#include <algorithm>

namespace ventosa::view {

void TickTimes::add(double wall_s) { wall_s_[n_++ % wall_s_.size()] = wall_s; }

double TickTimes::quantile_s(double share) const {
  const std::size_t n = std::min(n_, wall_s_.size());
  if (n == 0) return 0;
  std::array<double, std::tuple_size_v<decltype(wall_s_)>> sorted = wall_s_;
  const auto at = static_cast<std::ptrdiff_t>(share * static_cast<double>(n - 1));
  std::nth_element(sorted.begin(), sorted.begin() + at,
                   sorted.begin() + static_cast<std::ptrdiff_t>(n));
  return sorted[static_cast<std::size_t>(at)];
}

}  // namespace ventosa::view
