#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <set>

#include "bench/allocations.h"
#include "scenarios/session/load.h"
#include "scenarios/session/scenario_run.h"

namespace ventosa::scenarios::scenario_run_allocation_test {
namespace {

namespace fs = std::filesystem;

/// Ticks of a run, and the phases and reasons that occurred.
struct Met {
  long ticks = 0;
  std::set<controller::FootPhase> phases;
  std::set<controller::Reason> reasons;
};

/// allocations in the first minute of a run: twin, controller and record
std::int64_t allocations_of(const Scenario& scenario, Met& met) {
  scenarios::ScenarioRun run(scenario, scenario.seeds.front());
  std::int64_t sum = 0;
  for (bool more = true; more; ++met.ticks) {
    const bench::AllocationCount count;
    more = run.advance() && run.time_s() < 60;
    sum += count.value();
    const controller::Diagnostics& d = run.controller().diagnostics();
    met.reasons.insert(d.reason);
    for (int i = 0; i < scenario.robot.nominal.n_legs(); ++i)
      met.phases.insert(d.phase[static_cast<std::size_t>(i)]);
  }
  return sum;
}

TEST(ScenarioRun, AllocatesNothingInTheFirstMinuteOfAnyShippedScenario) {
  if (bench::AllocationCount().value() < 0)
    GTEST_SKIP() << "the sanitizers bring a malloc of their own: nothing can be counted";
  const fs::path source(VENTOSA_SOURCE_DIR);
  Met met;
  for (const fs::directory_entry& entry : fs::directory_iterator(source / "scenarios/data")) {
    const Scenario scenario = load(entry.path(), source / "models/data");
    EXPECT_EQ(allocations_of(scenario, met), 0) << entry.path();
  }
  EXPECT_GE(met.ticks, 100'000);
  EXPECT_EQ(met.phases.size(), 10u);
  EXPECT_TRUE(met.reasons.contains(controller::Reason::kLiftRefused));
}

TEST(AllocationCount, SeesWhatIsAllocated) {
  const bench::AllocationCount count;
  if (count.value() < 0) GTEST_SKIP() << "the sanitizers bring a malloc of their own";
  void* volatile block = std::malloc(10);  // volatile, because the compiler would remove the pair
  std::free(block);
  EXPECT_GE(count.value(), 1);
}

}  // namespace
}  // namespace ventosa::scenarios::scenario_run_allocation_test
