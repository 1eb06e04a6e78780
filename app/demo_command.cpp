#include <algorithm>
#include <cmath>
#include <iostream>
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

/// Smallest and largest value of each signal, and the body's height at every tick.
class Extremes final : public record::RowSink {
 public:
  explicit Extremes(std::vector<record::Column> columns)
      : columns_(std::move(columns)), height_(index_of("truth.body.z")) {}

  bool take(std::int64_t, std::span<const double> row) noexcept override {
    if (height_m_.empty()) least_ = most_ = {row.begin(), row.end()};
    height_m_.push_back(row[height_]);
    for (std::size_t k = 0; k < row.size(); ++k) {
      least_[k] = std::min(least_[k], row[k]);
      most_[k] = std::max(most_[k], row[k]);
    }
    return true;
  }
  double largest(const char* signal) const { return most_.at(index_of(signal)); }
  double smallest(const char* signal) const { return least_.at(index_of(signal)); }
  double climb_m() const { return height_m_.back() - height_m_.front(); }
  /// Tick from which on the body stays at the end of its way, to a hundredth of the way.
  std::size_t arrival() const {
    const auto is_away = [this](double height_m) {
      return std::abs(height_m - height_m_.back()) > 0.01 * climb_m();
    };
    const auto last_away = std::find_if(height_m_.rbegin(), height_m_.rend(), is_away);
    return static_cast<std::size_t>(height_m_.rend() - last_away);
  }

 private:
  std::size_t index_of(const char* signal) const {
    const auto found = std::find_if(columns_.begin(), columns_.end(),
                                    [&](const auto& column) { return column.name == signal; });
    return static_cast<std::size_t>(found - columns_.begin());
  }

  const std::vector<record::Column> columns_;
  const std::size_t height_;
  std::vector<double> height_m_;  ///< height of the body at every tick
  std::vector<double> least_, most_;
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
  const double arrival_s = static_cast<double>(signals.arrival()) * run.period_s();
  std::cout << "It climbed " << digits(100 * signals.climb_m()) << " cm in " << digits(arrival_s)
            << " s with " << digits(signals.largest("plan.steps_done"))
            << " steps, and then stood on the wall.\nThe " << digits(verdict.sim_time_s)
            << " s of the scenario took " << digits(wall_s) << " s to compute ("
            << digits(verdict.realtime_factor) << " x real time).\n"
            << "At least " << digits(signals.smallest("count.attached")) << " of its "
            << run.scenario().robot.nominal.n_legs()
            << " cups were attached at every moment. The smallest safety factor of a cup was "
            << digits(signals.smallest("worst.safety_factor"))
            << ":\nabove 1 it neither leaks nor slips.\n"
            << "The body was at most " << digits(1000 * signals.largest("error.body.position"))
            << " mm and " << digits(signals.largest("error.body.angle"), 2)
            << " rad off its reference; no joint needed more than "
            << digits(100 * signals.largest("worst.stall_ratio"), 2)
            << " %\nof its drive's stall torque.\n\n";
}

void conclude(const Verdict& verdict, const fs::path& folder) {
  const auto n_kept = std::count_if(verdict.asserts.begin(), verdict.asserts.end(),
                                    [](const auto& result) { return result.pass; });
  std::cout << "Verdict: " << shown(verdict.outcome) << ", " << n_kept << " of "
            << verdict.asserts.size() << " assertions passed.\n\n";
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
