#include <cmath>
#include <iostream>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>

#include "app/commands.h"
#include "app/earlier_run.h"
#include "app/execution.h"
#include "app/frames.h"
#include "app/inputs.h"
#include "app/interrupt.h"
#include "app/report.h"
#include "app/terminal.h"
#include "app/text_table.h"
#include "app/workers.h"
#include "models/input_error.h"
#include "models/text.h"
#include "record/output_folder.h"
#include "scenarios/verdict/results.h"

/// `ventosa run`: scenarios one after the other, each with its folder of results.
namespace ventosa::app {

namespace fs = std::filesystem;
using scenarios::Scenario;

namespace {

/// A run to do, its places to write opened beforehand.
struct RunJob {
  const Scenario* scenario;
  std::uint64_t seed;
  scenarios::ResultOptions files;
  const EarlierRun* earlier;  ///< that it repeats, or null
  std::unique_ptr<record::OutputFolder> results;
  std::unique_ptr<Frames> frames;
  fs::path pictures{};  ///< where those will be

  std::string name() const { return run_name(*scenario, seed); }
};

/// Inputs that are folders of results become their scenarios.
/// @return by the places of the inputs
std::vector<std::optional<EarlierRun>> resolve(std::vector<std::string>& inputs) {
  std::vector<std::optional<EarlierRun>> earlier;
  for (std::string& input : inputs) {
    earlier.push_back(earlier_run(input));
    if (earlier.back()) input = earlier.back()->scenario.string();
  }
  return earlier;
}

std::vector<std::uint64_t> seeds_of(const Scenario& scenario, const EarlierRun* earlier,
                                    const RunOptions& options) {
  if (options.seed) return {*options.seed};
  return earlier != nullptr ? std::vector{earlier->seed} : scenario.seeds;
}

/// @param earlier  one for each scenario
std::vector<RunJob> list_jobs(std::vector<Scenario>& scenarios,
                              const std::vector<std::optional<EarlierRun>>& earlier,
                              const RunOptions& options) {
  std::vector<RunJob> jobs;
  for (std::size_t i = 0; i < scenarios.size(); ++i) {
    const EarlierRun* const again = earlier[i] ? &*earlier[i] : nullptr;
    if (again != nullptr) {
      scenarios[i].name = again->name;
      choose(again->choice, scenarios[i]);
    }
    choose(options.choice, scenarios[i]);
    for (const std::uint64_t seed : seeds_of(scenarios[i], again, options))
      jobs.push_back({&scenarios[i],
                      seed,
                      {options.every, options.csv, options.record_inputs},
                      again,
                      nullptr,
                      nullptr});
  }
  return jobs;
}

/// Two runs with one name would write to one folder.
bool names_differ(const std::vector<RunJob>& jobs) {
  std::set<std::string> names;
  for (const RunJob& job : jobs) {
    if (names.insert(job.name()).second) continue;
    report_error(job.scenario->file.string() + ": a second scenario with the name " +
                 job.scenario->name + " (give it another one, or run it alone)");
    return false;
  }
  return true;
}

/// Pictures may lie in the folder of results, but not be it.
bool folders_differ(const RunOptions& options) {
  if (options.out.empty() || options.frames.empty() ||
      fs::absolute(options.out).lexically_normal() !=
          fs::absolute(options.frames).lexically_normal())
    return true;
  report_error("--frames: must be another folder than --out (such as " +
               (options.out / "pictures").string() + ")");
  return false;
}

/// A pattern without a signal is a mistake, not an empty file.
bool signals_exist(const std::vector<Scenario>& scenarios,
                   const std::vector<std::string>& patterns) {
  for (const Scenario& scenario : scenarios)
    for (const std::string& pattern : patterns) {
      if (!matching(recorded_columns(scenario), {pattern}).empty()) continue;
      report_error("--csv " + pattern + ": " + scenario.name +
                   " has no such signal ('ventosa signals ROBOT' lists them)");
      return false;
    }
  return true;
}

/// A single run has the folder for itself, several get one each inside.
fs::path folder_of(const RunJob& job, const fs::path& given, bool alone) {
  if (given.empty())
    return fs::path("out") / (job.name() + (job.earlier != nullptr ? "-again" : ""));
  return alone ? given : given / job.name();
}

fs::path whole(const fs::path& path) { return fs::absolute(path).lexically_normal(); }

/// Pictures that go into the folder of results grow up with it.
std::unique_ptr<Frames> open_frames(const RunJob& job, double period_s) {
  const fs::path way = whole(job.pictures).lexically_relative(job.results->target());
  const bool is_inside = !way.empty() && *way.begin() != ".." && *way.begin() != ".";
  const fs::path folder = is_inside ? job.results->file(way.string()) : job.pictures;
  return std::make_unique<Frames>(folder, period_s);
}

/// @throws record::OutputError
void open_folders(std::vector<RunJob>& jobs, const RunOptions& options) {
  const bool alone = jobs.size() == 1;
  for (RunJob& job : jobs) {
    job.results = std::make_unique<record::OutputFolder>(folder_of(job, options.out, alone));
    if (options.frames.empty()) continue;
    job.pictures = folder_of(job, options.frames, alone);
    job.frames = open_frames(job, options.frame_period_s);
  }
}

void look(const scenarios::ScenarioRun& run, RunJob& job, Progress* progress) {
  if (job.frames) job.frames->look(run);
  const bool second_is_full = run.tick() % std::lround(1 / run.period_s()) == 0;
  if (progress != nullptr && second_is_full)
    progress->show(job.name() + ": " + digits(run.time_s(), 4) + " s of " +
                   digits(job.scenario->duration_s, 4) + " s");
}

/// Nothing if interrupted.  @throws record::OutputError
std::optional<Verdict> run_job(RunJob& job, std::optional<double> time_limit_s,
                               Progress* progress) {
  scenarios::ResultFiles files(*job.scenario, job.seed, versions(), *job.results, job.files);
  scenarios::JudgedRun run(*job.scenario, job.seed, files.sinks(), files.inputs());
  std::optional<Verdict> verdict = execute(
      run, [&] { look(run, job, progress); }, time_limit_s);
  if (!verdict) return verdict;
  if (job.earlier != nullptr) compare(*job.earlier, *verdict);
  files.finish(run, *verdict);
  if (job.frames) job.frames->commit();
  job.results->commit();
  return verdict;
}

/// The same; what cannot be written becomes the verdict.
std::optional<Verdict> try_job(RunJob& job, std::optional<double> time_limit_s,
                               Progress* progress) {
  try {
    return run_job(job, time_limit_s, progress);
  } catch (const record::OutputError& error) {
    report_error(error.what());
    return error_verdict(job.scenario->name, job.seed, ExitCode::kOutput, error.what());
  } catch (const models::InputError& error) {  // its inputs cannot be recorded
    report_error(error.what());
    return error_verdict(job.scenario->name, job.seed, ExitCode::kBadInput, error.what());
  }
}

/// Tells how much a run will put on disk, before it begins, when it is much.
void announce(const RunJob& job) {
  constexpr double kMuch = 50e6, kMega = 1e6;
  const double bytes = scenarios::expected_log_bytes(*job.scenario, job.files.every);
  if (bytes < kMuch) return;
  std::cerr << job.name() + ": signals.mcap will take about " +
                   std::to_string(std::lround(bytes / kMega)) + " MB\n";
}

void print_run(const RunJob& job, const Verdict& verdict) {
  print_details(std::cout, verdict);
  if (verdict.exit_code == ExitCode::kOutput) return;
  std::cout << "  results in " << models::printable(job.results->target().string()) << '\n';
  if (job.frames) std::cout << "  pictures in " << models::printable(job.pictures.string()) << '\n';
  std::cout << std::endl;
}

/// What the runs came to, told in their order as far as that is known.
class Outcomes {
 public:
  Outcomes(const std::vector<RunJob>& jobs, bool prints)
      : jobs_(jobs), prints_(prints), verdicts_(jobs.size()) {}

