#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "record/csv.h"
#include "record/output_folder.h"
#include "record/signal_log.h"
#include "scenarios/verdict/verdict.h"

/// What a run leaves behind on disk.
namespace ventosa::scenarios {

struct ResultOptions {
  std::int64_t every = 1;  ///< of so many control ticks one is written
  std::vector<std::string>
      csv_of{};         ///< patterns of signals that signals.csv gets; none: no such file
  bool inputs = false;  ///< recorded.yaml: the scenario with its inputs in place of the script
};

/// The files of a run, in a folder of results not yet committed: signals.mcap and signals.csv,
/// written as the run goes; scenario.yaml as read, robot/ with the robot's files; at the end
/// verdict.json, and settings.json with every setting, defaults included. The run can be done again
/// from them alone.
class ResultFiles {
 public:
  /// @throws record::OutputError
  /// @throws models::InputError  recorded.yaml cannot be made of this scenario, or is too large
  ResultFiles(const Scenario& scenario, std::uint64_t seed, const Versions& versions,
              const record::OutputFolder& folder, const ResultOptions& options = {});

  /// What the run is to be given. @{
  std::vector<record::RowSink*> sinks();
  InputLog* inputs();
  /// @}

  /// Once the run is over. A file that could not be written is an error of the verdict, and the
  /// others are written nevertheless.
  /// @throws record::OutputError  it is one that a folder of results cannot do without
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

/// What signals.mcap of a run to its end will take, about [bytes].
double expected_log_bytes(const Scenario& scenario, std::int64_t every);

}  // namespace ventosa::scenarios
