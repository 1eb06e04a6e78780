#pragma once

#include <filesystem>
#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "record/output_folder.h"
#include "scenarios/verdict/verdict.h"

/// What the program says of finished runs: to people, to scripts, to CI.
namespace ventosa::app {

using scenarios::Verdict;

/// "0.0021 m", "lift_refused", "unknown"
std::string value_text(const scenarios::AssertResult& result);

/// "max 0.005 m", "equals 0.5 +- 0.01 m"
std::string limit_text(const scenarios::AssertResult& result);

/// "cups do not slip: 0.007 m, max 0.005 m, at 0.17 s, front_right"
std::string failure_text(const scenarios::AssertResult& result);

/// Why the run did less than it was asked, walks that ended late, and what was not done: a line
/// for each.
void print_shortfalls(std::ostream& out, const Verdict& verdict);

/// A run with all its assertions.
void print_details(std::ostream& out, const Verdict& verdict);

/// Every scenario with its assertions over all seeds, every run with its state hash, and what
/// failed.
void print_table(std::ostream& out, const std::vector<Verdict>& verdicts);

/// {schema, scenarios: [...], statistics: [...]}
nlohmann::ordered_json summary(const std::vector<Verdict>& verdicts);

/// Results of all runs for other programs: JUnit XML with a testcase per run, and the statistics
/// over seeds. Opened before the runs, so that a place where nothing can be written shows at once.
class Reports {
 public:
  /// @param junit       file; empty: none
  /// @param statistics  folder; empty: none
  /// @throws record::OutputError
  Reports(const std::filesystem::path& junit, const std::filesystem::path& statistics);

  void write(const std::vector<Verdict>& verdicts);  ///< once. @throws record::OutputError

 private:
  std::optional<record::OutputFile> junit_;
  std::optional<record::OutputFolder> statistics_;
};

/// Closes the file.  @throws record::OutputError
void write_junit(record::OutputFile& file, const std::vector<Verdict>& verdicts);

/// Of several the worst; 0 of none.
scenarios::ExitCode worst(const std::vector<Verdict>& verdicts);

}  // namespace ventosa::app