  void add(std::size_t job, const Verdict& verdict) {
    const std::lock_guard lock(mutex_);
    verdicts_[job] = verdict;
    for (; n_told_ < jobs_.size() && verdicts_[n_told_]; ++n_told_) tell(n_told_);
  }
  /// All of them, without those that an interrupt prevented.
  std::vector<Verdict> finish() {
    std::vector<Verdict> all;
    for (std::size_t k = 0; k < jobs_.size(); ++k) {
      if (!verdicts_[k]) continue;
      if (k >= n_told_) tell(k);
      all.push_back(*verdicts_[k]);
    }
    return all;
  }

 private:
  void tell(std::size_t job) const {
    if (prints_) print_run(jobs_[job], *verdicts_[job]);
  }

  const std::vector<RunJob>& jobs_;
  const bool prints_;
  std::mutex mutex_;
  std::vector<std::optional<Verdict>> verdicts_;
  std::size_t n_told_ = 0;
};

/// Verdicts of the runs, up to an interrupt.
std::vector<Verdict> run_all(std::vector<RunJob>& jobs, const RunOptions& options) {
  Outcomes outcomes(jobs, !options.json);
  std::optional<Progress> seconds;
  std::optional<RunProgress> runs;
  if (options.jobs == 1) seconds.emplace();
  if (jobs.size() > 1 && (options.json || options.jobs > 1)) runs.emplace(jobs.size());
  share_out(jobs.size(), options.jobs, [&](std::size_t k) {
    announce(jobs[k]);
    const auto verdict =
        interrupted() ? std::nullopt
                      : try_job(jobs[k], options.time_limit_s, seconds ? &*seconds : nullptr);
    if (seconds) seconds->show("");
    if (!verdict) return;
    outcomes.add(k, *verdict);
    if (runs) runs->add(*verdict);
  });
  return outcomes.finish();
}

/// Each picture is drawn in the one OpenGL context of its thread.
bool draws_alone(const RunOptions& options) {
  if (options.frames.empty() || options.jobs == 1) return true;
  report_error("--jobs: must be 1 with --frames");
  return false;
}

}  // namespace

ExitCode run(const RunOptions& options) {
  std::vector<std::string> files = options.inputs;
  const auto earlier = resolve(files);
  Reports reports(options.junit, options.statistics);
  Inputs inputs = load_scenarios(files);
  std::vector<RunJob> jobs;
  if (inputs.refused.empty()) jobs = list_jobs(inputs.scenarios, earlier, options);
  if (!folders_differ(options) || !draws_alone(options) || !names_differ(jobs) ||
      !signals_exist(inputs.scenarios, options.csv))
    return ExitCode::kBadInput;

  std::vector<Verdict> verdicts = inputs.refused;
  if (verdicts.empty()) {
    open_folders(jobs, options);
    verdicts = run_all(jobs, options);
  }
  if (options.json) std::cout << summary(verdicts).dump(2) << '\n';
  if (!options.json && verdicts.size() > 1 && inputs.refused.empty())
    print_table(std::cout, verdicts);
  reports.write(verdicts);
  return interrupted() ? ExitCode::kInterrupted : worst(verdicts);
}

}  // namespace ventosa::app
