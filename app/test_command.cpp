#include <algorithm>
#include <iostream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <numeric>
#include <thread>

#include "app/commands.h"
#include "app/data_folder.h"
#include "app/execution.h"
#include "app/inputs.h"
#include "app/interrupt.h"
#include "app/report.h"
#include "app/terminal.h"
#include "app/workers.h"
#include "models/input_error.h"
#include "models/strict_yaml.h"
#include "record/output_folder.h"
#include "scenarios/verdict/results.h"

/// `ventosa test`: every scenario of a folder with every seed, on all cores, and again, resumed at
/// half time, to see that nothing but its inputs decides a run.
namespace ventosa::app {

namespace fs = std::filesystem;
using scenarios::Scenario;

namespace {

struct Job {
  const Scenario* scenario;
  std::uint64_t seed;
};

/// A robot, or its parts, beside the scenarios. What cannot be read may be a scenario.
bool is_robot(const fs::path& file) {
  try {
    const models::Node root = models::Node::load(file);
    return !root.find("robot") && (root.find("legs") || root.find("drives"));
  } catch (const models::InputError&) {
    return false;
  }
}

std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> files;
  for (const fs::path& file :
       yaml_files(folder.empty() ? data_folder().scenarios : fs::path(folder)))
    if (!is_robot(file)) files.push_back(file.string());
  return files;
}

std::vector<Job> list_jobs(const std::vector<Scenario>& scenarios) {
  std::vector<Job> jobs;
  for (const Scenario& scenario : scenarios)
    for (const std::uint64_t seed : scenario.seeds) jobs.push_back({&scenario, seed});
  return jobs;
}

/// The longest first, so that the cores end together.
std::vector<std::size_t> longest_first(const std::vector<Job>& jobs) {
  std::vector<std::size_t> order(jobs.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return jobs[a].scenario->duration_s > jobs[b].scenario->duration_s;
  });
  return order;
}

/// The results of a run that somebody will want to look into: it is run once more for its log.
/// False if interrupted.
bool keep(const Job& job, Verdict& verdict, const fs::path& out) {
  record::OutputFolder folder(out / run_name(*job.scenario, job.seed));
  scenarios::ResultFiles files(*job.scenario, job.seed, versions(), folder);
  scenarios::JudgedRun run(*job.scenario, job.seed, files.sinks());
  if (!execute(run, [] {})) return false;
  try {
    files.finish(run, verdict);
    folder.commit();
    return true;
  } catch (const record::OutputError& error) {
    throw folder.kept(error);
  }
}

/// Nothing if interrupted.
std::optional<Verdict> run_job(const Job& job, const fs::path& out) {
  scenarios::JudgedRun run(*job.scenario, job.seed);
  std::optional<Verdict> verdict = execute(run, [] {});
  if (!verdict) return verdict;
  verify_sameness(*job.scenario, *verdict);
  const bool passed = verdict->outcome == scenarios::Outcome::kPass;
  try {
    if (!passed && !keep(job, *verdict, out)) return std::nullopt;
  } catch (const record::OutputError& error) {
    add_error(ExitCode::kOutput, error.what(), *verdict);
  }
  return verdict;
}

/// Verdicts in the order of the jobs, without those that an interrupt prevented.
std::vector<Verdict> run_all(const std::vector<Job>& jobs, const TestOptions& options) {
  const fs::path out = options.out.empty() ? fs::path("out") / "test" : options.out;
  const std::vector<std::size_t> order = longest_first(jobs);
  std::vector<std::optional<Verdict>> done(jobs.size());
  Progress progress;
  std::mutex guard;
  std::size_t n_done = 0;
  share_out(jobs.size(), options.jobs, [&](std::size_t i) {
    if (interrupted()) return;
    done[order[i]] = run_job(jobs[order[i]], out);
    const std::lock_guard lock(guard);
    progress.show(std::to_string(++n_done) + " of " + std::to_string(jobs.size()) + " runs");
  });

  std::vector<Verdict> verdicts;
  for (const std::optional<Verdict>& verdict : done)
    if (verdict) verdicts.push_back(*verdict);
  return verdicts;
}

}  // namespace

ExitCode test(const TestOptions& options) {
  std::optional<record::OutputFile> junit;  // opened first: an unwritable one shows before the runs
  if (!options.junit.empty()) junit.emplace(options.junit);
  const Inputs inputs = load_scenarios(files_in(options.folder), options.choice);
  std::vector<Verdict> verdicts = run_all(list_jobs(inputs.scenarios), options);
  verdicts.insert(verdicts.end(), inputs.refused.begin(), inputs.refused.end());
  if (options.json)
    std::cout << summary(verdicts).dump(2) << '\n';
  else
    print_table(std::cout, verdicts);
  if (junit) write_junit(*junit, verdicts);
  return interrupted() ? ExitCode::kInterrupted : worst(verdicts);
}

}  // namespace ventosa::app
