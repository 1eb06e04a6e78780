#include "scenarios/assertions/assertion.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "scenarios/assertions/signal_column.h"

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

/// Text that each star of a pattern stands for in a name that it matches; at most one between dots.
std::vector<std::string_view> meanings(std::string_view pattern, std::string_view name) {
  std::vector<std::string_view> found;
  while (!pattern.empty()) {
    const std::string_view pattern_part = pattern.substr(0, pattern.find('.'));
    const std::string_view name_part = name.substr(0, name.find('.'));
    if (const std::size_t at = pattern_part.find('*'); at != std::string_view::npos)
      found.push_back(name_part.substr(at, name_part.size() + 1 - pattern_part.size()));
    pattern.remove_prefix(std::min(pattern.size(), pattern_part.size() + 1));
    name.remove_prefix(std::min(name.size(), name_part.size() + 1));
  }
  return found;
}

/// The partner's name for one column.
std::string partner_name(std::string partner, const std::vector<std::string_view>& meaning) {
  for (const std::string_view each : meaning) {
    const std::size_t star = partner.find('*');
    if (star == std::string::npos) break;
    partner.replace(star, 1, each);
  }
  return partner;
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

std::vector<std::size_t> partner_columns(const std::string& partner, const Assertion& assertion,
                                         const std::vector<record::Column>& columns) {
  Columns partners;
  for (const std::size_t column : columns_of(assertion, columns)) {
    const auto meaning = meanings(assertion.signal, columns[column].name);
    const auto found = find_column(partner_name(partner, meaning), columns);
    if (!found) return {};
    partners.push_back(*found);
  }
  return partners;
}

}  // namespace ventosa::scenarios
