#include <algorithm>
#include <iostream>
#include <numeric>
#include <span>

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
#include "scenarios/verdict/results.h"

/// `ventosa demo`: one climb up a wall, explained in plain words.
namespace ventosa::app {

namespace fs = std::filesystem;
using scenarios::ScenarioRun;

namespace {

constexpr const char* kScenario = "crawl_up_wall";
constexpr double kPicturePeriod_s = 20;

/// First, last, smallest and largest value of each signal.
class Extremes final : public record::RowSink {
 public:
  explicit Extremes(std::vector<record::Column> columns) : columns_(std::move(columns)) {}

  bool take(std::int64_t, std::span<const double> row) noexcept override {
    if (last_.empty()) first_ = least_ = most_ = {row.begin(), row.end()};
    last_.assign(row.begin(), row.end());
    for (std::size_t k = 0; k < row.size(); ++k) {
      least_[k] = std::min(least_[k], row[k]);
      most_[k] = std::max(most_[k], row[k]);
    }
    return true;
  }
  double largest(const char* signal) const { return most_.at(index_of(signal)); }
  double smallest(const char* signal) const { return least_.at(index_of(signal)); }
  double gain(const char* signal) const {
    return last_.at(index_of(signal)) - first_.at(index_of(signal));
  }

 private:
  std::size_t index_of(const char* signal) const {
    const auto found = std::find_if(columns_.begin(), columns_.end(),
                                    [&](const auto& column) { return column.name == signal; });
    return static_cast<std::size_t>(found - columns_.begin());
  }

  const std::vector<record::Column> columns_;
  std::vector<double> first_, last_, least_, most_;
};

/// Takes pictures; without OpenGL reports that once and continues.
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

void tell(const ScenarioRun& run, const Extremes& signals, const Verdict& verdict) {
  const double wall_s = verdict.sim_time_s / verdict.realtime_factor;
  std::cout << "It climbed " << digits(100 * signals.gain("truth.body.z")) << " cm in "
            << digits(verdict.sim_time_s) << " s with "
            << digits(signals.largest("plan.steps_done")) << " steps; this took " << digits(wall_s)
            << " s to compute (" << digits(verdict.realtime_factor) << " x real time).\n"
            << "At every moment at least " << digits(signals.smallest("count.attached"))
            << " of its " << run.scenario().robot.nominal.n_legs()
            << " cups held on; at its worst a cup could have\ncarried "
            << digits(signals.smallest("worst.safety_factor"))
            << " times its load before leaking or slipping.\n"
            << "Its body was never more than "
            << digits(1000 * signals.largest("error.body.position")) << " mm and "
            << digits(signals.largest("error.body.angle"), 2)
            << " rad from where it should be; no joint needed\nmore than "
            << digits(100 * signals.largest("worst.stall_ratio"), 2)
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
  const scenarios::Scenario scenario = load_scenario(kScenario);
  record::OutputFolder results(options.out);
  introduce(scenario);

  const std::uint64_t seed = scenario.seeds.front();
  scenarios::ResultFiles files(scenario, seed, versions(), results);
  Extremes signals(recorded_columns(scenario));
  std::vector<record::RowSink*> sinks = files.sinks();
  sinks.push_back(&signals);
  scenarios::JudgedRun run(scenario, seed, sinks);
  std::optional<Frames> frames(std::in_place, results.file("pictures"), kPicturePeriod_s);
  std::optional<Verdict> verdict = execute(run, [&] { look(run, frames); });
  if (!verdict) return ExitCode::kInterrupted;
  tell(run, signals, *verdict);
  try {
    files.finish(run, *verdict);
    if (frames) frames->commit();
    results.commit();
  } catch (const record::OutputError& error) {
    throw results.kept(frames ? frames->kept(error) : error);
  }
  conclude(*verdict, results.target());
  return verdict->exit_code;
}

}  // namespace ventosa::app
