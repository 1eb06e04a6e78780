#include <gtest/gtest.h>

#include "bench/allocations.h"
#include "tests/sim/stands.h"

namespace ventosa::sim {
namespace {

class Twins : public testing::TestWithParam<Fidelity> {};

TEST_P(Twins, AllocateNothingInExchange) {
  const models::Robot robot = romerin4();
  TwinConfig config = standing(robot, 0);
  config.link = {.command = {.latency_s = 0.004, .jitter_s = 0.003, .loss = 0.1},
                 .telemetry = {.latency_s = 0.002, .jitter_s = 0.005, .loss = 0.1},
                 .telemetry_rate_Hz = 30,
                 .module_loop_s = 0.007};
  config.drive = drive_options(GetParam());
  config.drive.encoder_noise_rad = 1e-3;
  config.cup = cup_options(GetParam());
  Twin twin(robot, config);
  controller::Observation seen;
  controller::Command command;

  const bench::AllocationCount count;
  if (count.value() < 0) GTEST_SKIP() << "the sanitizers bring a malloc of their own";
  int failures = 0;
  for (int k = 0; k < 1000; ++k) {  // feet let go, fall, touch and seal again
    for (std::size_t i = 0; i < 4; ++i)
      command.leg[i].cup = {k / 200 % 4 == static_cast<int>(i) ? controller::CupMode::kRelease
                                                               : controller::CupMode::kGrip,
                            1};
    twin.apply({.f_B_W = {0, 0, k % 300 == 0 ? 20.0 : 0.0}});
    failures += twin.exchange(command, seen) != hal::ExchangeStatus::kOk;
  }
  EXPECT_EQ(count.value(), 0);
  EXPECT_EQ(failures, 0);
}

INSTANTIATE_TEST_SUITE_P(Twin, Twins, testing::Values(Fidelity::kIdeal, Fidelity::kFull));

}  // namespace
}  // namespace ventosa::sim
