#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "bench/allocations.h"
#include "scenarios/session/load.h"
#include "scenarios/session/scenario_run.h"

/// One run of every shipped scenario: no tick allocates, and rows of a walk that were planned ahead
/// begin as they were planned.
namespace ventosa::scenarios::shipped_runs_test {
namespace {

namespace fs = std::filesystem;

/// Scenarios of this shard, in the order of their names.
std::vector<Scenario> shipped_scenarios(std::size_t shard, std::size_t n_shards) {
  const fs::path source(VENTOSA_SOURCE_DIR);
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(source / "scenarios/data"))
    files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<Scenario> scenarios;
  for (std::size_t i = shard; i < files.size(); i += n_shards)
    scenarios.push_back(load(files[i], source / "models/data"));
  return scenarios;
}

/// True if plant and controller agree and nothing happens that the script's motions do not ask for.
bool is_as_modelled(const Scenario& scenario) {
  for (const char* difference :
       {"fidelity: full", "plant:", "relief:", "fault:", "leak:", "push:", "payload", "expect:"})
    if (scenario.source.text.find(difference) != std::string::npos) return false;
  return true;
}

/// Ticks of the runs, and what occurred in them.
struct Met {
  long ticks = 0;
  int walks_as_modelled = 0;
  std::set<controller::FootPhase> phases;
  std::set<controller::Reason> reasons;

  void add(const controller::Diagnostics& told, int n_legs) {
    ++ticks;
    reasons.insert(told.reason);
    phases.insert(told.phase.begin(), told.phase.begin() + n_legs);
  }
};

/// Allocations of a tick. Those are left out that a script makes for the plan of a climb: when it
/// asks for one, waits for it and takes it up.
std::int64_t advance(ScenarioRun& run, bool& more) {
  const ClimbPhase before = run.script_state().climb.phase;
  const bench::AllocationCount count;
  more = run.advance();
  const std::int64_t allocations = count.value();
  const ClimbPhase after = run.script_state().climb.phase;
  return before == after && after != ClimbPhase::kWaits ? allocations : 0;
}

/// A run to its end, or until `otherwise_s` if planned rows may be refused.
void expect_a_good_run(const Scenario& scenario, double otherwise_s, Met& met) {
  const bool to_the_end = is_as_modelled(scenario);
  ScenarioRun run(scenario, scenario.seeds.front());
  const controller::Diagnostics& told = run.controller().diagnostics();
  std::int64_t allocations = 0;
  for (bool more = true; more; met.add(told, scenario.robot.nominal.n_legs())) {
    allocations += advance(run, more);
    more = more && (to_the_end || run.time_s() < otherwise_s);
  }
  EXPECT_EQ(allocations, 0) << scenario.name << ": twin, controller or record";
  if (!to_the_end) return;
  EXPECT_EQ(told.surprises, 0) << scenario.name << ": " << controller::name(told.last_surprise);
  met.walks_as_modelled += told.steps_done > 0;
}

class ShippedRuns : public testing::TestWithParam<std::size_t> {};
constexpr std::size_t kShards = 4;

TEST_P(ShippedRuns, AllocateNothingAndBeginRowsAsPlanned) {
  if (bench::AllocationCount().value() < 0)
    GTEST_SKIP() << "the sanitizers bring a malloc of their own: nothing can be counted";
  Met met;
  for (const Scenario& scenario : shipped_scenarios(GetParam(), kShards))
    expect_a_good_run(scenario, 20, met);
  EXPECT_GE(met.ticks, 100'000);
  EXPECT_GE(met.walks_as_modelled, 10);
  EXPECT_EQ(met.phases.size(), 10u);
  EXPECT_GE(met.reasons.size(), 2u);
}

TEST(ARunWithARefusedLift, AllocatesNothing) {
  if (bench::AllocationCount().value() < 0)
    GTEST_SKIP() << "the sanitizers bring a malloc of their own: nothing can be counted";
  const fs::path source(VENTOSA_SOURCE_DIR);
  Met met;
  expect_a_good_run(
      load(source / "scenarios/data/real_leak_unloading_wall.yaml", source / "models/data"), 300,
      met);
  EXPECT_TRUE(met.reasons.contains(controller::Reason::kLiftRefused));
}

INSTANTIATE_TEST_SUITE_P(Shards, ShippedRuns, testing::Range<std::size_t>(0, kShards));

TEST(AllocationCount, SeesWhatIsAllocated) {
  const bench::AllocationCount count;
  if (count.value() < 0) GTEST_SKIP() << "the sanitizers bring a malloc of their own";
  void* volatile block = std::malloc(10);  // volatile, because the compiler would remove the pair
  std::free(block);
  EXPECT_GE(count.value(), 1);
}

}  // namespace
}  // namespace ventosa::scenarios::shipped_runs_test
