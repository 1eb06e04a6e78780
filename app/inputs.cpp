#include "app/inputs.h"

#include <iostream>
#include <sstream>

#include "app/data_folder.h"
#include "models/input_error.h"
#include "models/text.h"
#include "scenarios/format/label.h"
#include "scenarios/session/load.h"

namespace ventosa::app {

using scenarios::Verdict;

namespace {

/// Prints each line of the message to stderr.
void report(const char* kind, const std::string& message) {
  std::istringstream lines(message);
  for (std::string line; std::getline(lines, line);)
    std::cerr << kind << ": " << models::printable(line) << '\n';
}

}  // namespace

void choose(const ControllerChoice& choice, scenarios::Scenario& scenario) {
  controller::ControllerConfig& config = scenario.controller;
  config.body.estimator = choice.estimator.value_or(config.body.estimator);
  config.sharing.objective = choice.objective.value_or(config.sharing.objective);
}

scenarios::Scenario load_scenario(const std::string& input) {
  return scenarios::load(find_scenario(input), data_folder().robots);
}

namespace {

/// Label of the scenario, or only the file's name if it cannot be read.
scenarios::Label label_of(const std::string& input) {
  try {
    return scenarios::label_of(find_scenario(input));
  } catch (const models::InputError&) {
    return {.name = std::filesystem::path(input).stem().string(), .title = ""};
  }
}

/// Adds one verdict per run of the refused file.
void refuse(const std::string& input, const std::string& why, Inputs& loaded) {
  const scenarios::Label label = label_of(input);
  for (const std::uint64_t seed : label.seeds)
    loaded.refused.push_back(error_verdict(label.name, seed, ExitCode::kBadInput, why));
}

}  // namespace

Inputs load_scenarios(const std::vector<std::string>& inputs, const ControllerChoice& choice) {
  Inputs loaded;
  for (const std::string& input : inputs) {
    try {
      loaded.scenarios.push_back(load_scenario(input));
    } catch (const models::InputError& error) {
      report_error(error.what());
      refuse(input, error.what(), loaded);
    }
  }
  for (scenarios::Scenario& scenario : loaded.scenarios) {
    choose(choice, scenario);
    report_warnings(scenario);
  }
  return loaded;
}

void report_warnings(const scenarios::Scenario& scenario) {
  for (const std::string& warning : scenario.warnings) report("warning", warning);
}

void report_error(const std::string& message) { report("error", message); }

Verdict interrupted_verdict(const std::string& scenario, std::uint64_t seed) {
  return error_verdict(scenario, seed, ExitCode::kInterrupted, "interrupted before its end");
}

Verdict error_verdict(const std::string& scenario, std::uint64_t seed, ExitCode code,
                      const std::string& message) {
  Verdict verdict;
  verdict.scenario = models::printable(scenario);
  verdict.seed = seed;
  verdict.outcome = scenarios::Outcome::kError;
  verdict.exit_code = code;
  verdict.message = models::printable(message);
  return verdict;
}

}  // namespace ventosa::app
