#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/allocations.h"

namespace ventosa::bench {

/// Counts of work instead of time: the same on every machine.
struct Iterations {
  std::int64_t p50 = 0;
  std::int64_t p99 = 0;
  std::int64_t max = 0;
};

/// Measurement of another implementation, in the same run.
struct Peer {
  std::string name;
  std::int64_t p50_ns = 0;
  std::int64_t p99_ns = 0;
  std::int64_t allocs = 0;
  std::optional<Iterations> iterations = {};
  std::int64_t failures = 0;  ///< calls without a solution
};

/// Measurement of one hot path.
struct Benchmark {
  std::string name;  ///< "tick/crawl_up_wall"
  std::int64_t p50_ns = 0;
  std::int64_t p99_ns = 0;
  std::int64_t worst_ns = 0;  ///< slowest call of those measured in rounds; else 0
  std::int64_t n = 0;         ///< number of calls measured
  std::int64_t allocs = 0;    ///< allocations in all calls; -1: cannot be counted
  std::optional<Iterations> iterations = {};
  std::vector<Peer> peers = {};                 ///< compared implementations, fastest first
  std::vector<std::string> skipped_peers = {};  ///< implementations that are missing in this build
  double realtime_factor = 0;        ///< real-time factor of a whole simulation; 0 for others
  std::optional<double> share = {};  ///< additional time of an effect, relative to the base

  void add(Peer peer);  ///< inserts in the order of speed

  /// Speed relative to the peer's.
  double ratio(const Peer& peer) const {
    return static_cast<double>(peer.p50_ns) / static_cast<double>(p50_ns);
  }
};

/// Prevents the compiler from removing the computation of the value at `place`.
inline void keep(const void* place) noexcept { asm volatile("" : : "r"(place) : "memory"); }

/// CPU time of this thread: waiting does not count.
struct ThreadTime {
  using duration = std::chrono::nanoseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<ThreadTime>;
  static constexpr bool is_steady = true;
  static time_point now() noexcept;
};

/// Times single calls, minus the time of an empty measurement, and counts their allocations.
class Samples {
 public:
  explicit Samples(std::size_t n_expected) { ns_.reserve(n_expected); }

  template <class Clock = std::chrono::steady_clock, class Call>
  void measure(Call&& call) {
    const AllocationCount allocations;
    const auto start = Clock::now();
    call();
    const auto end = Clock::now();
    if (n_allocs_ >= 0) n_allocs_ = allocations.value() < 0 ? -1 : n_allocs_ + allocations.value();
    add(end - start);
  }

  /// Adds the iterations of the last measured call.
  void count_iterations(std::int64_t n) { iterations_.push_back(n); }
  void count_failure() { ++n_failures_; }

  /// For calls measured in rounds of `n_calls`: keeps the median of each call, which removes
  /// interruptions by the machine.
  void keep_medians(std::size_t n_calls);

  /// For calls measured in rounds of `n_calls`: the longest of the calls' best times.
  std::int64_t worst_ns(std::size_t n_calls) const;

  std::size_t size() const { return ns_.size(); }
  std::int64_t sum_ns() const;
  /// Median of the additional time of each call compared with the other's of the same number.
  std::int64_t median_excess_ns(const Samples& other) const;
  Benchmark summary(std::string name) const;
  Peer peer(std::string name) const;

 private:
  void add(std::chrono::nanoseconds elapsed);

  std::optional<Iterations> iterations() const;

  std::vector<std::int64_t> ns_;
  std::vector<std::int64_t> iterations_;
  std::int64_t n_allocs_ = 0;
  std::int64_t n_failures_ = 0;
};

}  // namespace ventosa::bench
