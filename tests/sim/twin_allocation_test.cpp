#include <gtest/gtest.h>

#include "bench/allocations.h"
#include "tests/sim/stands.h"

namespace ventosa::sim::twin_allocation_test {
namespace {

/// allocations while feet release, fall, touch and seal again; -1 if they cannot be counted
std::int64_t allocations_of(const TwinConfig& config) {
  Twin twin(romerin4(), config);
  controller::Observation seen;
  controller::Command command;
  int failures = 0;
  const bench::AllocationCount count;
  for (int k = 0; k < 1000; ++k) {
    for (std::size_t i = 0; i < 4; ++i)
      command.leg[i].cup = {k / 200 % 4 == static_cast<int>(i) ? controller::CupMode::kRelease
                                                               : controller::CupMode::kGrip,
                            1};
    twin.apply(push_on_body({0, 0, k % 300 == 0 ? 20.0 : 0.0}));
    failures += twin.exchange(command, seen) != hal::Status::kOk;
  }
  EXPECT_EQ(failures, 0);
  return count.value();
}

TEST(Twin, AllocatesNothingInExchange) {
  if (bench::AllocationCount().value() < 0)
    GTEST_SKIP() << "the sanitizers bring a malloc of their own";
  TwinConfig config = standing(romerin4(), 0);
  config.drive = {.friction = FrictionModel::kConstant, .encoder_noise_rad = 1e-3};
  config.link.command.latency_s = 0.004;
  EXPECT_EQ(allocations_of(config), 0);
}

TEST(Twin, AllocatesNothingInExchangeWithEveryEffectOn) {
  if (bench::AllocationCount().value() < 0)
    GTEST_SKIP() << "the sanitizers bring a malloc of their own";
  TwinConfig config = standing(romerin4(), 0);
  config.drive = drive_options(Fidelity::kFull);
  config.cup = cup_options(Fidelity::kFull);
  config.power = power_options(Fidelity::kFull);
  config.imu = imu_options(Fidelity::kFull, romerin4().sensors);
  config.camera = camera_options(Fidelity::kFull, romerin4().sensors);
  config.link = link_options(Fidelity::kFull);
  EXPECT_EQ(allocations_of(config), 0);
}

}  // namespace
}  // namespace ventosa::sim::twin_allocation_test
