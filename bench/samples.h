#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "bench/allocations.h"

namespace ventosa::bench {

/// What was measured of one hot path.
struct Benchmark {
  std::string name;  ///< "tick/crawl_up_wall"
  std::int64_t p50_ns = 0;
  std::int64_t p99_ns = 0;
  std::int64_t n = 0;       ///< calls measured
  std::int64_t allocs = 0;  ///< in all of them; -1 if it cannot be counted
  std::string peer;         ///< what it is compared with; empty if with nothing
  std::int64_t peer_p50_ns = 0;
  double ratio = 0;            ///< speed over the peer's: peer_p50_ns / p50_ns
  double realtime_factor = 0;  ///< of a simulation, over its whole time; else 0
};

/// Times calls one by one and counts their allocations.
class Samples {
 public:
  explicit Samples(std::size_t n_expected) { ns_.reserve(n_expected); }

  template <class Call>
  void measure(Call&& call) {
    const AllocationCount allocations;
    const auto start = std::chrono::steady_clock::now();
    call();
    const auto end = std::chrono::steady_clock::now();
    if (n_allocs_ >= 0) n_allocs_ = allocations.value() < 0 ? -1 : n_allocs_ + allocations.value();
    add(std::chrono::duration_cast<std::chrono::nanoseconds>(end - start).count());
  }

  std::int64_t percentile_ns(double percent) const;  ///< 0 without samples
  std::int64_t sum_ns() const;
  Benchmark summary(std::string name) const;

 private:
  void add(std::int64_t ns) { ns_.push_back(ns); }

  std::vector<std::int64_t> ns_;
  std::int64_t n_allocs_ = 0;
};

}  // namespace ventosa::bench
