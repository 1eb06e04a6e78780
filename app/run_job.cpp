#include "app/run_job.h"

#include <cmath>
#include <iostream>
#include <new>

#include "app/commands.h"
#include "app/inputs.h"
#include "app/text_table.h"
#include "models/input_error.h"

namespace ventosa::app {
namespace {

void look(const scenarios::ScenarioRun& run, RunJob& job, Progress* progress) {
  if (job.frames) job.frames->look(run);
  const bool second_is_full = run.tick() % std::lround(1 / run.period_s()) == 0;
  if (progress != nullptr && second_is_full)
    progress->show(job.name() + ": " + digits(run.time_s(), 4) + " s of " +
                   digits(job.scenario->duration_s, 4) + " s");
}

/// Runs the job; empty if interrupted.  @throws record::OutputError
std::optional<Verdict> run_into(scenarios::ResultFiles& files, RunJob& job, Progress* progress) {
  scenarios::JudgedRun run(*job.scenario, job.seed, files.sinks(), files.inputs());
  std::optional<Verdict> verdict = execute(
      run, [&] { look(run, job, progress); }, job.time_limit_s);
  if (!verdict) return verdict;
  if (job.earlier != nullptr) compare(*job.earlier, *verdict);
  files.finish(run, *verdict);
  if (verdict->exit_code == ExitCode::kOutput) report_error(job.name() + ": " + verdict->message);
  if (job.frames) job.frames->commit();
  job.results->commit();
  return verdict;
}

/// Failure that also names the places where results and pictures are kept.
record::OutputError keep(RunJob& job, const record::OutputError& failure) {
  return job.results->kept(job.frames ? job.frames->kept(failure) : failure);
}

/// Runs the job with open result files.  @throws record::OutputError, models::InputError
std::optional<Verdict> run_job(RunJob& job, Progress* progress) {
  scenarios::ResultFiles files(*job.scenario, job.seed, versions(), *job.results, job.files);
  try {
    return run_into(files, job, progress);
  } catch (const record::OutputError& error) {
    throw keep(job, error);
  } catch (const std::bad_alloc&) {
    throw keep(job, record::OutputError(job.name(), "out of memory"));
  }
}

}  // namespace

std::optional<Verdict> carry_out(RunJob& job, Progress* progress) {
  try {
    return run_job(job, progress);
  } catch (const record::OutputError& error) {
    report_error(error.what());
    return error_verdict(job.scenario->name, job.seed, ExitCode::kOutput, error.what());
  } catch (const models::InputError& error) {  // the inputs cannot be recorded
    report_error(error.what());
    return error_verdict(job.scenario->name, job.seed, ExitCode::kBadInput, error.what());
  }
}

void announce(const RunJob& job) {
  constexpr double kMuch = 50e6, kMega = 1e6;
  const double bytes = scenarios::expected_log_bytes(*job.scenario, job.files.every);
  if (bytes < kMuch) return;
  std::cerr << job.name() + ": signals.mcap will take about " +
                   std::to_string(std::lround(bytes / kMega)) + " MB\n";
}

}  // namespace ventosa::app
