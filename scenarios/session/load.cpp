#include "scenarios/session/load.h"

#include <stdexcept>
#include <utility>
#include <vector>

#include "models/input_error.h"
#include "scenarios/format/posture_checks.h"
#include "scenarios/format/read_scenario.h"
#include "scenarios/session/scenario_run.h"
#include "sim/config/check_config.h"
#include "sim/config/check_drives.h"
#include "sim/config/check_feet.h"

namespace ventosa::scenarios {

namespace fs = std::filesystem;
using models::InputError;

namespace {

/// Checks the robot's feet and drives. Their keys are in the robot's file; a law of the feet's
/// friction in its place is in the scenario's.
void check_plant(const models::Node& scenario, const SourceFiles& source, const TwinSetup& drawn) {
  const std::string laws = sim::kFootLaws;
  const auto foot = scenario.find("foot");
  std::vector<InputError> mistakes = sim::mistakes_of_feet(
      drawn.robot, drawn.config, foot && models::names_friction(*foot) ? "foot" : laws);
  for (InputError& mistake : sim::mistakes_of_drives(drawn.robot, drawn.config))
    mistakes.push_back(std::move(mistake));
  if (mistakes.empty()) return;
  const models::Node robot = models::Node::load(source.robot_files.back().path);
  for (InputError& mistake : mistakes) {
    const std::string& key = mistake.key_path();
    const bool is_of_robot = key.starts_with(laws) || key.starts_with("drives.");
    mistake = (is_of_robot ? robot : scenario).locate(mistake);
  }
  throw InputError(mistakes);
}

/// Checks the plant of every seed; builds a twin and a controller and takes one step, so that
/// loading refuses whatever they refuse.
void try_out(const models::Node& file, const Scenario& scenario) {
  try {
    for (const std::uint64_t seed : scenario.seeds) {
      const TwinSetup drawn = twin_setup(scenario, seed);
      check_plant(file, scenario.source, drawn);
      sim::check_config(drawn.robot, drawn.config);
    }
    ScenarioRun run(scenario, scenario.seeds.front());
    run.advance();
    check_start_depth(run.twin().truth().penetration_m);
  } catch (const std::invalid_argument& error) {
    throw InputError("controller", "", error.what(), "");
  }
}

}  // namespace

Scenario load(const ScenarioFile& file, const fs::path& robots_folder) {
  try {
    Scenario scenario = read_scenario(file, robots_folder,
                                      [](const Scenario& read) { return recorded_columns(read); });
    try_out(file.root, scenario);
    return scenario;
  } catch (const InputError& error) {
    throw file.root.locate(error);
  }
}

Scenario load(const fs::path& file, const fs::path& robots_folder) {
  return load(read_scenario_file(file), robots_folder);
}

Scenario parse(const std::string& text, const fs::path& file, const fs::path& robots_folder) {
  return load(parse_scenario_file(text, file), robots_folder);
}

}  // namespace ventosa::scenarios
