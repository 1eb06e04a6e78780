#include "hal/link/module_watch.h"

#include <gtest/gtest.h>

namespace ventosa::hal::module_watch_test {
namespace {

/// A legacy module that is read every 22 ms, with the loop time that it reports.
struct Module {
  controller::LegReading reading;
  ModuleWatch watch{FreshnessPolicy{}, 6, {}};

  bool is_frozen_after(int n, double loop_s, bool moves) {
    Triggers triggers;
    for (int k = 0; k < n; ++k) {
      reading.sampled_ns += 22'000'000;
      reading.module.loop_s = loop_s;
      if (moves) reading.joint[2].q_rad += 0.01;
      triggers = watch.judge(reading, 22'000'000, reading.sampled_ns);
    }
    return triggers.contains(Trigger::kJointsFrozen);
  }
};

TEST(ModuleWatch, FindsFrozenJointsByTheSecondReadingOfASlowLoop) {
  Module module;
  EXPECT_FALSE(module.is_frozen_after(100, 0.022, true));
  EXPECT_FALSE(module.is_frozen_after(1, 0.061, false));
  EXPECT_TRUE(module.is_frozen_after(1, 0.061, false));
  EXPECT_TRUE(module.is_frozen_after(100, 0.061, false));
  EXPECT_FALSE(module.is_frozen_after(1, 0.022, true));
}

TEST(ModuleWatch, TakesNeitherARobotAtRestNorASlowLoopForFrozenJoints) {
  Module module;
  EXPECT_FALSE(module.is_frozen_after(1000, 0.022, false));
  EXPECT_FALSE(module.is_frozen_after(1, 0.061, false));  // once
  EXPECT_FALSE(module.is_frozen_after(10, 0.022, false));
  EXPECT_FALSE(module.is_frozen_after(10, 0.061, true));
  EXPECT_FALSE(module.is_frozen_after(10, controller::kUnknown, false));
}

/// The controller cannot detect this, so the robot has to hold.
TEST(ModuleWatch, FindsWhatIsNoNumber) {
  const auto limit_is_broken = [](const controller::LegReading& reading) {
    return ModuleWatch(FreshnessPolicy{}, 6, {})
        .judge(reading, 22'000'000, 0)
        .contains(Trigger::kLimit);
  };
  controller::LegReading reading;
  EXPECT_FALSE(limit_is_broken(reading));
  reading.joint[5].q_rad = std::nan("");
  EXPECT_TRUE(limit_is_broken(reading));
  reading.joint[5].q_rad = 0;
  reading.joint[6].q_rad = std::nan("");  // there is none
  reading.joint[3].temperature_C = std::nan("");
  EXPECT_FALSE(limit_is_broken(reading));
  reading.cup.vacuum_Pa = std::nan("");
  EXPECT_TRUE(limit_is_broken(reading));
}

}  // namespace
}  // namespace ventosa::hal::module_watch_test
