#include <iostream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>

#include "app/commands.h"
#include "app/inputs.h"
#include "app/interrupt.h"
#include "app/run_job.h"
#include "app/workers.h"
#include "models/input_error.h"
#include "models/text.h"

/// `ventosa run`: runs scenarios and writes a folder of results for each run.
namespace ventosa::app {

namespace fs = std::filesystem;
using scenarios::Scenario;

namespace {

/// Replaces folders of results by their scenarios.
/// @return for each input the earlier run, if there is one
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

/// @param earlier  earlier run of each scenario, if there is one
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
                      options.time_limit_s});
  }
  return jobs;
}

/// Refuses equal names: both runs would write to one folder.
bool names_differ(const std::vector<RunJob>& jobs) {
  std::set<std::string> names;
  for (const RunJob& job : jobs) {
    if (names.insert(job.name()).second) continue;
    report_error(job.scenario->source.scenario.string() + ": second scenario named " +
                 job.scenario->name + " (rename it, or run it separately)");
    return false;
  }
  return true;
}

/// Refuses a folder for another kind of result that is the folder of results itself; it may be
/// inside.
bool is_apart(const char* option, const fs::path& folder, const fs::path& out) {
  if (folder.empty() || out.empty() ||
      fs::absolute(folder).lexically_normal() != fs::absolute(out).lexically_normal())
    return true;
  report_error(std::string("--") + option + ": must be another folder than --out (such as " +
               (out / option).string() + ")");
  return false;
}

/// Refuses patterns without a signal.
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

/// Folder of a run: the given one for a single run, otherwise a subfolder per run.
fs::path folder_of(const RunJob& job, const fs::path& given, bool alone) {
  if (given.empty())
    return fs::path("out") / (job.name() + (job.earlier != nullptr ? "-again" : ""));
  return alone ? given : given / job.name();
}

fs::path whole(const fs::path& path) { return fs::weakly_canonical(fs::absolute(path)); }

/// Frames inside the folder of results are written to its staging folder.
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

void print_run(const RunJob& job, const Verdict& verdict) {
  print_details(std::cout, verdict);
  if (!job.results->is_committed()) return;
  std::cout << "  results in " << models::printable(job.results->target().string()) << '\n';
  if (job.frames) std::cout << "  pictures in " << models::printable(job.pictures.string()) << '\n';
  std::cout << std::endl;
}

/// Verdicts of the runs; prints them in the order of jobs, as soon as possible.
class Outcomes {
 public:
  Outcomes(const std::vector<RunJob>& jobs, bool prints)
      : jobs_(jobs), prints_(prints), verdicts_(jobs.size()) {}

  void add(std::size_t job, const Verdict& verdict) {
    const std::lock_guard lock(mutex_);
    verdicts_[job] = verdict;
    for (; n_printed_ < jobs_.size() && verdicts_[n_printed_]; ++n_printed_) tell(n_printed_);
  }
  /// Verdict of each run; a run that an interrupt prevented is an error.
  std::vector<Verdict> finish() {
    std::vector<Verdict> all;
    for (std::size_t k = 0; k < jobs_.size(); ++k) {
      if (verdicts_[k] && k >= n_printed_) tell(k);
      all.push_back(verdicts_[k] ? *verdicts_[k]
                                 : interrupted_verdict(jobs_[k].scenario->name, jobs_[k].seed));
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
  std::size_t n_printed_ = 0;
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
        interrupted() ? std::nullopt : carry_out(jobs[k], seconds ? &*seconds : nullptr);
    if (seconds) seconds->show("");
    if (!verdict) return;
    outcomes.add(k, *verdict);
    if (runs) runs->add(*verdict);
  });
  return outcomes.finish();
}

/// Verdicts where an input is refused: no run of the others is started.
std::vector<Verdict> skip_all(const Inputs& inputs, const RunOptions& options) {
  std::vector<Verdict> verdicts = inputs.refused;
  for (const Scenario& scenario : inputs.scenarios)
    for (const std::uint64_t seed : seeds_of(scenario, nullptr, options))
      verdicts.push_back(skipped_verdict(scenario.name, seed, "not run: another input is refused"));
  return verdicts;
}

/// Refuses --frames with several jobs: drawing uses the OpenGL context of one thread.
bool draws_alone(const RunOptions& options) {
  if (options.frames.empty() || options.jobs == 1) return true;
  report_error("--jobs: must be 1 with --frames");
  return false;
}

}  // namespace

ExitCode run(const RunOptions& options) {
  std::vector<std::string> files = options.inputs;
  const auto earlier = resolve(files);
  Inputs inputs = load_scenarios(open_inputs(files));
  std::vector<RunJob> jobs;
  if (inputs.refused.empty()) jobs = list_jobs(inputs.scenarios, earlier, options);
  if (!is_apart("frames", options.frames, options.out) ||
      !is_apart("statistics", options.statistics, options.out) || !draws_alone(options) ||
      !names_differ(jobs) || !signals_exist(inputs.scenarios, options.csv))
    return ExitCode::kBadInput;

  if (inputs.refused.empty()) open_folders(jobs, options);
  Reports reports(options.junit, options.statistics);  // they may lie in a folder of results
  const FinishedRuns runs(inputs.refused.empty() ? run_all(jobs, options)
                                                 : skip_all(inputs, options));
  if (options.json) std::cout << summary(runs).dump(2) << '\n';
  if (!options.json && runs.verdicts.size() > 1 && inputs.refused.empty())
    print_table(std::cout, runs);
  reports.write(runs);
  return interrupted() ? ExitCode::kInterrupted : worst(runs.verdicts);
}

}  // namespace ventosa::app
