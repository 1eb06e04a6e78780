#include "models/ranges.h"

#include <cmath>

#include "models/input_error.h"
#include "models/text.h"

namespace ventosa::models {
namespace {

std::string text_of(double number) { return decimal(number, 9); }

}  // namespace

std::string rule_of(const controller::Range& range) {
  const std::string low = (range.min_excluded ? "above " : "at least ") + text_of(range.min);
  const std::string high = "at most " + text_of(range.max);
  if (std::isinf(range.max)) return "must be " + low;
  return std::isinf(range.min) ? "must be " + high : "must be " + low + " and " + high;
}

bool within(const controller::Range& range, double number) {
  return number <= range.max && (range.min_excluded ? number > range.min : number >= range.min);
}

// compares in SI units: a bound in degrees is converted like a value in degrees
void RangeCheck::refuse_outside(const std::string& key, double value, controller::Unit unit,
                                const controller::Range& range) {
  const controller::Range si{range.min * unit.si, range.max * unit.si, range.min_excluded};
  if (std::isfinite(value) && within(si, value)) return;
  throw InputError(key, text_of(value / unit.si),
                   std::isfinite(value) ? rule_of(range) : "must be finite", "");
}

}  // namespace ventosa::models
