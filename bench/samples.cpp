#include "bench/samples.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace ventosa::bench {

std::int64_t Samples::percentile_ns(double percent) const {
  if (ns_.empty()) return 0;
  std::vector<std::int64_t> sorted = ns_;
  const double rank = percent / 100 * static_cast<double>(sorted.size() - 1);
  const auto nth = sorted.begin() + std::lround(rank);
  std::nth_element(sorted.begin(), nth, sorted.end());
  return *nth;
}

std::int64_t Samples::sum_ns() const {
  return std::accumulate(ns_.begin(), ns_.end(), std::int64_t{0});
}

Benchmark Samples::summary(std::string name) const {
  Benchmark result;
  result.name = std::move(name);
  result.p50_ns = percentile_ns(50);
  result.p99_ns = percentile_ns(99);
  result.n = static_cast<std::int64_t>(ns_.size());
  result.allocs = n_allocs_;
  return result;
}

}  // namespace ventosa::bench
