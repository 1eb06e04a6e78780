#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/verdict/verdict.h"

/// Statistics of a scenario over its seeds: worst value and distribution for each assertion.
namespace ventosa::scenarios {

/// Quartiles are interpolated linearly between neighbouring values, as by numpy.quantile (Hyndman
/// and Fan 1996, definition 7).
struct Distribution {
  double mean = 0, least = 0, lower_quartile = 0, median = 0, upper_quartile = 0, largest = 0;
};
/// @param values  finite numbers, at least one
Distribution distribution_of(std::vector<double> values);

/// One assertion over all runs of its scenario. A run without a value, or one that ended early,
/// counts as failed and as unknown, and is worse than any failed run.
struct AssertStatistics {
  AssertResult worst;  ///< result of the run that is farthest beyond the limit, or nearest to it
  std::uint64_t worst_seed = 0;
  std::size_t n_failed = 0;
  std::size_t n_unknown = 0;
  /// Empty for an enumeration or bool, and if the value of any run is unknown.
  std::optional<Distribution> values{};
};

struct ScenarioStatistics {
  std::string scenario;
  std::vector<const Verdict*> runs;  ///< runs of the scenario, in the order of the verdicts
  std::vector<AssertStatistics> asserts;

  const Verdict& worst_run() const;  ///< first run with the worst exit code
};

/// One element per scenario, in the order of first runs; `verdicts` must outlive the result.
std::vector<ScenarioStatistics> statistics_of(const std::vector<Verdict>& verdicts);

}  // namespace ventosa::scenarios
