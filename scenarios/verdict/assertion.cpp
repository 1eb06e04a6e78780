#include "scenarios/verdict/assertion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string_view>

#include "controller/model/frames.h"

namespace ventosa::scenarios {
namespace {

using Columns = std::vector<std::size_t>;

/// "leg*" matches "leg0": a star stands for anything but a dot.
bool matches(std::string_view pattern, std::string_view name) {
  if (pattern.empty()) return name.empty();
  if (pattern.front() != '*')
    return !name.empty() && pattern.front() == name.front() &&
           matches(pattern.substr(1), name.substr(1));
  if (matches(pattern.substr(1), name)) return true;
  return !name.empty() && name.front() != '.' && matches(pattern, name.substr(1));
}

void add_matching(std::string_view pattern, const std::vector<record::Column>& columns,
                  Columns& found) {
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (matches(pattern, columns[i].name)) found.push_back(i);
}

/// of a position, or of the one of several numbers that went farthest
double drift(std::span<const double> now, std::span<const double> then, const Assertion& assertion,
             const Columns& columns) {
  if (assertion.kind == Assertion::Kind::kNumberDrift) {
    double farthest = 0;
    for (const std::size_t column : columns)
      farthest = std::max(farthest, std::abs(now[column] - then[column]));
    return farthest;
  }
  controller::Vector3d d;
  for (int k = 0; k < 3; ++k) {
    const std::size_t column = columns[static_cast<std::size_t>(k)];
    d[k] = now[column] - then[column];
  }
  return d.norm();
}

double angle_drift_rad(std::span<const double> now, std::span<const double> then,
                       const Columns& columns) {
  const auto orientation = [&](std::span<const double> row) {
    return controller::Quaterniond(row[columns[0]], row[columns[1]], row[columns[2]],
                                   row[columns[3]]);
  };
  const controller::Quaterniond q = orientation(then).conjugate() * orientation(now);
  return 2 * std::atan2(q.vec().norm(), std::abs(q.w()));
}

/// By how much a value breaks the bound: > 0 fails. A NaN breaks any.
double violation(const Assertion& assertion, double value) {
  if (std::isnan(value)) return std::numeric_limits<double>::infinity();
  switch (assertion.bound) {
    case Assertion::Bound::kMax:
      return value - assertion.limit;
    case Assertion::Bound::kMin:
      return assertion.limit - value;
    case Assertion::Bound::kEquals:
      break;
  }
  return std::abs(value - assertion.limit) - assertion.tolerance;
}

/// The value of a row; of several columns the worst.
double measure(const Assertion& assertion, const record::RunLog& log, std::size_t row,
               std::size_t since_row, const Columns& columns) {
  const std::span<const double> now = log.row(row);
  if (assertion.kind == Assertion::Kind::kDrift || assertion.kind == Assertion::Kind::kNumberDrift)
    return drift(now, log.row(since_row), assertion, columns);
  if (assertion.kind == Assertion::Kind::kAngleDrift)
    return angle_drift_rad(now, log.row(since_row), columns);
  const auto worst = std::max_element(columns.begin(), columns.end(), [&](auto a, auto b) {
    return violation(assertion, now[a]) < violation(assertion, now[b]);
  });
  return now[*worst];
}

/// The first row at or after a time.
std::size_t row_at(double time_s, double period_s) {
  constexpr double kRounding = 1e-6;  // of a period: a time is a rounded product
  return static_cast<std::size_t>(std::max(0.0, std::ceil(time_s / period_s - kRounding)));
}

struct Window {
  std::size_t begin = 0, end = 0;
};

Window window_of(const Assertion& assertion, std::size_t n_rows, double period_s) {
  if (assertion.at_end) return {n_rows - std::min<std::size_t>(n_rows, 1), n_rows};
  const double n = static_cast<double>(n_rows);
  const double last = std::min(std::floor(assertion.to_s / period_s + 1e-6) + 1, n);
  return {row_at(assertion.from_s, period_s), static_cast<std::size_t>(std::max(0.0, last))};
}

/// Mean, or root of the mean square, over the window.
double statistic(Assertion::Kind kind, const record::RunLog& log, const Window& window,
                 std::size_t column) {
  const bool squared = kind == Assertion::Kind::kRms;
  double sum = 0;
  for (std::size_t row = window.begin; row < window.end; ++row) {
    const double value = log.row(row)[column];
    sum += squared ? value * value : value;
  }
  const double mean = sum / static_cast<double>(window.end - window.begin);
  return squared ? std::sqrt(mean) : mean;
}

struct Worst {
  double violation = -std::numeric_limits<double>::infinity();
  double value = std::numeric_limits<double>::quiet_NaN();
  std::size_t row = 0;

  void take(const Assertion& assertion, double candidate, std::size_t at_row) {
    const double v = scenarios::violation(assertion, candidate);
    if (v > violation) *this = {v, candidate, at_row};
  }
};

Worst worst_in(const Assertion& assertion, const record::RunLog& log, const Window& window,
               std::size_t since_row, const Columns& columns) {
  Worst worst;
  if (window.begin >= window.end) return worst;
  if (is_statistic(assertion.kind)) {
    for (const std::size_t column : columns)
      worst.take(assertion, statistic(assertion.kind, log, window, column), window.end - 1);
    return worst;
  }
  for (std::size_t row = window.begin; row < window.end; ++row)
    worst.take(assertion, measure(assertion, log, row, since_row, columns), row);
  return worst;
}

/// Else of the coordinates of one position or orientation.
bool is_of_columns(Assertion::Kind kind) {
  return kind == Assertion::Kind::kSignal || kind == Assertion::Kind::kNumberDrift ||
         is_statistic(kind);
}

}  // namespace

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

AssertResult evaluate(const Assertion& assertion, const record::RunLog& log, double period_s) {
  const Columns columns = columns_of(assertion, log.columns());
  const std::size_t since_row = row_at(assertion.since_s, period_s);
  const Window window = window_of(assertion, log.n_rows(), period_s);

  AssertResult result{.name = assertion.name,
                      .value = std::numeric_limits<double>::quiet_NaN(),
                      .limit = assertion.limit,
                      .tolerance = assertion.tolerance,
                      .unit = assertion.unit,
                      .limit_name = assertion.limit_name};
  if (columns.empty() || since_row >= log.n_rows()) return result;
  const Worst worst = worst_in(assertion, log, window, since_row, columns);
  result.value = worst.value;
  result.worst_s = static_cast<double>(worst.row) * period_s;
  result.pass = window.begin < window.end && worst.violation <= 0;
  if (assertion.unit == "enum")
    result.value_name = record::value_name(log.columns()[columns[0]], result.value);
  return result;
}

}  // namespace ventosa::scenarios
