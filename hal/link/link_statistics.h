#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

/// What is known of a link from the datagrams that came.
namespace ventosa::hal {

/// How often a time lay where, in steps of a quarter of a power of two: quantiles to 19 %.
class TimeHistogram {
 public:
  void add(std::int64_t time_ns) noexcept {
    ++n_[place(time_ns)];
    ++total_;
  }
  std::uint64_t total() const noexcept { return total_; }
  /// The upper end of the step in which this share of all lies; none of none.
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

/// What is not known, or not told by a wire, is none.
struct LinkStatistics {
  std::uint64_t sent = 0;
  std::uint64_t heard = 0;
  std::optional<std::uint64_t> missing{};  ///< of those that the module sent: it numbers them
  std::uint64_t rejected = 0;              ///< datagrams that changed nothing
  std::uint64_t bad = 0;  ///< of those, more than a bad link explains: not of the module
  std::optional<std::int64_t> age_ns{};             ///< since the last that counted
  std::optional<std::int64_t> longest_gap_ns{};     ///< the one that lasts included
  std::optional<std::int64_t> round_trip_p50_ns{};  ///< from a command to the reading that knows it
  std::optional<std::int64_t> round_trip_p99_ns{};
  std::optional<std::uint64_t> foreign{};  ///< what the module was sent, and not by us
  std::string_view last_foreign{};  ///< the last of it, as the module named it; lives as the robot
};

}  // namespace ventosa::hal
