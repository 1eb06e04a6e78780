#pragma once

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "record/output_folder.h"
#include "scenarios/verdict/statistics.h"

/// Statistics of scenarios over their seeds as a table, JSON and CSV.
namespace ventosa::app {

void print_statistics(std::ostream& out, const std::vector<scenarios::ScenarioStatistics>& all);

/// [{scenario, verdict, exit_code, runs: [{seed, verdict, ..., state_hash}], asserts: [{name, unit,
/// bound, limit, tolerance, failed, unknown, worst: {value, value_name, seed, at_s, signal}, mean,
/// least, lower_quartile, median, upper_quartile, largest}]}]; unknown values are null.
nlohmann::ordered_json to_json(const std::vector<scenarios::ScenarioStatistics>& all);

/// Writes assertions.csv, one row per assertion of a scenario over its seeds, and runs.csv, one row
/// per run with its state hash. Unknown values are nan. Commits the folder.
/// @throws record::OutputError
void write_statistics(record::OutputFolder& folder,
                      const std::vector<scenarios::ScenarioStatistics>& all);

}  // namespace ventosa::app
