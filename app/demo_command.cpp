#include <algorithm>
#include <iostream>
#include <numeric>

#include "app/commands.h"
#include "app/data_folder.h"
#include "app/execution.h"
#include "app/frames.h"
#include "app/interrupt.h"
#include "app/report.h"
#include "app/terminal.h"
#include "app/text_table.h"
#include "record/output_folder.h"
#include "scenarios/session/load.h"

/// `ventosa demo`: the first five minutes. One climb up a wall, told in plain words.
namespace ventosa::app {

namespace fs = std::filesystem;
using scenarios::ScenarioRun;

namespace {

constexpr const char* kScenario = "crawl_up_wall";
constexpr double kPicturePeriod_s = 20;

/// All values of a recorded signal.
std::vector<double> values(const record::RunLog& log, const char* signal) {
  std::vector<double> column;
  const auto index = log.find(signal);
  for (std::size_t i = 0; index && i < log.n_rows(); ++i) column.push_back(log.at(i, *index));
  return column;
}

double largest(const record::RunLog& log, const char* signal) {
  const std::vector<double> column = values(log, signal);
  return column.empty() ? 0 : *std::max_element(column.begin(), column.end());
}

double smallest(const record::RunLog& log, const char* signal) {
  const std::vector<double> column = values(log, signal);
  return column.empty() ? 0 : *std::min_element(column.begin(), column.end());
}

double gain(const record::RunLog& log, const char* signal) {
  const std::vector<double> column = values(log, signal);
  return column.empty() ? 0 : column.back() - column.front();
}

/// A machine without OpenGL gets everything but the pictures.
void look(const ScenarioRun& run, std::optional<Frames>& frames) {
  try {
    if (frames) frames->look(run);
  } catch (const record::OutputError& error) {
    std::cerr << "no pictures: " << error.what() << '\n';
    frames.reset();
  }
}

void introduce(const scenarios::Scenario& scenario) {
  const controller::RobotModel& robot = scenario.robot.nominal;
  std::cout << "A " << digits(robot.total_mass_kg()) << " kg robot (" << robot.name << ") with "
            << robot.n_legs() << " legs hangs on a vertical wall by its suction cups,\n"
            << digits(scenario.twin.start_cup_force_N) << " N each, and climbs.\n"
            << std::endl;
}

void tell(const ScenarioRun& run, const Verdict& verdict) {
  const record::RunLog& log = run.log();
  const double wall_s = verdict.sim_time_s / verdict.realtime_factor;
  std::cout << "It climbed " << digits(100 * gain(log, "truth.body.z")) << " cm in "
            << digits(verdict.sim_time_s) << " s with " << digits(largest(log, "plan.steps_done"))
            << " steps; this took " << digits(wall_s) << " s to compute ("
            << digits(verdict.realtime_factor) << " x real time).\n"
            << "At every moment at least " << digits(smallest(log, "count.attached")) << " of its "
            << run.scenario().robot.nominal.n_legs()
            << " cups held on; at its worst a cup could have\ncarried "
            << digits(smallest(log, "worst.safety_factor"))
            << " times its load before leaking or slipping.\n"
            << "Its body was never more than " << digits(1000 * largest(log, "error.body.position"))
            << " mm and " << digits(largest(log, "error.body.angle"), 2)
            << " rad from where it should be; no joint needed\nmore than "
            << digits(100 * largest(log, "worst.stall_ratio"), 2)
            << " % of the torque at which its drive stalls.\n\n";
}

void conclude(const Verdict& verdict, const fs::path& folder) {
  const auto n_kept = std::count_if(verdict.asserts.begin(), verdict.asserts.end(),
                                    [](const auto& result) { return result.pass; });
  std::cout << "Verdict: " << shown(verdict.outcome) << ", " << n_kept << " of "
            << verdict.asserts.size() << " promises of the scenario kept.\n\n";
  if (verdict.outcome != scenarios::Outcome::kPass) print_details(std::cout, verdict);
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension().string().size() > 1) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::cout << "Written:\n";
  for (const fs::path& file : files)
    std::cout << "  " << file.lexically_proximate(fs::current_path()).string() << '\n';
  std::cout << "\nNext: ventosa run " << kScenario
            << " --frames out/pictures --frame-period 5; README.md says more.\n";
}

}  // namespace

ExitCode demo(const DemoOptions& options) {
  const DataFolder data = data_folder();
  const scenarios::Scenario scenario =
      scenarios::load(find_input(kScenario, {data.scenarios}), data.robots);
  record::OutputFolder results(options.out);
  introduce(scenario);

  ScenarioRun run(scenario, scenario.seeds.front());
  std::optional<Frames> frames(std::in_place, results.file("pictures"), kPicturePeriod_s);
  const std::optional<Verdict> verdict = execute(run, [&] { look(run, frames); });
  if (!verdict) return ExitCode::kInterrupted;
  tell(run, *verdict);
  scenarios::write_results(run, *verdict, versions(), results);
  if (frames) frames->commit();
  results.commit();
  conclude(*verdict, results.target());
  return verdict->exit_code;
}

}  // namespace ventosa::app
