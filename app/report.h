#pragma once

#include <filesystem>
#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "record/output_folder.h"
#include "scenarios/verdict/statistics.h"

/// Reports on finished runs: text, JSON and JUnit XML.
namespace ventosa::app {

using scenarios::Verdict;

/// All runs of a command, with their statistics over seeds.
struct FinishedRuns {
  explicit FinishedRuns(std::vector<Verdict> all)
      : verdicts(std::move(all)), statistics(scenarios::statistics_of(verdicts)) {}
  FinishedRuns(const FinishedRuns&) = delete;  // the statistics refer to these verdicts
  FinishedRuns& operator=(const FinishedRuns&) = delete;

  const std::vector<Verdict> verdicts;
  const std::vector<scenarios::ScenarioStatistics> statistics;
};

/// Text of an assertion's value, for example "0.0021 m", "lift_refused", "unknown".
std::string value_text(const scenarios::AssertResult& result);

/// Text of an assertion's limit, for example "max 0.005 m", "equals 0.5 +- 0.01 m".
std::string limit_text(const scenarios::AssertResult& result);

/// Text of an assertion's result, for example "cups do not slip: 0.007 m, max 0.005 m, at 0.17 s,
/// front_right".
std::string failure_text(const scenarios::AssertResult& result);

/// Prints reasons for doing less than requested, late walks and unfulfilled requests, one per line.
void print_shortfalls(std::ostream& out, const Verdict& verdict);

/// Prints a run with all its assertions.
void print_details(std::ostream& out, const Verdict& verdict);

/// Prints every scenario with its assertions over all seeds, every run with its state hash, and all
/// failures.
void print_table(std::ostream& out, const FinishedRuns& runs);

/// {schema, scenarios: [...], statistics: [...]}
nlohmann::ordered_json summary(const FinishedRuns& runs);

/// Files with the results of all runs: JUnit XML with a test case per run, and the statistics over
/// seeds. Opened before the runs, so that an unwritable place is reported at once.
class Reports {
 public:
  /// @param junit       file; empty: none
  /// @param statistics  folder; empty: none
  /// @throws record::OutputError
  Reports(const std::filesystem::path& junit, const std::filesystem::path& statistics);

  void write(const FinishedRuns& runs);  ///< only once. @throws record::OutputError

 private:
  std::optional<record::OutputFile> junit_;
  std::optional<record::OutputFolder> statistics_;
};

/// Closes the file.  @throws record::OutputError
void write_junit(record::OutputFile& file, const std::vector<Verdict>& verdicts);

/// Worst exit code; kPass without verdicts.
scenarios::ExitCode worst(const std::vector<Verdict>& verdicts);

}  // namespace ventosa::app
