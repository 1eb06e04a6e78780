#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/allocations.h"

namespace ventosa::bench {

/// Counted work, not time: the same on every machine.
struct Iterations {
  std::int64_t p50 = 0;
  std::int64_t p99 = 0;
  std::int64_t max = 0;
};

/// What was measured of someone else's way to do the same, in the same run.
struct Peer {
  std::string name;
  std::int64_t p50_ns = 0;
  std::int64_t p99_ns = 0;
  std::int64_t allocs = 0;
  std::optional<Iterations> iterations = {};
  std::int64_t failures = 0;  ///< calls without an answer
};

/// What was measured of one hot path.
struct Benchmark {
  std::string name;  ///< "tick/crawl_up_wall"
  std::int64_t p50_ns = 0;
  std::int64_t p99_ns = 0;
  std::int64_t worst_ns = 0;  ///< of calls measured in rounds; else 0
  std::int64_t n = 0;         ///< calls measured
  std::int64_t allocs = 0;    ///< in all of them; -1 if it cannot be counted
  std::optional<Iterations> iterations = {};
  std::vector<Peer> peers = {};                 ///< what it is compared with, the fastest first
  std::vector<std::string> skipped_peers = {};  ///< what this build cannot compare it with
  double realtime_factor = 0;                   ///< of a simulation, over its whole time; else 0
  std::optional<double> share = {};  ///< of an effect: what it adds, over what it adds to

  void add(Peer peer);  ///< where its speed puts it

  /// Speed over the peer's.
  double ratio(const Peer& peer) const {
    return static_cast<double>(peer.p50_ns) / static_cast<double>(p50_ns);
  }
};

/// Whatever lies there counts as used: the compiler may not leave out what made it.
inline void keep(const void* place) noexcept { asm volatile("" : : "r"(place) : "memory"); }

/// What this thread has used of a core: waiting counts for nothing.
struct ThreadTime {
  using duration = std::chrono::nanoseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<ThreadTime>;
  static constexpr bool is_steady = true;
  static time_point now() noexcept;
};

/// Times calls one by one, less what timing nothing takes at least, and counts their allocations.
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

  /// What the call just measured needed.
  void count_iterations(std::int64_t n) { iterations_.push_back(n); }
  void count_failure() { ++n_failures_; }

  /// Of calls measured in rounds, the same `n_calls` in each, keeps every call's median: what is
  /// left are the calls' differences, not the machine's interrupts.
  void keep_medians(std::size_t n_calls);

  /// Of calls measured in rounds, the same `n_calls` in each: the longest, each in its best round.
  std::int64_t worst_ns(std::size_t n_calls) const;

  std::size_t size() const { return ns_.size(); }
  std::int64_t sum_ns() const;
  /// Median of what each call took more than the other's of the same number.
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
