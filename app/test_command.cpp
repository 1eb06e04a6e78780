#include <algorithm>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>

#include "app/commands.h"
#include "app/data_folder.h"
#include "app/execution.h"
#include "app/inputs.h"
#include "app/interrupt.h"
#include "app/report.h"
#include "app/terminal.h"
#include "app/workers.h"
#include "models/input_error.h"
#include "models/spelling.h"
#include "record/output_folder.h"
#include "scenarios/format/file_kind.h"
#include "scenarios/verdict/results.h"

/// `ventosa test`: runs every scenario of a folder with every seed, on all cores. To check that a
/// run depends only on its inputs, the second half of each run is repeated, and for the first seed
/// of a scenario also the first half.
namespace ventosa::app {

namespace fs = std::filesystem;
using scenarios::Scenario;

namespace {

struct Job {
  const Scenario* scenario;
  std::uint64_t seed;
  bool is_first;  ///< the first job of its scenario
};

/// False for robots and parts, which may lie in a folder of scenarios too.
bool may_be_scenario(const InputFile& input) {
  return !input.file || scenarios::file_kind(input.file->root) == scenarios::FileKind::kScenario;
}

/// Scenario files of a folder.
std::vector<InputFile> files_in(const std::string& folder) {
  std::vector<std::string> paths;
  for (const fs::path& path :
       yaml_files(folder.empty() ? data_folder().scenarios : fs::path(folder)))
    paths.push_back(path.string());
  std::vector<InputFile> files = open_inputs(paths);
  std::erase_if(files, [](const InputFile& input) { return !may_be_scenario(input); });
  return files;
}

/// True if a pattern matches the name of the scenario or of the run.
bool is_chosen(const std::string& scenario, std::uint64_t seed,
               const std::vector<std::string>& patterns) {
  const std::string run = scenario + "-" + std::to_string(seed);
  return patterns.empty() ||
         std::any_of(patterns.begin(), patterns.end(), [&](const auto& pattern) {
           return matches_name(scenario, pattern) || matches_name(run, pattern);
         });
}

bool is_chosen(const scenarios::Label& label, const std::vector<std::string>& patterns) {
  return std::any_of(label.seeds.begin(), label.seeds.end(),
                     [&](std::uint64_t seed) { return is_chosen(label.name, seed, patterns); });
}

/// @return how many seeds are left out
std::size_t keep_first(const std::optional<int>& n, std::vector<std::uint64_t>& seeds) {
  const std::size_t n_all = seeds.size();
  if (n) seeds.resize(std::min(n_all, static_cast<std::size_t>(*n)));
  return n_all - seeds.size();
}

/// Keeps the first seeds of each scenario, and reports what that leaves out.
void keep_first_seeds(const std::optional<int>& n, std::vector<Scenario>& scenarios) {
  std::size_t n_left_out = 0;
  for (Scenario& scenario : scenarios) n_left_out += keep_first(n, scenario.seeds);
  if (n_left_out > 0)
    std::cerr << "warning: --seeds " << *n << ": " << n_left_out
              << " runs with later seeds are left out\n";
}

/// Files with at least one chosen run.  @throws models::InputError  there is none
std::vector<InputFile> chosen_files(const TestOptions& options) {
  std::vector<InputFile> chosen;
  std::vector<std::string> names;
  for (InputFile& input : files_in(options.folder)) {
    names.push_back(input.label.name);
    (void)keep_first(options.n_seeds, input.label.seeds);
    if (is_chosen(input.label, options.patterns)) chosen.push_back(std::move(input));
  }
  if (names.empty())
    throw models::InputError("", options.folder, "must contain scenarios",
                             "it has only robots and parts");
  if (!chosen.empty()) return chosen;
  const std::string_view meant = models::closest(options.patterns.front(), names);
  throw models::InputError(
      "-k", options.patterns.front(), "matches no scenario or run",
      meant.empty() ? "'ventosa list' shows them" : "did you mean " + std::string(meant) + "?");
}

/// Refuses a second scenario of the same name, since results are identified by names.
void refuse_second_names(Inputs& inputs) {
  std::map<std::string, fs::path> files;
  std::erase_if(inputs.scenarios, [&](const Scenario& scenario) {
    const auto [first, is_new] = files.emplace(scenario.name, scenario.source.scenario);
    if (is_new) return false;
    const std::string why = scenario.source.scenario.string() + ": has the name of " +
                            first->second.string() + ": " + scenario.name + " (rename it)";
    report_error(why);
    inputs.refused.push_back(error_verdict(scenario.source.scenario.filename().string(),
                                           scenario.seeds.front(), ExitCode::kBadInput, why));
    return true;
  });
}

/// The chosen scenarios; without any, a verdict with the reason.
Inputs load(const TestOptions& options) {
  try {
    Inputs inputs = load_scenarios(chosen_files(options), options.choice);
    refuse_second_names(inputs);
    keep_first_seeds(options.n_seeds, inputs.scenarios);
    return inputs;
  } catch (const models::InputError& error) {
    report_error(error.what());
    const std::string name = options.folder.empty() ? "scenarios" : options.folder;
    return {{}, {error_verdict(name, 1, ExitCode::kBadInput, error.what())}};
  }
}

std::vector<Job> list_jobs(const std::vector<Scenario>& scenarios, const TestOptions& options) {
  std::vector<Job> jobs;
  for (const Scenario& scenario : scenarios)
    for (const std::uint64_t seed : scenario.seeds)
      if (is_chosen(scenario.name, seed, options.patterns))
        jobs.push_back({&scenario, seed, jobs.empty() || jobs.back().scenario != &scenario});
  return jobs;
}

/// Indices by descending duration, so that all cores finish at about the same time.
std::vector<std::size_t> longest_first(const std::vector<Job>& jobs) {
  std::vector<std::size_t> order(jobs.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return jobs[a].scenario->duration_s > jobs[b].scenario->duration_s;
  });
  return order;
}

/// Writes the results of a run that did not pass: runs it again with a log. False if interrupted.
bool keep(const Job& job, Verdict& verdict, const TestOptions& options) {
  const fs::path out = options.out.empty() ? fs::path("out") / "test" : options.out;
  record::OutputFolder folder(out / run_name(*job.scenario, job.seed));
  scenarios::ResultFiles files(*job.scenario, job.seed, versions(), folder);
  scenarios::JudgedRun run(*job.scenario, job.seed, files.sinks());
  const auto again = execute(
      run, [] {}, options.time_limit_s);
  if (!again) return false;
  try {
    files.finish(run, verdict);
    folder.commit();
    return true;
  } catch (const record::OutputError& error) {
    throw folder.kept(error);
  }
}

/// Runs the job; empty if interrupted.
std::optional<Verdict> run_job(const Job& job, const TestOptions& options) {
  scenarios::JudgedRun run(*job.scenario, job.seed);
  std::optional<scenarios::RunSnapshot> half;
  const auto save_half = [&] {
    if (run.tick() == run.n_ticks() / 2) run.save(half.emplace());
  };
  std::optional<Verdict> verdict = execute(run, save_half, options.time_limit_s);
  if (!verdict) return verdict;
  if (verdict->is_complete) {
    if (job.is_first || !half)  // a run may end early, by its own event
      half = scenarios::first_half(*job.scenario, job.seed, run.tick());
    verify_sameness(*job.scenario, *half, *verdict);
  }
  const bool passed = verdict->outcome == scenarios::Outcome::kPass;
  try {
    if (!passed && !keep(job, *verdict, options)) return std::nullopt;
  } catch (const record::OutputError& error) {
    add_error(ExitCode::kOutput, error.what(), *verdict);
  }
  return verdict;
}

/// Verdicts in the order of the jobs; a run that an interrupt prevented is an error.
std::vector<Verdict> run_all(const std::vector<Job>& jobs, const TestOptions& options) {
  const std::vector<std::size_t> order = longest_first(jobs);
  std::vector<std::optional<Verdict>> done(jobs.size());
  RunProgress progress(jobs.size());
  share_out(jobs.size(), options.jobs, [&](std::size_t i) {
    if (interrupted()) return;
    done[order[i]] = run_job(jobs[order[i]], options);
    if (done[order[i]]) progress.add(*done[order[i]]);
  });

  std::vector<Verdict> verdicts;
  for (std::size_t k = 0; k < jobs.size(); ++k)
    verdicts.push_back(done[k] ? *done[k]
                               : interrupted_verdict(jobs[k].scenario->name, jobs[k].seed));
  return verdicts;
}

}  // namespace

ExitCode test(const TestOptions& options) {
  Reports reports(options.junit, options.statistics);
  const Inputs inputs = load(options);
  std::vector<Verdict> verdicts = run_all(list_jobs(inputs.scenarios, options), options);
  verdicts.insert(verdicts.end(), inputs.refused.begin(), inputs.refused.end());
  const FinishedRuns runs(std::move(verdicts));
  if (options.json)
    std::cout << summary(runs).dump(2) << '\n';
  else
    print_table(std::cout, runs);
  reports.write(runs);
  return interrupted() ? ExitCode::kInterrupted : worst(runs.verdicts);
}

}  // namespace ventosa::app
