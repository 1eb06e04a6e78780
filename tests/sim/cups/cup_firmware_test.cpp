#include "sim/cups/cup_firmware.h"

#include <gtest/gtest.h>

#include "tests/sim/stands.h"

namespace ventosa::sim::cup_firmware_test {
namespace {

using controller::kNoDistance_m;

const models::CupPlant& plant() {
  static const models::CupPlant cup = *romerin4().cup;
  return cup;
}

TEST(Firmware, WantsThreeNearAndLevelDistances) {
  const FirmwareConfig config = firmware_config(plant(), 0.0254);
  EXPECT_TRUE(detects_surface(config, {0.034, 0.034, 0.034}));
  EXPECT_FALSE(detects_surface(config, {0.034, 0.034, 0.036}));
  EXPECT_FALSE(detects_surface(config, {0.01, 0.01, kNoDistance_m}));
  FirmwareConfig level = config;
  level.attach_spread_m = 0.01;
  EXPECT_FALSE(detects_surface(level, {0.01, 0.02, 0.03}));
}

TEST(Firmware, ChangesItsDutyByOnePercentALoop) {
  const FirmwareConfig config = firmware_config(plant(), 0.025);
  EXPECT_EQ(config.loop.period_ns, 40'000'000);
  CupState cup;
  cup.goal_N = 50;  // 2000 Pa
  cup.fan.duty = 0.5;
  EXPECT_DOUBLE_EQ(next_duty(config, cup, 1999), 0.51);
  EXPECT_DOUBLE_EQ(next_duty(config, cup, 2001), 0.5);
  EXPECT_DOUBLE_EQ(next_duty(config, cup, 2399), 0.5);
  EXPECT_DOUBLE_EQ(next_duty(config, cup, 2401), 0.49);
  cup.fan.duty = 0.995;
  EXPECT_EQ(next_duty(config, cup, 0), 1);
  cup.goal_N = 0;
  cup.turbine = 0.3;
  EXPECT_DOUBLE_EQ(next_duty(config, cup, 0), 0.985);
  cup.fan.duty = 0.296;
  EXPECT_DOUBLE_EQ(next_duty(config, cup, 0), 0.3);
}

}  // namespace
}  // namespace ventosa::sim::cup_firmware_test
