#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "record/csv.h"
#include "record/output_folder.h"
#include "record/signal_log.h"
#include "scenarios/verdict/verdict.h"

/// Files that a run leaves on disk.
namespace ventosa::scenarios {

struct ResultOptions {
  std::int64_t every = 1;             ///< one of this number of control ticks is recorded
  std::vector<std::string> csv_of{};  ///< signal patterns of signals.csv; empty: no such file
  bool inputs = false;  ///< recorded.yaml: the scenario with its inputs in place of the script
};

/// Files of a run, in a folder of results not yet committed. During the run: scenario.yaml as read,
/// robot/ with the robot's files, signals.mcap and signals.csv. At the end: verdict.json, and
/// settings.json with every setting, defaults included. They suffice to repeat the run.
class ResultFiles {
 public:
  /// @throws record::OutputError
  /// @throws models::InputError  this scenario cannot be written as recorded.yaml, or the file
  /// would be too large
  ResultFiles(const Scenario& scenario, std::uint64_t seed, const Versions& versions,
              const record::OutputFolder& folder, const ResultOptions& options = {});

  /// Arguments for the run whose results are written. @{
  std::vector<record::RowSink*> sinks();
  InputLog* inputs();
  /// @}

  /// Called after the run. A file that could not be written is an error in the verdict; the others
  /// are written nevertheless.
  /// @throws record::OutputError  signals.mcap, verdict.json or settings.json could not be written
  void finish(const ScenarioRun& run, Verdict& verdict);

 private:
  void write_json(const char* name, const nlohmann::ordered_json& json) const;
  void write_inputs(std::uint64_t seed) const;

  const record::OutputFolder& folder_;
  const Versions versions_;
  record::SignalLogWriter log_;
  std::unique_ptr<record::CsvWriter> csv_;
  std::optional<InputLog> inputs_;
};

/// Expected size of signals.mcap after a complete run, approximately [bytes].
double expected_log_bytes(const Scenario& scenario, std::int64_t every);

}  // namespace ventosa::scenarios
