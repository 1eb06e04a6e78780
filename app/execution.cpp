#include "app/execution.h"

#include <chrono>

#include "app/interrupt.h"

namespace ventosa::app {
namespace {

using Clock = std::chrono::steady_clock;

/// One tick, with its wall time added.
bool timed_advance(scenarios::JudgedRun& run, Clock::duration& wall) {
  const Clock::time_point start = Clock::now();
  const bool more = run.advance();
  wall += Clock::now() - start;
  return more;
}

}  // namespace

std::optional<scenarios::Verdict> execute(scenarios::JudgedRun& run,
                                          const std::function<void()>& each_tick) {
  Clock::duration wall{0};
  each_tick();
  while (run.is_recorded() && timed_advance(run, wall)) {
    if (interrupted()) return std::nullopt;
    each_tick();
  }
  return run.verdict(std::chrono::duration<double>(wall).count());
}

std::string run_name(const scenarios::Scenario& scenario, std::uint64_t seed) {
  return scenario.name + "-" + std::to_string(seed);
}

}  // namespace ventosa::app
