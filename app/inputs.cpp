#include "app/inputs.h"

#include <iostream>
#include <sstream>

#include "app/data_folder.h"
#include "controller/estimation/estimator_rules.h"
#include "models/input_error.h"
#include "models/text.h"
#include "scenarios/session/load.h"
#include "scenarios/statics/walk_check.h"

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
  const auto objection = controller::objection_to_estimator(scenario.robot.nominal, config);
  if (objection)
    throw models::InputError("--estimator", std::string(controller::name(config.body.estimator)),
                             std::string(objection->key) + " " + objection->rule,
                             objection->remedy);
  config.sharing.objective = choice.objective.value_or(config.sharing.objective);
}

scenarios::Scenario load_scenario(const std::string& input) {
  return scenarios::load(find_scenario(input), data_folder().robots);
}

namespace {

InputFile open_input(const std::string& input) {
  try {
    const auto file = scenarios::read_scenario_file(find_scenario(input));
    return {scenarios::label_of(file.root, file.path), file};
  } catch (const models::InputError& error) {
    return {.label = {.name = std::filesystem::path(input).stem().string()}, .error = error.what()};
  }
}

/// Adds one verdict per run of the refused file.
void refuse(const scenarios::Label& label, const std::string& why, Inputs& loaded) {
  report_error(why);
  for (const std::uint64_t seed : label.seeds)
    loaded.refused.push_back(error_verdict(label.name, seed, ExitCode::kBadInput, why));
}

/// A walk that begins with a refusal is an error of `check`; a run shows the refusal.
void warn_of_walks(const InputFile& input, const scenarios::Scenario& scenario) {
  try {
    scenarios::require_walks(scenario);
  } catch (const models::InputError& error) {
    report("warning", input.file->root.fresh().locate(error).what());
  }
}

void load_one(const InputFile& input, const ControllerChoice& choice, Inputs& loaded) {
  if (!input.file) return refuse(input.label, input.error, loaded);
  try {
    loaded.scenarios.push_back(scenarios::load(*input.file, data_folder().robots));
    choose(choice, loaded.scenarios.back());
    warn_of_walks(input, loaded.scenarios.back());
  } catch (const models::InputError& error) {
    refuse(input.label, error.what(), loaded);
  }
}

}  // namespace

std::vector<InputFile> open_inputs(const std::vector<std::string>& inputs) {
  std::vector<InputFile> files;
  for (const std::string& input : inputs) files.push_back(open_input(input));
  return files;
}

Inputs load_scenarios(const std::vector<InputFile>& files, const ControllerChoice& choice) {
  Inputs loaded;
  for (const InputFile& file : files) load_one(file, choice, loaded);
  for (const scenarios::Scenario& scenario : loaded.scenarios) report_warnings(scenario);
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

Verdict skipped_verdict(const std::string& scenario, std::uint64_t seed,
                        const std::string& reason) {
  Verdict verdict = error_verdict(scenario, seed, ExitCode::kSkipped, reason);
  verdict.outcome = scenarios::Outcome::kSkipped;
  return verdict;
}

}  // namespace ventosa::app
