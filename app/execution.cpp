#include "app/execution.h"

#include <chrono>
#include <limits>

#include "app/interrupt.h"

namespace ventosa::app {
namespace {

using Clock = std::chrono::steady_clock;

double seconds(Clock::duration time) { return std::chrono::duration<double>(time).count(); }

/// Advances by one tick and adds its wall time.
bool timed_advance(scenarios::JudgedRun& run, Clock::duration& wall) {
  const Clock::time_point start = Clock::now();
  const bool more = run.advance();
  wall += Clock::now() - start;
  return more;
}

/// A run that was stopped has shown nothing of its remaining time: what passed so far is unknown.
void forget_passes(scenarios::Verdict& verdict) {
  for (scenarios::AssertResult& result : verdict.asserts) {
    if (!result.pass) continue;
    result.pass = false;
    result.value = std::numeric_limits<double>::quiet_NaN();
    result.value_name.clear();
  }
  verdict.message = "stopped: it took longer than its time limit";
}

/// The limit as an assertion, in every run that has one.
void judge_time(double taken_s, double limit_s, scenarios::Verdict& verdict) {
  const bool in_time = taken_s <= limit_s;
  const bool is_error = verdict.outcome == scenarios::Outcome::kError;
  if (!in_time && !is_error) {
    if (!verdict.is_complete) forget_passes(verdict);
    verdict.outcome = scenarios::Outcome::kFail;
    verdict.exit_code = scenarios::ExitCode::kAssertionFailed;
  }
  verdict.asserts.push_back({.name = "time limit",
                             .pass = in_time,
                             .value = taken_s,
                             .limit = limit_s,
                             .unit = "s",
                             .worst_s = verdict.sim_time_s});
}

}  // namespace

std::optional<scenarios::Verdict> execute(scenarios::JudgedRun& run,
                                          const std::function<void()>& each_tick,
                                          std::optional<double> time_limit_s) {
  const Clock::time_point start = Clock::now();
  const auto is_late = [&] {
    return time_limit_s && seconds(Clock::now() - start) > *time_limit_s;
  };
  Clock::duration wall{0};
  bool late = false;
  each_tick();
  while (!late && run.is_recorded() && timed_advance(run, wall)) {
    if (interrupted()) return std::nullopt;
    each_tick();
    late = is_late();
  }
  scenarios::Verdict verdict = run.verdict(seconds(wall));
  if (time_limit_s) judge_time(seconds(Clock::now() - start), *time_limit_s, verdict);
  return verdict;
}

std::string run_name(const scenarios::Scenario& scenario, std::uint64_t seed) {
  return scenario.name + "-" + std::to_string(seed);
}

std::string run_name(const scenarios::Verdict& verdict) {
  return verdict.scenario + "-" + std::to_string(verdict.seed);
}

}  // namespace ventosa::app
