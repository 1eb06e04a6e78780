#include <gtest/gtest.h>

#include "bench/allocations.h"
#include "tests/hal/guard/watch.h"

namespace ventosa::hal::guard_allocation_test {
namespace {

TEST(Guard, AllocatesNothing) {
  if (bench::AllocationCount().value() < 0)
    GTEST_SKIP() << "the sanitizers bring a malloc of their own";
  int n_causes = 0;
  double sum = 0;
  const bench::AllocationCount allocations;
  for (const GuardMode mode : {GuardMode::kActive, GuardMode::kDegradedLeg, GuardMode::kCut}) {
    Watch watch = watch_in(mode);
    watch.now.robot = {Trigger::kStale, Trigger::kLimit};
    watch.wait(kQuiet_ns);
    for_each_cause(watch.state, [&](const Cause&) { ++n_causes; });
    sum += permitted(watch.state, controller::Command{}).leg[0].joint[0].q_rad;
    sum += severity(what_if(watch.state, watch.now, 3, Trigger::kLost, 0));
  }
  EXPECT_EQ(allocations.value(), 0);
  EXPECT_EQ(n_causes, 2 + 3 + 3);
  EXPECT_EQ(sum, 3 + 3 + 4);
}

}  // namespace
}  // namespace ventosa::hal::guard_allocation_test
