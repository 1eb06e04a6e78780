#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "app/commands.h"
#include "app/cup_force.h"
#include "app/data_folder.h"
#include "app/interrupt.h"
#include "app/plan_angles.h"
#include "app/plan_pictures.h"
#include "app/plan_report.h"
#include "models/input_error.h"

/// `ventosa plan`: steps to another surface, planned before the first one.
namespace ventosa::app {

using models::InputError;
using planner::Plan;

namespace {

void print(const PlanTask& task, const Plan& plan, bool json) {
  if (json)
    std::cout << plan_json(task, plan).dump(2) << '\n';
  else
    print_plan(task, plan);
}

/// Draws a plan and puts the pictures into their folder.
void keep_pictures(const PlanTask& task, const Plan& plan, record::OutputFolder& folder) {
  try {
    draw_plan(task, plan, folder);
    folder.commit();
  } catch (const record::OutputError& failure) {
    throw folder.kept(failure);
  }
  std::cerr << "pictures: " << folder.target().string() << std::endl;
}

ExitCode plan_scenario(const PlanOptions& options) {
  const scenarios::Scenario scenario = load_scenario(options.scenario);
  report_warnings(scenario);
  PlanTask task = plan_task(scenario, options.to);
  task.question.seed = options.seed;
  std::optional<record::OutputFolder> folder;
  if (!options.draw.empty()) folder.emplace(options.draw);
  const Plan plan = make_plan(task);
  if (interrupted()) return ExitCode::kInterrupted;
  print(task, plan, options.json);
  if (plan.outcome != planner::Outcome::kFound) return ExitCode::kAssertionFailed;
  if (folder) keep_pictures(task, plan, *folder);
  return ExitCode::kPass;
}

int n_jobs(const PlanOptions& options) {
  return options.jobs.value_or(std::max(1, static_cast<int>(std::thread::hardware_concurrency())));
}

bool is_found(const AngleCell& cell) {
  return cell.plan && cell.plan->outcome == planner::Outcome::kFound;
}

ExitCode plan_table(const PlanOptions& options) {
  const models::Robot robot = models::load(find_robot(options.angles));
  const double cup_force_N = read_cup_force_N(options.cup_force_N, robot.nominal.cup());
  const std::vector<AngleCell> cells =
      plan_angles(robot, cup_force_N, {.first_seed = options.seed, .n_threads = n_jobs(options)});
  if (options.json)
    std::cout << angles_json(cells, cup_force_N).dump(2) << '\n';
  else
    print_angles(cells, cup_force_N);
  if (interrupted()) return ExitCode::kInterrupted;
  return std::ranges::any_of(cells, is_found) ? ExitCode::kPass : ExitCode::kAssertionFailed;
}

/// Refuses options that belong to the other kind of plan.
void check_options(const PlanOptions& options) {
  const bool is_table = !options.angles.empty();
  const std::string robot = options.angles;
  if (is_table && (!options.scenario.empty() || !options.to.empty() || !options.draw.empty()))
    throw InputError("--angles", robot, "makes its own surfaces",
                     "leave the scenario, --to and --draw out");
  if (is_table) return;
  if (options.scenario.empty())
    throw InputError("", "", "plan needs a scenario, or --angles and a robot", "see --help");
  if (options.cup_force_N || options.jobs)
    throw InputError(options.jobs ? "--jobs" : "--cup-force", "", "needs --angles",
                     "a scenario has its own cup_force_N");
}

}  // namespace

ExitCode plan(const PlanOptions& options) {
  check_options(options);
  return options.angles.empty() ? plan_scenario(options) : plan_table(options);
}

}  // namespace ventosa::app
