#include <cmath>
#include <iostream>
#include <memory>
#include <new>
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

fs::path whole(const fs::path& path) { return fs::weakly_canonical(fs::absolute(path)); }

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

void look(const scenarios::ScenarioRun& run, RunJob& job, Progress& progress) {
  if (job.frames) job.frames->look(run);
  const bool second_is_full = run.tick() % std::lround(1 / run.period_s()) == 0;
  if (second_is_full)
    progress.show(job.name() + ": " + digits(run.time_s(), 4) + " s of " +
                  digits(job.scenario->duration_s, 4) + " s");
}

/// Nothing if interrupted.  @throws record::OutputError
std::optional<Verdict> run_into(scenarios::ResultFiles& files, RunJob& job) {
  Progress progress;
  scenarios::JudgedRun run(*job.scenario, job.seed, files.sinks(), files.inputs());
  std::optional<Verdict> verdict = execute(run, [&] { look(run, job, progress); });
  if (!verdict) return verdict;
  if (job.earlier != nullptr) compare(*job.earlier, *verdict);
  files.finish(run, *verdict);
  if (verdict->exit_code == ExitCode::kOutput) report_error(job.name() + ": " + verdict->message);
  if (job.frames) job.frames->commit();
  job.results->commit();
  return verdict;
}

/// The failure, with the places where the results and the pictures are kept.
record::OutputError keep(RunJob& job, const record::OutputError& failure) {
  return job.results->kept(job.frames ? job.frames->kept(failure) : failure);
}

/// The same, with places for its results.  @throws record::OutputError, models::InputError
std::optional<Verdict> run_job(RunJob& job) {
  scenarios::ResultFiles files(*job.scenario, job.seed, versions(), *job.results, job.files);
  try {
    return run_into(files, job);
  } catch (const record::OutputError& error) {
    throw keep(job, error);
  } catch (const std::bad_alloc&) {
    throw keep(job, record::OutputError(job.name(), "out of memory"));
  }
}

/// The same; what cannot be written becomes the verdict.
std::optional<Verdict> try_job(RunJob& job) {
  try {
    return run_job(job);
  } catch (const record::OutputError& error) {
    report_error(error.what());
    return error_verdict(job.scenario->name, job.seed, ExitCode::kOutput, error.what());
  } catch (const models::InputError& error) {  // its inputs cannot be recorded
    report_error(error.what());
    return error_verdict(job.scenario->name, job.seed, ExitCode::kBadInput, error.what());
  }
}

/// What it will put on disk: said before it begins, when it is much.
void announce(const RunJob& job) {
  constexpr double kMuch = 50e6, kMega = 1e6;
  const double bytes = scenarios::expected_log_bytes(*job.scenario, job.files.every);
  if (bytes < kMuch) return;
  std::cerr << job.name() << ": signals.mcap will take about " << std::lround(bytes / kMega)
            << " MB\n";
}

void print_run(const RunJob& job, const Verdict& verdict) {
  print_details(std::cout, verdict);
  if (!job.results->is_committed()) return;
  std::cout << "  results in " << models::printable(job.results->target().string()) << '\n';
  if (job.frames) std::cout << "  pictures in " << models::printable(job.pictures.string()) << '\n';
  std::cout << std::endl;
}

/// What the runs came to, up to an interrupt.
std::vector<Verdict> run_all(std::vector<RunJob>& jobs, bool json) {
  std::vector<Verdict> verdicts;
  for (RunJob& job : jobs) {
    announce(job);
    const std::optional<Verdict> verdict = interrupted() ? std::nullopt : try_job(job);
    if (!verdict) break;
    verdicts.push_back(*verdict);
    if (!json) print_run(job, *verdict);
  }
  return verdicts;
}

}  // namespace

ExitCode run(const RunOptions& options) {
  std::vector<std::string> files = options.inputs;
  const auto earlier = resolve(files);
  Inputs inputs = load_scenarios(files);
  std::vector<RunJob> jobs;
  if (inputs.refused.empty()) jobs = list_jobs(inputs.scenarios, earlier, options);
  if (!folders_differ(options) || !names_differ(jobs) ||
      !signals_exist(inputs.scenarios, options.csv))
    return ExitCode::kBadInput;

  std::vector<Verdict> verdicts = inputs.refused;
  if (verdicts.empty()) {
    open_folders(jobs, options);
    verdicts = run_all(jobs, options.json);
  }
  if (options.json) std::cout << summary(verdicts).dump(2) << '\n';
  if (!options.json && verdicts.size() > 1 && inputs.refused.empty())
    print_table(std::cout, verdicts);
  return interrupted() ? ExitCode::kInterrupted : worst(verdicts);
}

}  // namespace ventosa::app
