#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "scenarios/run.h"

// counts every malloc of the process; the sanitizers bring their own
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

namespace {
std::atomic<long> mallocs{0};
}

extern "C" void* __libc_malloc(std::size_t size);  // NOLINT: glibc's name
extern "C" void* malloc(std::size_t size) {
  ++mallocs;
  return __libc_malloc(size);
}

namespace ventosa::scenarios {
namespace {

namespace fs = std::filesystem;

/// What the ticks of a run have been through.
struct Met {
  long ticks = 0;
  std::set<controller::FootPhase> phases;
  std::set<controller::Reason> reasons;
};

/// mallocs in all ticks of a run: twin, controller and record
long mallocs_of(const Scenario& scenario, Met& met) {
  scenarios::Run run(scenario, scenario.seeds.front());
  long sum = 0;
  for (bool more = true; more; ++met.ticks) {
    const long before = mallocs;
    more = run.advance();
    sum += mallocs - before;
    const controller::Diagnostics& d = run.controller().diagnostics();
    met.reasons.insert(d.reason);
    for (int i = 0; i < scenario.robot.nominal.n_legs(); ++i)
      met.phases.insert(d.phase[static_cast<std::size_t>(i)]);
  }
  return sum;
}

TEST(Run, AllocatesNothingInAnyTickOfAnyShippedScenario) {
  const fs::path source(VENTOSA_SOURCE_DIR);
  Met met;
  for (const fs::directory_entry& entry : fs::directory_iterator(source / "scenarios/data")) {
    const Scenario scenario = load(entry.path(), source / "models/data");
    EXPECT_EQ(mallocs_of(scenario, met), 0) << entry.path();
  }
  EXPECT_GE(met.ticks, 100'000);
  EXPECT_EQ(met.phases.size(), 9u);
  EXPECT_TRUE(met.reasons.contains(controller::Reason::kLiftRefused));
}

TEST(MallocHook, SeesWhatIsAllocated) {
  const long before = mallocs;
  std::free(std::malloc(10));
  EXPECT_GE(mallocs - before, 1);
}

}  // namespace
}  // namespace ventosa::scenarios

#endif
