#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>

#include "tests/sim/stands.h"

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

namespace ventosa::sim {
namespace {

TEST(Twin, AllocatesNothingInExchange) {
  const models::Robot robot = romerin4();
  TwinConfig config = standing(robot, 0);
  config.drive = {.friction = true, .encoder_noise_rad = 1e-3, .latency_s = 0.004};
  Twin twin(robot, config);
  controller::Observation seen;
  controller::Command command;

  const long before = mallocs;
  int failures = 0;
  for (int k = 0; k < 1000; ++k) {  // feet let go, fall, touch and seal again
    for (std::size_t i = 0; i < 4; ++i)
      command.leg[i].cup = {k / 200 % 4 == static_cast<int>(i) ? controller::CupMode::kRelease
                                                               : controller::CupMode::kGrip,
                            1};
    twin.apply({.f_B_W = {0, 0, k % 300 == 0 ? 20.0 : 0.0}});
    failures += twin.exchange(command, seen) != hal::ExchangeStatus::kOk;
  }
  EXPECT_EQ(mallocs - before, 0);
  EXPECT_EQ(failures, 0);
}

TEST(MallocHook, SeesWhatIsAllocated) {
  const long before = mallocs;
  std::free(std::malloc(10));
  EXPECT_GE(mallocs - before, 1);
}

}  // namespace
}  // namespace ventosa::sim

#endif
