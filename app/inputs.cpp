#include "app/inputs.h"

#include <iostream>
#include <sstream>

#include "app/data_folder.h"
#include "models/input_error.h"
#include "models/strict_yaml.h"
#include "models/text.h"
#include "scenarios/session/load.h"

namespace ventosa::app {

using scenarios::Verdict;

namespace {

/// Each line of it on stderr.
void report(const char* kind, const std::string& message) {
  std::istringstream lines(message);
  for (std::string line; std::getline(lines, line);)
    std::cerr << kind << ": " << models::printable(line) << '\n';
}

}  // namespace

bool names_robot(const std::filesystem::path& file) {
  return models::Node::load(file).find("robot").has_value();
}

void choose(const ControllerChoice& choice, scenarios::Scenario& scenario) {
  controller::ControllerConfig& config = scenario.controller;
  config.body.estimator = choice.estimator.value_or(config.body.estimator);
  config.sharing.objective = choice.objective.value_or(config.sharing.objective);
}

Inputs load_scenarios(const std::vector<std::string>& inputs, const ControllerChoice& choice) {
  const DataFolder data = data_folder();
  Inputs loaded;
  for (const std::string& input : inputs) {
    try {
      loaded.scenarios.push_back(scenarios::load(find_input(input, {data.scenarios}), data.robots));
    } catch (const models::InputError& error) {
      report_error(error.what());
      const std::string name = std::filesystem::path(input).stem().string();
      loaded.refused.push_back(error_verdict(name, 0, ExitCode::kBadInput, error.what()));
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
