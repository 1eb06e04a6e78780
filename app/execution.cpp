#include "app/execution.h"

#include <chrono>

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

void fail_late(double taken_s, double limit_s, scenarios::Verdict& verdict) {
  verdict.asserts.push_back({.name = "time limit",
                             .value = taken_s,
                             .limit = limit_s,
                             .unit = "s",
                             .worst_s = verdict.sim_time_s});
  verdict.is_complete = false;
  verdict.message = "stopped: it took longer than its time limit";
  verdict.outcome = scenarios::Outcome::kFail;
  verdict.exit_code = scenarios::ExitCode::kAssertionFailed;
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
  if (late && !run.unstable()) fail_late(seconds(Clock::now() - start), *time_limit_s, verdict);
  return verdict;
}

std::string run_name(const scenarios::Scenario& scenario, std::uint64_t seed) {
  return scenario.name + "-" + std::to_string(seed);
}

std::string run_name(const scenarios::Verdict& verdict) {
  return verdict.scenario + "-" + std::to_string(verdict.seed);
}

}  // namespace ventosa::app
