#pragma once

#include <cmath>
#include <concepts>

#include "hal/legacy/layout.h"

namespace ventosa::hal::legacy {

/// Checks the fields of a message; used for reading and for writing.
class RangeCheck {
 public:
  template <class T>
  constexpr void operator()(const T& value) noexcept {
    if constexpr (std::floating_point<T>) require(std::isfinite(value), Reject::kNotFinite);
  }
  template <class T>
  constexpr void operator()(const T& value, bool (*rule)(T)) noexcept {
    (*this)(value);
    require(rule(value), Reject::kOutOfRange);
  }
  constexpr void text(std::string_view text, std::size_t max) noexcept {
    require(text.size() <= max && text.find('\0') == text.npos, Reject::kOutOfRange);
  }
  constexpr void check(std::uint8_t) noexcept {}
  constexpr void byte_sum() noexcept {}

  constexpr Reject reject() const noexcept { return reject_; }

 private:
  constexpr void require(bool holds, Reject otherwise) noexcept {
    if (!holds && reject_ == Reject::kNone) reject_ = otherwise;
  }
  Reject reject_ = Reject::kNone;
};

template <class T>
constexpr Reject check_ranges(const T& message) noexcept {
  RangeCheck check;
  layout(check, message);
  return check.reject();
}

}  // namespace ventosa::hal::legacy
