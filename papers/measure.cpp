#include "papers/measure.h"

#include <algorithm>
#include <cmath>

namespace ventosa::papers {
namespace {

/// The value farther from 0.
double farther(double a, double b) { return std::abs(b) > std::abs(a) ? b : a; }

}  // namespace

void Tally::add(double value, double above) {
  if (!std::isfinite(value)) return;
  if (n_++ == 0) first_ = value;
  if (value > above) ++n_above_;
  sum_ += value;
  sum_of_squares_ += value * value;
  peak_ = std::max(peak_, std::abs(value));
  least_ = std::min(least_, value);
  last_ = value;
}

void Tally::end_run() {
  if (n_ == 0) return;
  sum_of_ends_ += last_;
  sum_of_changes_ += last_ - first_;
  worst_end_ = farther(worst_end_, last_);
  ++n_ends_;
}

void Tally::add(const Tally& other) {
  n_ += other.n_;
  n_above_ += other.n_above_;
  n_ends_ += other.n_ends_;
  sum_ += other.sum_;
  sum_of_squares_ += other.sum_of_squares_;
  sum_of_ends_ += other.sum_of_ends_;
  sum_of_changes_ += other.sum_of_changes_;
  worst_end_ = farther(worst_end_, other.worst_end_);
  peak_ = std::max(peak_, other.peak_);
  least_ = std::min(least_, other.least_);
}

double Tally::value(Statistic statistic) const {
  if (n_ == 0) return std::numeric_limits<double>::quiet_NaN();
  const auto n = static_cast<double>(n_);
  switch (statistic) {
    case Statistic::kPeak:
      return peak_;
    case Statistic::kLeast:
      return least_;
    case Statistic::kMean:
      return sum_ / n;
    case Statistic::kRms:
      return std::sqrt(sum_of_squares_ / n);
    case Statistic::kEnd:
      return sum_of_ends_ / static_cast<double>(n_ends_);
    case Statistic::kWorstEnd:
      return worst_end_;
    case Statistic::kChange:
      return sum_of_changes_ / static_cast<double>(n_ends_);
    case Statistic::kShareAbove:
      return static_cast<double>(n_above_) / n;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace ventosa::papers
