#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>

/// Axes of figures.
namespace ventosa::record {

/// True if a value can be drawn: finite, and small enough for differences to be finite.
bool is_drawable(double value);

/// Least interval that holds some values; at first it holds none.
struct Interval {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  double length() const { return high - low; }
  void add(double value);  ///< ignores values that cannot be drawn
  /// The interval, but [0, 1] if it is empty, and widened about a single value.
  Interval with_length() const;
};

/// Round numbers: the multiples of 1, 2 or 5 times a power of ten that lie in an interval.
class Ticks {
 public:
  /// @param within  an interval with a length
  /// @param most    largest number of ticks, above 1; there are at least (most - 1) / 2.5, rounded
  /// down
  Ticks(const Interval& within, int most);

  int count() const { return static_cast<int>(last_ - first_ + 1); }
  double at(int i) const;         ///< the i-th tick
  std::string text(int i) const;  ///< with the decimals that tell it from its neighbours
  Interval around(const Interval& interval) const;  ///< extended to multiples of the step

 private:
  double multiple(std::int64_t n) const;

  int mantissa_ = 1, exponent_ = 0;  ///< step = mantissa 10^exponent
  std::int64_t first_ = 0, last_ = 0;
};

/// Places of values on a drawing.
struct Axis {
  Interval values;
  double low_px = 0, high_px = 0;  ///< places of the interval's ends

  double px(double value) const {
    return low_px + (value - values.low) / values.length() * (high_px - low_px);
  }
};

}  // namespace ventosa::record
