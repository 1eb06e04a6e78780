#pragma once

#include <cstdint>
#include <span>
#include <vector>

/// Signals for plots: every row of the last minute, and every tenth row of the last ten minutes.
namespace ventosa::view {

struct Sample {
  std::int64_t tick = 0;
  float value = 0;
};

class SignalStore {
 public:
  /// @param n_rows  number of rows in each of the two parts
  explicit SignalStore(std::size_t n_columns, std::size_t n_rows = 6000);

  /// Adds a row, replacing one of the same tick.
  void add(std::int64_t tick, std::span<const float> row);

  /// Reads a signal between two ticks, both included, in order and at the highest stored
  /// resolution.
  void read(std::size_t column, std::int64_t from, std::int64_t to,
            std::vector<Sample>& samples) const;

  std::size_t n_columns() const { return n_columns_; }

 private:
  static constexpr std::int64_t kCoarse = 10;

  /// Ring buffer with one row per `every` ticks.
  struct Ring {
    std::int64_t every = 1;
    std::vector<std::int64_t> tick{};  ///< -1: no row
    std::vector<float> value{};
    std::int64_t newest = -1;

    std::size_t slot(std::int64_t at) const {
      return static_cast<std::size_t>(at / every) % tick.size();
    }
    bool reaches(std::int64_t at) const {
      return newest - at < static_cast<std::int64_t>(tick.size()) * every;
    }
  };
  void add(std::int64_t tick, std::span<const float> row, Ring& ring);

  const std::size_t n_columns_;
  Ring fine_, coarse_;
};

}  // namespace ventosa::view
