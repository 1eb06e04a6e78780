#include "scenarios/verdict/assertion_fold.h"

#include <algorithm>
#include <cmath>

#include "controller/model/frames.h"

namespace ventosa::scenarios {
namespace {

using Kind = Assertion::Kind;

bool is_drift(Kind kind) {
  return kind == Kind::kDrift || kind == Kind::kNumberDrift || kind == Kind::kAngleDrift;
}

controller::Quaterniond orientation(double w, double x, double y, double z) { return {w, x, y, z}; }

}  // namespace

AssertionFold::AssertionFold(const Assertion& assertion, const std::vector<record::Column>& columns,
                             double period_s)
    : assertion_(assertion), period_s_(period_s), columns_(columns_of(assertion, columns)) {
  for (const std::size_t column : columns_) signals_.push_back(columns[column]);
  begin_ = row_at(assertion.from_s, period_s);
  end_ = row_after(assertion.to_s, period_s);
  since_ = row_at(assertion.since_s, period_s);
  then_.resize(columns_.size(), std::numeric_limits<double>::quiet_NaN());
  sum_.resize(columns_.size());
}

bool AssertionFold::is_in_window(std::size_t row_index) const {
  return assertion_.at_end || (row_index >= begin_ && row_index < end_);
}

void AssertionFold::take(std::size_t row_index, std::span<const double> row) noexcept {
  if (row_index == since_)
    for (std::size_t k = 0; k < columns_.size(); ++k) then_[k] = row[columns_[k]];
  if (!is_in_window(row_index)) return;
  if (assertion_.at_end) {  // only the last row counts, and any row may be the last
    n_ = 0;
    worst_ = {};
    std::fill(sum_.begin(), sum_.end(), 0.0);
  }
  ++n_;
  last_ = row_index;
  if (is_statistic(assertion_.kind))
    add(row);
  else
    take_values(row_index, row);
}

void AssertionFold::add(std::span<const double> row) noexcept {
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    const double value = row[columns_[k]];
    sum_[k] += assertion_.kind == Kind::kRms ? value * value : value;
  }
}

void AssertionFold::take_values(std::size_t row_index, std::span<const double> row) noexcept {
  if (columns_.empty()) return;
  if (assertion_.kind == Kind::kDrift) return consider(drift(row), row_index, 0);
  if (assertion_.kind == Kind::kAngleDrift) return consider(angle_drift_rad(row), row_index, 0);
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    const double value = row[columns_[k]];
    consider(assertion_.kind == Kind::kNumberDrift ? std::abs(value - then_[k]) : value, row_index,
             k);
  }
}

void AssertionFold::consider(double value, std::size_t row_index, std::size_t signal) noexcept {
  const double v = violation(assertion_, value);
  if (v > worst_.violation) worst_ = {v, value, row_index, signal};
}

double AssertionFold::drift(std::span<const double> row) const noexcept {
  controller::Vector3d d;
  for (std::size_t k = 0; k < 3; ++k) d[static_cast<int>(k)] = row[columns_[k]] - then_[k];
  return d.norm();
}

double AssertionFold::angle_drift_rad(std::span<const double> row) const noexcept {
  const auto then = orientation(then_[0], then_[1], then_[2], then_[3]);
  const auto now =
      orientation(row[columns_[0]], row[columns_[1]], row[columns_[2]], row[columns_[3]]);
  const controller::Quaterniond q = then.conjugate() * now;
  return 2 * std::atan2(q.vec().norm(), std::abs(q.w()));
}

AssertionFold::Worst AssertionFold::worst_statistic() const {
  Worst worst;
  for (std::size_t k = 0; k < columns_.size() && n_ > 0; ++k) {
    const double mean = sum_[k] / static_cast<double>(n_);
    const double value = assertion_.kind == Kind::kRms ? std::sqrt(mean) : mean;
    const double v = violation(assertion_, value);
    if (v > worst.violation) worst = {v, value, last_, k};
  }
  return worst;
}

AssertResult AssertionFold::result() const {
  AssertResult result{.name = assertion_.name,
                      .bound = assertion_.bound,
                      .value = std::numeric_limits<double>::quiet_NaN(),
                      .limit = assertion_.limit,
                      .tolerance = assertion_.tolerance,
                      .unit = assertion_.unit,
                      .limit_name = assertion_.limit_name};
  if (columns_.empty() || n_ == 0) return result;
  const Worst worst = is_statistic(assertion_.kind) ? worst_statistic() : worst_;
  result.value = worst.value;
  result.worst_s = static_cast<double>(worst.row) * period_s_;
  result.pass = worst.violation <= 0;
  const bool of_several = !is_drift(assertion_.kind) || assertion_.kind == Kind::kNumberDrift;
  if (of_several && signals_.size() > 1) result.worst_signal = signals_[worst.signal].name;
  if (assertion_.unit == "enum")
    result.value_name = value_name(signals_[worst.signal], result.value);
  if (assertion_.unit == "bool") result.value_name = result.value != 0 ? "true" : "false";
  return result;
}

AssertionFolds::AssertionFolds(const std::vector<Assertion>& asserts,
                               const std::vector<record::Column>& columns, double period_s) {
  folds_.reserve(asserts.size());
  for (const Assertion& assertion : asserts) folds_.emplace_back(assertion, columns, period_s);
}

bool AssertionFolds::take(std::int64_t tick, std::span<const double> row) noexcept {
  for (AssertionFold& fold : folds_) fold.take(static_cast<std::size_t>(tick), row);
  return true;
}

std::vector<AssertResult> AssertionFolds::results() const {
  std::vector<AssertResult> results;
  for (const AssertionFold& fold : folds_) results.push_back(fold.result());
  return results;
}

}  // namespace ventosa::scenarios
