#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "controller/model/description.h"
#include "record/schema.h"

/// What a scenario promises about its signals.
namespace ventosa::scenarios {

/// Whether a value must lie below its limit, above it, or on it.
enum class Bound : std::uint8_t { kMax, kMin, kEquals };
constexpr auto enumerators(Bound) { return controller::words("max", "min", "equals"); }

struct Assertion {
  enum class Kind : std::uint8_t {
    kSignal,       ///< the value itself; of several (leg*, joint*) the worst
    kDrift,        ///< |p - p at since_s| of a position x, y, z
    kNumberDrift,  ///< |x - x at since_s| of a number; of several (leg*, joint*) the largest
    kAngleDrift,   ///< rotation angle since since_s of an orientation qw, qx, qy, qz
    kMean,         ///< the mean over the window; of several signals the worst
    kRms,          ///< the root mean square
  };

  std::string name;  ///< for people; unique in its scenario
  Kind kind = Kind::kSignal;
  std::string signal;  ///< "error.body.position", "truth.leg*.cup.slip", "truth.body" for drifts
  Bound bound = Bound::kMax;
  double limit = 0;
  double tolerance = 0;    ///< of kEquals
  std::string limit_name;  ///< of an enumeration: "lift_refused"; else empty
  std::string unit;        ///< the signal's
  double from_s = 0;       ///< the window, ends included
  double to_s = std::numeric_limits<double>::infinity();
  bool at_end = false;  ///< the last row only
  double since_s = 0;   ///< where a drift is zero; by default from_s
};

/// Whether one value is made of the whole window.
constexpr bool is_statistic(Assertion::Kind kind) {
  return kind == Assertion::Kind::kMean || kind == Assertion::Kind::kRms;
}

struct AssertResult {
  std::string name;
  bool pass = false;
  Bound bound = Bound::kMax;
  double value = 0;  ///< the worst or the mean in the window; NaN if the window holds no row
  double limit = 0;
  double tolerance = 0;  ///< of a limit that is to be met
  std::string unit;
  std::string value_name{};  ///< of an enumeration, else empty
  std::string limit_name{};
  double worst_s = 0;          ///< when the worst was first reached
  std::string worst_signal{};  ///< which of several it was, else empty
};

/// How far a value lies beyond its limit, in its unit: above 0 the assertion fails; infinite of a
/// value that does not exist. @{
double violation(const Assertion& assertion, double value);
double violation(const AssertResult& result);
/// @}

/// The first row at or after a time, and the first after it; row 0 is at 0 s. @{
std::size_t row_at(double time_s, double period_s);
std::size_t row_after(double time_s, double period_s);
/// @}

/// The columns that an assertion looks at: all that match a signal with wildcards, x y z of a
/// drift, qw qx qy qz of an angle drift. Empty if there is no such signal.
std::vector<std::size_t> columns_of(const Assertion& assertion,
                                    const std::vector<record::Column>& columns);

}  // namespace ventosa::scenarios
