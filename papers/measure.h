#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "papers/signal.h"

/// Numbers of an experiment, measured in its runs.
namespace ventosa::papers {

enum class Statistic : std::uint8_t {
  kPeak,  ///< largest absolute value
  kLeast,
  kMean,
  kRms,
  kEnd,         ///< at the end of the run, as a mean over the seeds
  kWorstEnd,    ///< at the end of the run, of the seed with the largest absolute value
  kChange,      ///< from the first value of a run to that at its end, as a mean over the seeds
  kShareAbove,  ///< share of the values above `above`
};

/// A statistic over all ticks of a window, all values of a signal and all seeds of a run. Values
/// that are unknown do not count.
struct Measure {
  std::string run{};  ///< key of a run of the experiment
  Statistic statistic = Statistic::kPeak;
  Signal signal{};
  double above = 0;   ///< only for kShareAbove
  double from_s = 0;  ///< window; the run ends with its last value in it
  double to_s = std::numeric_limits<double>::infinity();
};

/// Sums of a measure.
class Tally {
 public:
  void add(double value, double above);
  void end_run();                ///< the values added last were those at the end of a run
  void add(const Tally& other);  ///< values of another seed

  /// NaN without values.
  double value(Statistic statistic) const;

 private:
  std::int64_t n_ = 0, n_above_ = 0, n_ends_ = 0;
  double sum_ = 0, sum_of_squares_ = 0, sum_of_ends_ = 0, worst_end_ = 0;
  double first_ = 0, last_ = 0, sum_of_changes_ = 0;
  double peak_ = 0, least_ = std::numeric_limits<double>::infinity();
};

}  // namespace ventosa::papers
