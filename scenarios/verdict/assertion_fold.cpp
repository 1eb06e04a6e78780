#include "scenarios/verdict/assertion_fold.h"

#include <algorithm>
#include <cmath>

#include "controller/model/frames.h"

namespace ventosa::scenarios {
namespace {

using Kind = Assertion::Kind;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

bool is_drift(Kind kind) {
  return kind == Kind::kDrift || kind == Kind::kNumberDrift || kind == Kind::kAngleDrift;
}

controller::Quaterniond orientation(double w, double x, double y, double z) { return {w, x, y, z}; }

}  // namespace

AssertionFold::AssertionFold(const Assertion& assertion, const std::vector<record::Column>& columns,
                             double period_s)
    : assertion_(assertion), period_s_(period_s), columns_(columns_of(assertion, columns)) {
  for (const std::size_t column : columns_) signals_.push_back(columns[column]);
  if (!assertion.during.empty()) during_ = partner_columns(assertion.during, assertion, columns);
  if (!assertion.peak_of.empty()) peak_of_ = partner_columns(assertion.peak_of, assertion, columns);
  begin_ = next_ = row_at(assertion.from_s, period_s);
  end_ = row_after(assertion.to_s, period_s);
  since_ = row_at(assertion.since_s, period_s);
  then_.resize(columns_.size(), kNan);
  samples_.resize(columns_.size());
}

bool AssertionFold::is_in_window(std::size_t row_index) const {
  return assertion_.at_end || (row_index >= begin_ && row_index < end_);
}

void AssertionFold::take(std::size_t row_index, std::span<const double> row) noexcept {
  if (row_index == since_)
    for (std::size_t k = 0; k < columns_.size(); ++k) then_[k] = row[columns_[k]];
  if (!is_in_window(row_index)) return;
  if (assertion_.at_end)
    restart();
  else if (row_index > next_)
    miss(row_index);
  ++n_;
  last_ = row_index;
  next_ = row_index + 1;
  if (!columns_.empty()) take_row(row_index, row);
}

/// Only the last row counts, and any row may be the last.
void AssertionFold::restart() noexcept {
  n_ = 0;
  worst_ = {};
  std::fill(samples_.begin(), samples_.end(), Samples{});
}

/// The rows before this one are missing: their samples are unknown.
void AssertionFold::miss(std::size_t row_index) noexcept {
  for (; next_ < row_index; ++next_)
    for (std::size_t k = 0; k < columns_.size(); ++k) take_sample(kNan, next_, k);
}

void AssertionFold::take_row(std::size_t row_index, std::span<const double> row) noexcept {
  if (assertion_.kind == Kind::kDrift) return consider(drift(row), row_index, 0);
  if (assertion_.kind == Kind::kAngleDrift) return consider(angle_drift_rad(row), row_index, 0);
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    const double counts = during_.empty() ? 1 : row[during_[k]];
    if (counts == 0) continue;
    const double value = row[columns_[k]];
    const double sample =
        assertion_.kind == Kind::kNumberDrift ? std::abs(value - then_[k]) : value;
    take_sample(std::isnan(counts) ? kNan : sample, row_index, k);
    if (!peak_of_.empty()) take_peak(std::abs(row[peak_of_[k]]), k);
  }
}

void AssertionFold::take_sample(double value, std::size_t row_index, std::size_t signal) noexcept {
  Samples& samples = samples_[signal];
  ++samples.n;
  samples.n_above += value > assertion_.above;
  samples.n_unknown += std::isnan(value);
  samples.sum += assertion_.kind == Kind::kRms ? value * value : value;
  if (!is_statistic(assertion_.kind)) consider(value, row_index, signal);
}

void AssertionFold::take_peak(double value, std::size_t signal) noexcept {
  double& peak = samples_[signal].peak;
  if (!std::isnan(peak) && !(value <= peak)) peak = value;
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

/// True if every signal has a sample that counts; of a share, any signal.
bool AssertionFold::has_samples() const {
  if (is_drift(assertion_.kind)) return n_ > 0;
  const auto has_any = [](const Samples& samples) { return samples.n > 0; };
  if (assertion_.kind == Kind::kShare)
    return std::any_of(samples_.begin(), samples_.end(), has_any);
  return std::all_of(samples_.begin(), samples_.end(), has_any);
}

/// Mean or rms of one signal, relative to its peak; NaN if the peak is 0.
double AssertionFold::statistic(const Samples& samples) const {
  const double mean = samples.sum / static_cast<double>(samples.n);
  const double value = assertion_.kind == Kind::kRms ? std::sqrt(mean) : mean;
  if (peak_of_.empty()) return value;
  return samples.peak > 0 ? value / samples.peak : kNan;
}

/// An unknown sample counts against the bound.
double AssertionFold::share() const {
  std::size_t n = 0, n_above = 0, n_unknown = 0;
  for (const Samples& samples : samples_) {
    n += samples.n;
    n_above += samples.n_above;
    n_unknown += samples.n_unknown;
  }
  if (assertion_.bound == Bound::kEquals && n_unknown > 0) return kNan;
  if (assertion_.bound == Bound::kMax) n_above += n_unknown;
  return static_cast<double>(n_above) / static_cast<double>(n);
}

AssertionFold::Worst AssertionFold::worst_statistic() const {
  if (assertion_.kind == Kind::kShare) return {violation(assertion_, share()), share(), last_, 0};
  Worst worst;
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    const double value = statistic(samples_[k]);
    const double v = violation(assertion_, value);
    if (v > worst.violation) worst = {v, value, last_, k};
  }
  return worst;
}

AssertResult AssertionFold::result() const {
  AssertResult result{.name = assertion_.name,
                      .bound = assertion_.bound,
                      .value = kNan,
                      .limit = assertion_.limit,
                      .tolerance = assertion_.tolerance,
                      .unit = assertion_.unit,
                      .limit_name = assertion_.limit_name};
  if (columns_.empty() || !has_samples()) return result;
  const Worst worst = is_statistic(assertion_.kind) ? worst_statistic() : worst_;
  result.value = worst.value;
  result.worst_s = static_cast<double>(worst.row) * period_s_;
  result.pass = worst.violation <= 0;
  const bool of_several = assertion_.kind != Kind::kShare &&
                          (!is_drift(assertion_.kind) || assertion_.kind == Kind::kNumberDrift);
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
