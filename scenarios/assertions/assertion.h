#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "controller/model/description.h"
#include "record/schema.h"

/// Assertions of a scenario about its signals.
namespace ventosa::scenarios {

/// Kind of limit: largest value, smallest value, or equality.
enum class Bound : std::uint8_t { kMax, kMin, kEquals };
constexpr auto enumerators(Bound) { return controller::words("max", "min", "equals"); }

struct Assertion {
  enum class Kind : std::uint8_t {
    kSignal,       ///< the value; of several signals (leg*, joint*) the worst
    kDrift,        ///< |p - p at since_s| of a position x, y, z
    kNumberDrift,  ///< |x - x at since_s| of a number; of several signals the largest
    kAngleDrift,   ///< rotation angle since since_s of an orientation qw, qx, qy, qz
    kMean,         ///< mean over the window; of several signals the worst
    kRms,          ///< root mean square over the window; of several signals the worst
    kShare,        ///< share of the samples above `above`, of all signals together
  };

  std::string name;  ///< name in reports; unique in its scenario
  Kind kind = Kind::kSignal;
  std::string signal;  ///< "error.body.position", "truth.leg*.cup.slip", "truth.body" for drifts
  Bound bound = Bound::kMax;
  double limit = 0;
  double tolerance = 0;    ///< only with kEquals
  std::string limit_name;  ///< name of an enumerator, for example "lift_refused"; else empty
  std::string unit;        ///< unit of the signal
  double from_s = 0;       ///< start of the window; a row at this time belongs to it
  double to_s = std::numeric_limits<double>::infinity();
  bool at_end = false;  ///< only the last row is judged
  double since_s = 0;   ///< time of the zero of a drift; by default from_s
  double above = 0;     ///< only for a share, in the signal's unit
  /// Partners of the signal (partner_columns): only samples count at which `during` is not 0; a
  /// mean or rms is divided by the largest magnitude of `peak_of` among them. Empty: none. @{
  std::string during;
  std::string peak_of;
  /// @}
};

/// True if one value is computed from the whole window.
constexpr bool is_statistic(Assertion::Kind kind) {
  return kind == Assertion::Kind::kMean || kind == Assertion::Kind::kRms ||
         kind == Assertion::Kind::kShare;
}

struct AssertResult {
  std::string name;
  bool pass = false;
  Bound bound = Bound::kMax;
  double value = 0;  ///< worst value or mean in the window; NaN if the window has no row
  double limit = 0;
  double tolerance = 0;  ///< only with kEquals
  std::string unit;
  std::string value_name{};  ///< name of an enumerator, else empty
  std::string limit_name{};
  double worst_s = 0;          ///< time of the first worst value
  std::string worst_signal{};  ///< signal of the worst value if there are several, else empty
};

/// Distance of a value beyond its limit, in the value's unit: the assertion fails above 0. Infinite
/// for NaN. @{
double violation(const Assertion& assertion, double value);
double violation(const AssertResult& result);
/// @}

/// Index of the first row at or after a time, and of the first row after it; row 0 is at 0 s. @{
std::size_t row_at(double time_s, double period_s);
std::size_t row_after(double time_s, double period_s);
/// @}

/// Columns of an assertion: all that match a signal with wildcards; for a drift x y z, for an angle
/// drift qw qx qy qz. Empty if there is no such signal.
std::vector<std::size_t> columns_of(const Assertion& assertion,
                                    const std::vector<record::Column>& columns);

/// Column of a partner for each of columns_of(): the stars of its name stand for the same as the
/// first ones of the signal, so that "feet.leg*.loaded" is that of the leg of
/// "motion.leg*.joint*.error". Empty if a column has no partner.
std::vector<std::size_t> partner_columns(const std::string& partner, const Assertion& assertion,
                                         const std::vector<record::Column>& columns);

}  // namespace ventosa::scenarios
