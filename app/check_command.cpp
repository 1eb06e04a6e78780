#include <iostream>
#include <nlohmann/json.hpp>

#include "app/check_report.h"
#include "app/commands.h"
#include "app/constraint_table.h"
#include "app/data_folder.h"
#include "app/earlier_run.h"
#include "app/inputs.h"
#include "models/input_error.h"
#include "models/self_collision.h"
#include "record/output_error.h"
#include "scenarios/format/file_kind.h"
#include "scenarios/session/load.h"
#include "scenarios/statics/walk_check.h"
#include "sim/render/portrait.h"

/// `ventosa check`: validates files without running a scenario.
namespace ventosa::app {

namespace fs = std::filesystem;

namespace {

constexpr int kChecksSchema = 1;

/// Results per file, as text or JSON.
class Answers {
 public:
  explicit Answers(bool json) : json_(json) {}

  void add(const CheckedRobot& checked) {
    json_ ? files_.push_back(checked_json(checked)) : print_checked(checked);
  }
  void add_constraints(const fs::path& file, const models::Robot& robot) {
    json_ ? files_.push_back(constraints_json(file, robot)) : print_constraints(robot);
  }
  void add(const fs::path& file, const scenarios::Scenario& scenario) {
    json_ ? files_.push_back(checked_json(file, scenario)) : print_checked(file, scenario);
  }
  void refuse(const std::string& input, const std::string& message) {
    report_error(message);
    files_.push_back({{"file", input}, {"good", false}, {"message", message}});
  }
  void close() const {
    if (!json_) return;
    std::cout << nlohmann::ordered_json{{"schema", kChecksSchema}, {"files", files_}}.dump(2)
              << '\n';
  }

 private:
  bool json_;
  nlohmann::ordered_json files_ = nlohmann::ordered_json::array();
};

/// Picture file of the command line, by default NAME.png in the working folder.
fs::path picture_file(const CheckOptions& options, const controller::RobotModel& robot) {
  return options.draw->empty() ? fs::path(robot.name + ".png") : fs::path(*options.draw);
}

void draw(const models::Robot& robot, const fs::path& file) {
  const auto q_rad = models::home_joints(robot.nominal);
  if (!q_rad) return;  // cannot happen: loading would have failed
  try {
    sim::draw_portrait(robot, *q_rad, file);
  } catch (const std::runtime_error& error) {
    throw record::OutputError("--draw", error.what());
  }
  std::cerr << "picture: " << file.string() << std::endl;
}

void check_robot_file(const models::Node& root, const CheckOptions& options, Answers& answers) {
  const models::Robot robot = models::load(root);
  const fs::path& file = root.file();
  const CheckedRobot checked{file, robot.nominal, check_robot(robot)};
  if (options.draw) draw(robot, picture_file(options, robot.nominal));
  try {
    require_stand(checked.robot, checked.check);
  } catch (const models::InputError& error) {
    throw root.locate(error);
  }
  answers.add(checked);
}

void check_scenario(const scenarios::ScenarioFile& file, Answers& answers) {
  const scenarios::Scenario scenario = scenarios::load(file, data_folder().robots);
  report_warnings(scenario);
  try {
    scenarios::require_walks(scenario);
  } catch (const models::InputError& error) {
    throw file.root.fresh().locate(error);
  }
  answers.add(file.path, scenario);
}

void check_results(const EarlierRun& earlier, Answers& answers) {
  scenarios::Scenario scenario = scenarios::load(earlier.scenario, data_folder().robots);
  scenario.name = earlier.name;
  answers.add(earlier.scenario, scenario);
}

void check_file(const fs::path& path, const CheckOptions& options, Answers& answers) {
  const scenarios::ScenarioFile file = scenarios::read_scenario_file(path);
  scenarios::file_kind(file.root) == scenarios::FileKind::kScenario
      ? check_scenario(file, answers)
      : check_robot_file(file.root.fresh(), options, answers);
}

void tell_constraints(const fs::path& file, Answers& answers) {
  answers.add_constraints(file, models::load(file));
}

void check_input(const std::string& input, const CheckOptions& options, Answers& answers) {
  if (options.constraints) return tell_constraints(find_robot(input), answers);
  const auto earlier = earlier_run(input);
  earlier ? check_results(*earlier, answers)
          : check_file(find_robot_or_scenario(input), options, answers);
}

ExitCode check_one(const std::string& input, const CheckOptions& options, Answers& answers) {
  try {
    check_input(input, options, answers);
    return ExitCode::kPass;
  } catch (const models::InputError& error) {
    answers.refuse(input, error.what());
    return ExitCode::kBadInput;
  }
}

void check_options(const CheckOptions& options) {
  if (!options.draw) return;
  if (options.constraints)
    throw models::InputError("--draw", *options.draw, "cannot be given with --constraints",
                             "one of the two");
  if (options.draw->empty()) return;
  if (fs::path(*options.draw).extension() != ".png")
    throw models::InputError("--draw", *options.draw, "must end in .png",
                             "robots before the option: check ROBOT --draw");
  if (options.inputs.size() > 1)
    throw models::InputError("--draw", *options.draw, "is one file for several robots",
                             "without a file name each picture is NAME.png");
}

}  // namespace

ExitCode check(const CheckOptions& options) {
  check_options(options);
  Answers answers(options.json);
  ExitCode code = ExitCode::kPass;
  for (const std::string& input : options.inputs)
    code = scenarios::worse(code, check_one(input, options, answers));
  answers.close();
  return code;
}

}  // namespace ventosa::app
