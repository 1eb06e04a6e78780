#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

/// Statistics of a link, from the received datagrams.
namespace ventosa::hal {

/// Histogram of times with four bins per power of two: quantiles have an error of up to 19 %.
class TimeHistogram {
 public:
  void add(std::int64_t time_ns) noexcept {
    ++n_[place(time_ns)];
    ++total_;
  }
  std::uint64_t total() const noexcept { return total_; }
  /// Upper end of the bin of this quantile; no value without any time.
  std::optional<std::int64_t> quantile_ns(double share) const noexcept {
    if (total_ == 0) return std::nullopt;
    const double goal = share * static_cast<double>(total_);
    std::uint64_t sum = 0;
    std::size_t k = 0;
    while (k + 1 < n_.size() && static_cast<double>(sum += n_[k]) < goal) ++k;
    return upper_ns(k);
  }

 private:
  static constexpr int kQuarters = 4;
  static std::size_t place(std::int64_t time_ns) noexcept {
    if (time_ns < kQuarters) return 0;
    const auto t = static_cast<std::uint64_t>(time_ns);
    const int power = static_cast<int>(std::bit_width(t)) - 1;
    return static_cast<std::size_t>(kQuarters * power) + ((t >> (power - 2)) & 3u);
  }
  static std::int64_t upper_ns(std::size_t place) noexcept {
    const auto power = place / kQuarters, quarter = place % kQuarters;
    return power < 2 ? kQuarters : static_cast<std::int64_t>((5 + quarter) << (power - 2));
  }

  std::array<std::uint64_t, 64 * kQuarters> n_{};
  std::uint64_t total_ = 0;
};

/// Values that are unknown, or not carried by a protocol, have no value.
struct LinkStatistics {
  std::uint64_t sent = 0;
  std::uint64_t heard = 0;
  /// Numbered messages of the module that have not arrived.
  std::optional<std::uint64_t> missing{};
  std::uint64_t rejected = 0;  ///< datagrams received and rejected
  std::uint64_t bad = 0;  ///< rejected ones that a bad link does not explain: not from the module
  std::optional<std::int64_t> age_ns{};          ///< age of the last valid message
  std::optional<std::int64_t> longest_gap_ns{};  ///< longest gap, including the present one
  /// Median time from a command to the reading that reflects it.
  std::optional<std::int64_t> round_trip_p50_ns{};
  std::optional<std::int64_t> round_trip_p99_ns{};
  std::optional<std::uint64_t> foreign{};  ///< commands to the module that are not from us
  /// Name of the last foreign command, as echoed by the module; valid as long as the robot exists.
  std::string_view last_foreign{};
};

}  // namespace ventosa::hal
