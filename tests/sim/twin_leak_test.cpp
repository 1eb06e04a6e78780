#include <gtest/gtest.h>

#include <numbers>

#include "tests/sim/lip_cups.h"

/// A gap that opens under a lip (FaultKind::kLeak).
namespace ventosa::sim::twin_leak_test {
namespace {

constexpr CupOptions kRigidAndFan{CupModel::kRigid, TurbineModel::kFan, CupSensing::kIdeal};

Stimulus leak(double gap_m) {
  Stimulus stimulus;
  stimulus.fault.add({{.kind = FaultKind::kLeak, .leg = 0, .amount = gap_m}});
  return stimulus;
}

/// Fan at full speed against an orifice all round the lip.
double balance_Pa(const models::Robot& robot, double gap_m) {
  const double area_m2 = 2 * std::numbers::pi * robot.nominal.cup()->lip_radius_m * gap_m;
  const models::Fan& fan = robot.cup->fan;
  const double flow_m2 = fan.discharge * area_m2 / fan.max_flow_m3_s;
  return robot.cup->max_vacuum_Pa /
         (1 + robot.cup->max_vacuum_Pa * flow_m2 * flow_m2 * 2 / fan.air_density_kg_m3);
}

TEST(Leak, LowersTheVacuumToTheBalanceOfFanAndGapAndBackWhenItCloses) {
  const Block block{.mass_kg = 0.5};
  const models::Robot robot = one_cup(block);
  for (const CupOptions& cup_options : {kRigidAndFan, kLipAndFan}) {
    Twin twin(robot, with(stuck(block, 0, 100), cup_options));
    for (const double gap_m : {0.0, 2e-4, 0.0}) {
      twin.apply(leak(gap_m));
      run(twin, grip(robot, full_vacuum_N(robot)), 6);
      const double expected_Pa = balance_Pa(robot, 5e-5 + gap_m);
      EXPECT_NEAR(cup(twin).vacuum_Pa, expected_Pa, 0.01 * expected_Pa) << gap_m;
      EXPECT_EQ(cup(twin).phase, CupPhase::kAttached);
    }
  }
}

TEST(Leak, TakesTheGripOfACupThatHangs) {
  const Block block{.mass_kg = 2};
  const models::Robot robot = one_cup(block);
  for (const CupOptions& cup_options : {CupOptions{}, kRigidAndFan, kLipAndFan}) {
    Twin twin(robot, with(stuck(block, M_PI, 100), cup_options));
    run(twin, grip(robot, 100), 0.5);
    EXPECT_EQ(cup(twin).phase, CupPhase::kAttached);
    twin.apply(leak(0.01));
    run(twin, grip(robot, 100), 1.5);
    EXPECT_EQ(cup(twin).phase, CupPhase::kFree);
    EXPECT_LT(twin.truth().X_WB.translation().z(), -0.5);
  }
}

TEST(Leak, IsHeldAgainstByAnIdealTurbineUpToTheSealGap) {
  const Block block{.mass_kg = 2};
  const models::Robot robot = one_cup(block);
  Twin twin(robot, stuck(block, M_PI, 100));
  twin.apply(leak(0.99 * robot.cup->seal_gap_m));
  run(twin, grip(robot, 100), 1.5);
  EXPECT_NEAR(cup(twin).vacuum_force_N, 100, 0.1);
}

TEST(Leak, GoesOnAfterARewind) {
  const Block block{.mass_kg = 0.5};
  const models::Robot robot = one_cup(block);
  Twin twin(robot, with(stuck(block, 0, 100), kRigidAndFan));
  twin.apply(leak(2e-4));
  Snapshot snapshot;
  twin.save(snapshot);
  run(twin, grip(robot, 100), 0.2);
  const double leaking_Pa = cup(twin).vacuum_Pa;
  twin.apply({});
  run(twin, grip(robot, 100), 0.2);
  twin.restore(snapshot);
  run(twin, grip(robot, 100), 0.2);
  EXPECT_EQ(cup(twin).vacuum_Pa, leaking_Pa);
}

}  // namespace
}  // namespace ventosa::sim::twin_leak_test
