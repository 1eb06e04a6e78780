#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "models/strict_yaml.h"
#include "scenarios/verdict/verdict.h"

/// What a command is asked to work on, checked before it starts.
namespace ventosa::app {

using scenarios::ExitCode;

struct Inputs {
  std::vector<scenarios::Scenario> scenarios;
  std::vector<scenarios::Verdict>
      refused;  ///< one per bad input and seed; its message went to stderr
};

/// What the command line chooses in place of what each scenario asks for.
struct ControllerChoice {
  std::optional<controller::Estimator> estimator;
  std::optional<controller::Objective> objective;
};

/// Whether a file is meant as a robot or as parts of one: it names no robot, as scenarios do.
bool is_robot(const models::Node& root);

/// In place of what the scenario asks for.
void choose(const ControllerChoice& choice, scenarios::Scenario& scenario);

/// A file or shipped name.  @throws models::InputError
scenarios::Scenario load_scenario(const std::string& input);

/// Reads and checks all files or shipped names.
Inputs load_scenarios(const std::vector<std::string>& inputs, const ControllerChoice& choice = {});

/// "error: file:line:column: key = value: rule (hint)" on stderr, for each line of the message.
void report_error(const std::string& message);

/// "warning: file:line:column: key = value: ..." on stderr, for each.
void report_warnings(const scenarios::Scenario& scenario);

/// A run that did not come to its end: bad input, or results that could not be written.
scenarios::Verdict error_verdict(const std::string& scenario, std::uint64_t seed, ExitCode code,
                                 const std::string& message);

}  // namespace ventosa::app
