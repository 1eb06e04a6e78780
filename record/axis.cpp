#include "record/axis.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace ventosa::record {
namespace {

constexpr double kLargest = 1e100;
constexpr double kRounding = 1e-9;

double power_of_ten(int exponent) { return std::pow(10.0, exponent); }

}  // namespace

bool is_drawable(double value) { return std::abs(value) < kLargest; }

void Interval::add(double value) {
  if (!is_drawable(value)) return;
  low = std::min(low, value);
  high = std::max(high, value);
}

Interval Interval::with_length() const {
  constexpr double kMargin = 0.1;
  if (low > high) return {0, 1};
  const double size = std::max(std::abs(low), std::abs(high));
  if (length() > kRounding * size) return *this;
  const double margin = size > 1 / kLargest ? kMargin * size : 1;
  return {low - margin, high + margin};
}

Ticks::Ticks(const Interval& within, int most) {
  const double least_step = within.length() / (most - 1) * (1 - kRounding);
  exponent_ = static_cast<int>(std::floor(std::log10(least_step)));
  while (multiple(1) < least_step) {
    mantissa_ = mantissa_ == 1 ? 2 : mantissa_ == 2 ? 5 : 1;
    exponent_ += mantissa_ == 1;
  }
  first_ = std::llround(std::ceil(within.low / multiple(1) - kRounding));
  last_ = std::llround(std::floor(within.high / multiple(1) + kRounding));
}

double Ticks::multiple(std::int64_t n) const {
  const auto digits = static_cast<double>(n * mantissa_);
  return exponent_ < 0 ? digits / power_of_ten(-exponent_) : digits * power_of_ten(exponent_);
}

double Ticks::at(int i) const { return multiple(first_ + i); }

std::string Ticks::text(int i) const {
  constexpr int kMostDecimals = 5;
  char digits[64];
  char* const end = digits + sizeof digits;
  const double value = at(i);
  const bool is_plain = exponent_ >= -kMostDecimals && exponent_ <= kMostDecimals;
  return {
      digits,
      is_plain
          ? std::to_chars(digits, end, value, std::chars_format::fixed, std::max(0, -exponent_)).ptr
          : std::to_chars(digits, end, value).ptr};
}

Interval Ticks::around(const Interval& interval) const {
  const double step = multiple(1);
  const auto multiple_near = [&](double steps) { return multiple(std::llround(steps)); };
  return {multiple_near(std::floor(interval.low / step + kRounding)),
          multiple_near(std::ceil(interval.high / step - kRounding))};
}

}  // namespace ventosa::record
