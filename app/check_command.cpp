#include <iostream>

#include "app/commands.h"
#include "app/data_folder.h"
#include "app/inputs.h"
#include "app/text_table.h"
#include "models/input_error.h"
#include "scenarios/session/load.h"

/// `ventosa check`: are these files good, without running anything?
namespace ventosa::app {

namespace fs = std::filesystem;

namespace {

std::string describe_scenario(const fs::path& file, const DataFolder& data) {
  const scenarios::Scenario scenario = scenarios::load(file, data.robots);
  report_warnings(scenario);
  return "scenario " + scenario.name + ": " + scenario.robot.nominal.name + ", " +
         digits(scenario.duration_s, 4) + " s, " + std::to_string(scenario.seeds.size()) +
         " seed(s), " + std::to_string(scenario.asserts.size()) + " assertion(s)";
}

std::string describe_robot(const fs::path& file) {
  const controller::RobotModel robot = models::load(file).nominal;
  return "robot " + robot.name + ": " + std::to_string(robot.n_legs()) + " leg(s), " +
         digits(robot.total_mass_kg(), 4) + " kg";
}

ExitCode check_one(const std::string& input, const DataFolder& data) {
  try {
    const fs::path file = find_input(input, {data.scenarios, data.robots});
    const std::string what =
        names_robot(file) ? describe_scenario(file, data) : describe_robot(file);
    std::cout << "good: " << file.string() << ": " << what << std::endl;
    return ExitCode::kPass;
  } catch (const models::InputError& error) {
    report_error(error.what());
    return ExitCode::kBadInput;
  }
}

}  // namespace

ExitCode check(const CheckOptions& options) {
  const DataFolder data = data_folder();
  ExitCode code = ExitCode::kPass;
  for (const std::string& input : options.inputs)
    code = scenarios::worse(code, check_one(input, data));
  return code;
}

}  // namespace ventosa::app
