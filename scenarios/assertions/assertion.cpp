#include "scenarios/assertions/assertion.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace ventosa::scenarios {
namespace {

using Columns = std::vector<std::size_t>;

void add_matching(std::string_view pattern, const std::vector<record::Column>& columns,
                  Columns& found) {
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (record::matches(pattern, columns[i].name)) found.push_back(i);
}

/// True if a kind refers to whole columns; otherwise to the coordinates of one pose signal.
bool is_of_columns(Assertion::Kind kind) {
  return kind == Assertion::Kind::kSignal || kind == Assertion::Kind::kNumberDrift ||
         is_statistic(kind);
}

constexpr double kRounding = 1e-6;  // in periods: the time of a row is a rounded product

double excess(Bound bound, double value, double limit) {
  if (bound == Bound::kMax) return value - limit;
  return bound == Bound::kMin ? limit - value : std::abs(value - limit);
}

}  // namespace

double violation(const Assertion& assertion, double value) {
  if (std::isnan(value)) return std::numeric_limits<double>::infinity();
  return excess(assertion.bound, value, assertion.limit) - assertion.tolerance;
}

double violation(const AssertResult& result) {
  if (std::isnan(result.value)) return std::numeric_limits<double>::infinity();
  return excess(result.bound, result.value, result.limit) - result.tolerance;
}

std::size_t row_at(double time_s, double period_s) {
  return static_cast<std::size_t>(std::max(0.0, std::ceil(time_s / period_s - kRounding)));
}

std::size_t row_after(double time_s, double period_s) {
  constexpr double kNever = 1e18;
  return static_cast<std::size_t>(
      std::clamp(std::floor(time_s / period_s + kRounding) + 1, 0.0, kNever));
}

std::vector<std::size_t> columns_of(const Assertion& assertion,
                                    const std::vector<record::Column>& columns) {
  Columns found;
  if (is_of_columns(assertion.kind)) {
    add_matching(assertion.signal, columns, found);
  } else if (assertion.kind == Assertion::Kind::kDrift) {
    for (const char* field : {".x", ".y", ".z"})
      add_matching(assertion.signal + field, columns, found);
    if (found.size() != 3) found.clear();
  } else {
    for (const char* field : {".qw", ".qx", ".qy", ".qz"})
      add_matching(assertion.signal + field, columns, found);
    if (found.size() != 4) found.clear();
  }
  return found;
}

}  // namespace ventosa::scenarios
