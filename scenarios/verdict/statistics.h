#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/verdict/verdict.h"

/// A scenario over its seeds: the worst value of each assertion, and how the values are spread.
namespace ventosa::scenarios {

/// Quartiles are interpolated between neighbouring values: Hyndman and Fan 1996, definition 7, as
/// numpy.quantile does.
struct Distribution {
  double mean = 0, least = 0, lower_quartile = 0, median = 0, upper_quartile = 0, largest = 0;
};
/// @param values  at least one, finite
Distribution distribution_of(std::vector<double> values);

/// One assertion over all runs of its scenario. A run that did not come to its end, or in which the
/// value does not exist, counts as failed and as unknown, and is worse than any that failed.
struct AssertStatistics {
  AssertResult worst;  ///< result of the run that is farthest beyond the limit, or nearest to it
  std::uint64_t worst_seed = 0;
  std::size_t n_failed = 0;
  std::size_t n_unknown = 0;
  /// None of an assertion on words, and none if the value of one run is unknown.
  std::optional<Distribution> values{};
};

struct ScenarioStatistics {
  std::string scenario;
  std::vector<const Verdict*> runs;  ///< in the order of the verdicts
  std::vector<AssertStatistics> asserts;

  const Verdict& worst_run() const;  ///< first of those with the worst exit code
};

/// One for each scenario, in the order of their first runs, which must outlive the result.
std::vector<ScenarioStatistics> statistics_of(const std::vector<Verdict>& verdicts);

}  // namespace ventosa::scenarios
