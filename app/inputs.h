#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/format/label.h"
#include "scenarios/format/scenario_file.h"
#include "scenarios/verdict/verdict.h"

/// Scenarios of a command, checked before it starts.
namespace ventosa::app {

using scenarios::ExitCode;

struct Inputs {
  std::vector<scenarios::Scenario> scenarios;
  std::vector<scenarios::Verdict> refused;  ///< one per bad input and seed, reported on stderr
};

/// Options of the command line that override the scenario's.
struct ControllerChoice {
  std::optional<controller::Estimator> estimator;
  std::optional<controller::Objective> objective;
};

/// Overrides the scenario's options.  @throws models::InputError  an estimator that does not fit
void choose(const ControllerChoice& choice, scenarios::Scenario& scenario);

/// Loads a file or shipped name.  @throws models::InputError
scenarios::Scenario load_scenario(const std::string& input);

/// A file of the command line, parsed once.
struct InputFile {
  scenarios::Label label;                         ///< only a name if the file cannot be parsed
  std::optional<scenarios::ScenarioFile> file{};  ///< empty if it cannot be found or parsed
  std::string error{};                            ///< reason why `file` is empty
};

/// Finds and parses files or shipped names. A file that fails gives an InputFile with `error`.
std::vector<InputFile> open_inputs(const std::vector<std::string>& inputs);

/// Loads and checks all files.
Inputs load_scenarios(const std::vector<InputFile>& files, const ControllerChoice& choice = {});

/// Prints "error: file:line:column: key = value: rule (hint)" on stderr, for each line of the
/// message.
void report_error(const std::string& message);

/// Prints "warning: file:line:column: key = value: ..." on stderr, for each warning.
void report_warnings(const scenarios::Scenario& scenario);

/// Verdict of a run that an interrupt has stopped, or kept from beginning.
scenarios::Verdict interrupted_verdict(const std::string& scenario, std::uint64_t seed);

/// Verdict of a run without an end: bad input, or results that could not be written.
scenarios::Verdict error_verdict(const std::string& scenario, std::uint64_t seed, ExitCode code,
                                 const std::string& message);

/// Verdict of a run that was not started.
scenarios::Verdict skipped_verdict(const std::string& scenario, std::uint64_t seed,
                                   const std::string& reason);

}  // namespace ventosa::app
