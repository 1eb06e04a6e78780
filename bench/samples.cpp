#include "bench/samples.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <numeric>
#include <utility>

namespace ventosa::bench {

namespace {

/// Percentile of the samples; 0 without samples.
std::int64_t percentile(std::vector<std::int64_t> samples, double percent) {
  if (samples.empty()) return 0;
  const double rank = percent / 100 * static_cast<double>(samples.size() - 1);
  const auto nth = samples.begin() + std::lround(rank);
  std::nth_element(samples.begin(), nth, samples.end());
  return *nth;
}

/// Shortest time of an empty measurement, about a tenth of the shortest measured call.
std::int64_t clock_ns() {
  static const std::int64_t ns = [] {
    std::vector<std::int64_t> nothing(10001);
    for (std::int64_t& each : nothing) {
      const auto start = std::chrono::steady_clock::now();
      each = (std::chrono::steady_clock::now() - start).count();
    }
    return percentile(nothing, 0);
  }();
  return ns;
}

}  // namespace

ThreadTime::time_point ThreadTime::now() noexcept {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time_point(std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec));
}

void Benchmark::add(Peer peer) {
  const auto slower = std::find_if(peers.begin(), peers.end(),
                                   [&](const Peer& other) { return other.p50_ns > peer.p50_ns; });
  peers.insert(slower, std::move(peer));
}

std::int64_t Samples::sum_ns() const {
  return std::accumulate(ns_.begin(), ns_.end(), std::int64_t{0});
}

std::int64_t Samples::median_excess_ns(const Samples& other) const {
  std::vector<std::int64_t> excess(std::min(ns_.size(), other.ns_.size()));
  for (std::size_t k = 0; k < excess.size(); ++k) excess[k] = ns_[k] - other.ns_[k];
  return percentile(excess, 50);
}

void Samples::add(std::chrono::nanoseconds elapsed) {
  ns_.push_back(std::max<std::int64_t>(0, elapsed.count() - clock_ns()));
}

void Samples::keep_medians(std::size_t n_calls) {
  std::vector<std::int64_t> medians(n_calls);
  for (std::size_t k = 0; k < n_calls; ++k) {
    std::vector<std::int64_t> rounds;
    for (std::size_t n = k; n < ns_.size(); n += n_calls) rounds.push_back(ns_[n]);
    medians[k] = percentile(rounds, 50);
  }
  ns_ = medians;
}

std::int64_t Samples::worst_ns(std::size_t n_calls) const {
  std::int64_t worst = 0;
  for (std::size_t k = 0; k < n_calls; ++k) {
    std::int64_t best = ns_.at(k);
    for (std::size_t n = k + n_calls; n < ns_.size(); n += n_calls) best = std::min(best, ns_[n]);
    worst = std::max(worst, best);
  }
  return worst;
}

Benchmark Samples::summary(std::string name) const {
  Benchmark result;
  result.name = std::move(name);
  result.p50_ns = percentile(ns_, 50);
  result.p99_ns = percentile(ns_, 99);
  result.n = static_cast<std::int64_t>(ns_.size());
  result.allocs = n_allocs_;
  result.iterations = iterations();
  return result;
}

Peer Samples::peer(std::string name) const {
  return {.name = std::move(name),
          .p50_ns = percentile(ns_, 50),
          .p99_ns = percentile(ns_, 99),
          .allocs = n_allocs_,
          .iterations = iterations(),
          .failures = n_failures_};
}

std::optional<Iterations> Samples::iterations() const {
  if (iterations_.empty()) return std::nullopt;
  return Iterations{.p50 = percentile(iterations_, 50),
                    .p99 = percentile(iterations_, 99),
                    .max = percentile(iterations_, 100)};
}

}  // namespace ventosa::bench
