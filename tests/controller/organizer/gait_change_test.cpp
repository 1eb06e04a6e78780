#include "controller/organizer/gait_change.h"

#include <gtest/gtest.h>

#include "controller/organizer/stride.h"

namespace ventosa::controller::gait_change_test {
namespace {

constexpr int kLegs = 6;

/// A wave in the order of the legs, by the clock.
Gait wave_of_legs() {
  Gait gait = wave("wave", {0, 1, 2, 3, 4, 5});
  gait.step_s = 0.5;
  gait.sweep_m = 0.05;
  return gait;
}

/// Leads of the steady walk at the start of a row.
PerLeg<double> leads_at(const Gait& gait, int row, double advance_m) {
  const int n_rows = static_cast<int>(gait.row.size());
  PerLeg<double> lead_m{};
  for (int leg = 0; leg < kLegs; ++leg) {
    const int rows_to_lift = (leg - row + n_rows) % n_rows;
    lead_m[static_cast<std::size_t>(leg)] = advance_m * (rows_to_lift - (n_rows - 1) / 2.0);
  }
  return lead_m;
}

TEST(GaitChange, EntersAtTheRowOfTheLegThatHasWaitedLongest) {
  const Gait gait = wave_of_legs();
  for (int row = 0; row < kLegs; ++row) {
    const GaitEntry entry = entry_of(gait, leads_at(gait, row, 0.01), kLegs, 0.01);
    EXPECT_EQ(entry.row, row);
    EXPECT_NEAR(entry.share, 1, 1e-9);
  }
}

TEST(GaitChange, SlowsTheBodyDownForALegThatHasToWait) {
  const GaitEntry amid = entry_of(wave_of_legs(), {}, kLegs, 0.01);
  EXPECT_EQ(amid.row, 0);
  EXPECT_NEAR(amid.share, 0.5, 1e-9);  // the last leg lags by half a sweep after five rows
  PerLeg<double> behind_m;
  behind_m.fill(-0.024);
  EXPECT_EQ(entry_of(wave_of_legs(), behind_m, kLegs, 0.01).share, 0.25);
}

struct ChangeOfGait : testing::Test {
  RobotModel robot;
  const ControllerConfig config{};
  const BodyEstimate body{};
  const PerLeg<ModuleReport> report{};
  const PatchList surfaces{};
  Goal goal{.activity = Activity::kWalk, .gait = 1};
  const PerLeg<Vector3d> F_last_B = zero_vectors();
  const OrganizerInput in{body, report, surfaces, goal, F_last_B};
  const Scene scene{robot, config, in};
  OrganizerState state;
  ChangeOfGait() {
    robot.gait = {wave_of_legs(), wave_of_legs(), wave("by events", {0, 1, 2, 3, 4, 5})};
    state.gait.rows_of_walk = 3;
  }
};

TEST_F(ChangeOfGait, GoesOnByItsTableUntilTheOtherOneTakesOver) {
  EXPECT_TRUE(is_changing_gait(scene, state.gait));
  EXPECT_EQ(walked_gait(scene, state.gait), &robot.gait[0]);
  state.gait.gait = goal.gait;
  EXPECT_EQ(walked_gait(scene, state.gait), &robot.gait[1]);
}

TEST_F(ChangeOfGait, StopsForAGaitByEventsOrFromOne) {
  goal.gait = 2;
  EXPECT_FALSE(is_changing_gait(scene, state.gait));
  state.gait.gait = 2;
  goal.gait = 0;
  EXPECT_FALSE(is_changing_gait(scene, state.gait));
}

TEST_F(ChangeOfGait, LiftsNoMoreFeetOnceTheStrideOfTheOtherGaitIsKnown) {
  state.stride.gait = goal.gait;
  EXPECT_FALSE(closes_gait(scene, state));
  state.stride.option = StridePlan::kSpreads;
  EXPECT_TRUE(closes_gait(scene, state));
  state.stride.gait = 0;  // of the gait before
  EXPECT_FALSE(closes_gait(scene, state));
}

}  // namespace
}  // namespace ventosa::controller::gait_change_test
