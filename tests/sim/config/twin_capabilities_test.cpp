#include "sim/config/twin_capabilities.h"

#include <gtest/gtest.h>

#include "tests/sim/feet/walking_robot.h"

namespace ventosa::sim::twin_capabilities_test {
namespace {

using controller::CupMode;

TEST(TwinCapabilities, AreThoseOfThePartsThatTheRobotHas) {
  const models::Robot cups = romerin4(), feet = test::hexapod();
  const auto expect = [](const hal::Capabilities& can, bool has) {
    for (const CupMode mode : {CupMode::kHold, CupMode::kGrip, CupMode::kRelease, CupMode::kAttach})
      EXPECT_EQ(can.cup_modes.contains(mode), has);
    EXPECT_EQ(can.telemetry.pack, has);
    EXPECT_EQ(can.telemetry.bus, has);
    EXPECT_EQ(can.telemetry.turbine_speed, has);
    EXPECT_EQ(can.telemetry.cup_distance, has);
    EXPECT_EQ(can.relays, has);
    EXPECT_EQ(can.telemetry.foot_force, !has);
    EXPECT_FALSE(can.telemetry.gps || can.telemetry.compass);
    EXPECT_TRUE(can.telemetry.imu);
  };
  expect(capabilities_of(cups, standing(cups, 0)), true);
  expect(capabilities_of(feet, test::standing_on(feet, 0)), false);
}

}  // namespace
}  // namespace ventosa::sim::twin_capabilities_test
