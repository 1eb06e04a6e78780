#include <gtest/gtest.h>

#include "sim/mujoco/world.h"
#include "tests/sim/shipped_drive.h"
#include "tests/sim/swaying.h"

/// Packs and bus of a whole robot.
namespace ventosa::sim::twin_power_test {
namespace {

using controller::Command;
using controller::Observation;
using hal::Status;

TwinConfig on_packs(const models::Robot& robot) {
  TwinConfig config = standing(robot, 0);
  config.power.model = PowerModel::kPacks;
  return config;
}

/// Module 2 with an empty pack, on the bus of the others.
TwinConfig on_neighbours(const models::Robot& robot) {
  TwinConfig config = on_packs(robot);
  config.power.start_charge[2] = 0;
  config.power.relay = {Relay::kShare, Relay::kShare, Relay::kBusOnly, Relay::kShare};
  return config;
}

/// The command with the relay of leg 2 switched.
Command with_relay_2(Command command, Relay relay) {
  command.leg[2].relay = relay;
  return command;
}
Command without_bus_2(const Command& command) { return with_relay_2(command, Relay::kIsolated); }
Command with_bus_2(const Command& command) { return with_relay_2(command, Relay::kBusOnly); }

double sinks_J(const Energy& e) {
  return e.pack_heat_J + e.line_heat_J + e.rail_loss_J + e.electronics_J + e.turbines_J +
         e.motor_heat_J + e.motor_work_J;
}

void sway(const models::Robot& robot, const TwinConfig& config, double span_s, Twin& twin) {
  Observation seen;
  for (const double end_s = twin.time_s() + span_s - 1e-9; twin.time_s() < end_s;)
    ASSERT_EQ(twin.exchange(swaying(robot, config, twin.time_s()), seen), Status::kOk);
}

/// Nothing but friction in the gears of leg 2.
void expect_no_drive(const models::Robot& robot, const Twin& twin) {
  for (std::size_t j = 0; j < 6; ++j)
    EXPECT_LE(std::abs(twin.truth().leg[2].tau_Nm[j]), break_away_Nm(robot.drive[2][j]) + 1e-9);
}

TEST(Power, APackAloneSagsByItsResistance) {
  const models::Robot robot = romerin4();
  Twin twin(robot, on_packs(robot));
  run(twin, grip(robot, 100), 0.5);
  for (std::size_t i = 0; i < 4; ++i) {
    const PackTruth& pack = twin.truth().leg[i].pack;
    EXPECT_GT(pack.current_A, 0.1);
    EXPECT_EQ(pack.bus_current_A, 0);
    EXPECT_NEAR(pack.load_V,
                open_circuit_V(robot.power.battery, pack.charge) -
                    robot.power.battery.resistance_ohm * pack.current_A,
                1e-5);  // the charge is that after the step
  }
}

TEST(Power, IsReadAsItIs) {
  const models::Robot robot = romerin4();
  Twin twin(robot, on_neighbours(robot));
  run(twin, grip(robot, 100), 0.5);
  Observation seen;
  seen = observed(twin);
  const PackTruth& pack = twin.truth().leg[0].pack;
  EXPECT_EQ(seen.leg[0].pack.voltage_V, pack.voltage_V);
  EXPECT_EQ(seen.leg[0].pack.current_A, pack.current_A);
  EXPECT_EQ(seen.leg[0].pack.bus_current_A, pack.bus_current_A);
  EXPECT_EQ(seen.leg[2].pack.bus_voltage_V, twin.truth().leg[2].pack.bus_voltage_V);
  EXPECT_EQ(seen.leg[2].pack.voltage_V, 0);  // its own pack is empty
  EXPECT_GT(twin.truth().leg[2].pack.load_V, 15);
}

TEST(Power, AnEmptyModuleLivesOnItsNeighbours) {
  const models::Robot robot = romerin4();
  const TwinConfig config = on_neighbours(robot);
  Twin twin(robot, config);
  sway(robot, config, 1, twin);
  const Truth& truth = twin.truth();
  EXPECT_EQ(truth.leg[2].pack.supply, Supply::kOn);
  EXPECT_EQ(truth.leg[2].pack.rail_V, 12);
  EXPECT_LT(truth.leg[2].pack.bus_current_A, 0);
  EXPECT_EQ(truth.leg[2].pack.current_A, 0);
  for (const std::size_t i : {0u, 1u, 3u}) EXPECT_GT(truth.leg[i].pack.bus_current_A, 0);
  EXPECT_EQ(truth.leg[2].cup.phase, CupPhase::kAttached);
}

TEST(Power, BrownOutTakesTorqueAndVacuumAtOnceAndBootsInItsTime) {
  const models::Robot robot = romerin4();
  const TwinConfig config = on_neighbours(robot);
  Twin twin(robot, config);
  sway(robot, config, 0.5, twin);
  Observation seen;
  const Command command = swaying(robot, config, 0);
  ASSERT_EQ(twin.exchange(without_bus_2(command), seen), Status::kOk);
  EXPECT_EQ(twin.truth().leg[2].pack.supply, Supply::kDown);
  EXPECT_EQ(twin.truth().leg[2].pack.rail_V, 0);
  run(twin, command, 0.5);
  expect_no_drive(robot, twin);
  EXPECT_LT(twin.truth().leg[2].cup.vacuum_force_N, 30);
  EXPECT_EQ(twin.truth().leg[1].cup.phase, CupPhase::kAttached);

  // back on the bus: 2 s without torque or turbine, whatever is commanded
  run(twin, with_bus_2(command), 1.99);
  EXPECT_EQ(twin.truth().leg[2].pack.supply, Supply::kBooting);
  expect_no_drive(robot, twin);
  run(twin, command, 0.02);
  EXPECT_EQ(twin.truth().leg[2].pack.supply, Supply::kOn);
  run(twin, command, 0.02);
  EXPECT_NE(twin.truth().leg[2].tau_Nm[1], 0);
}

TEST(Power, AModuleThatBootedStaysLooseUntilItIsToldOtherwise) {
  const models::Robot robot = romerin4();
  const TwinConfig config = on_neighbours(robot);
  Twin twin(robot, config);
  run(twin, without_bus_2({}), 0.1);
  run(twin, with_bus_2({}), 3);
  EXPECT_EQ(twin.truth().leg[2].pack.supply, Supply::kOn);
  expect_no_drive(robot, twin);
}

TEST(Power, AnEmptyPackAloneStartsDead) {
  const models::Robot robot = romerin4();
  TwinConfig config = on_packs(robot);
  config.power.start_charge[2] = 0;
  Twin twin(robot, config);
  EXPECT_EQ(twin.truth().leg[2].pack.supply, Supply::kDown);
  run(twin, grip(robot, 100), 0.1);
  EXPECT_EQ(twin.truth().leg[2].pack.supply, Supply::kDown);
  expect_no_drive(robot, twin);
  EXPECT_EQ(twin.truth().leg[1].pack.supply, Supply::kOn);
}

TEST(Power, ANearlyEmptyPackEndsByItsOwnCharge) {
  models::Robot robot = romerin4();
  robot.power.battery.capacity_C = 1;
  TwinConfig config = on_packs(robot);
  config.power.start_charge.fill(0.2);
  Twin twin(robot, config);
  run(twin, grip(robot, 100), 0.1);
  EXPECT_EQ(twin.truth().leg[0].pack.supply, Supply::kOn);
  run(twin, grip(robot, 100), 3);
  EXPECT_EQ(twin.truth().leg[0].pack.supply, Supply::kDown);
  EXPECT_LE(twin.truth().leg[0].pack.charge, 0);
  EXPECT_GT(twin.truth().leg[0].pack.charge, -0.001);
}

TEST(Power, AChargerFillsAPackUntilItsEndAndTheModuleGoesOn) {
  models::Robot robot = romerin4();
  robot.power.battery.capacity_C = 30;
  TwinConfig config = on_packs(robot);
  config.power.relay.fill(Relay::kCharge);
  config.power.start_charge.fill(0.9);
  config.power.charger = {.voltage_V = 17.5, .resistance_ohm = 0.2};
  Twin twin(robot, config);
  run(twin, grip(robot, 100), 0.1);
  EXPECT_LT(twin.truth().leg[0].pack.current_A, -0.2);
  run(twin, grip(robot, 100), 30);
  const PackTruth& pack = twin.truth().leg[0].pack;
  EXPECT_EQ(pack.supply, Supply::kOn);
  EXPECT_EQ(pack.current_A, 0);
  EXPECT_GT(pack.charge, 0.98);
  EXPECT_LE(pack.charge, 1.001);
  EXPECT_GT(pack.load_V, 16.8);
  EXPECT_LT(pack.load_V, 17.5);
  const Energy& e = twin.truth().energy;
  EXPECT_LT(e.packs_J, 0);
  EXPECT_NEAR(e.packs_J + e.charger_J, sinks_J(e), 0.001 * e.charger_J);
}

TEST(Power, EveryJouleOfTheCellsArrivesSomewhere) {
  const models::Robot robot = romerin4();
  TwinConfig config = on_neighbours(robot);
  config.drive = electric();
  Twin twin(robot, config);
  sway(robot, config, 5, twin);
  const Energy& e = twin.truth().energy;
  EXPECT_GT(e.packs_J, 30);
  EXPECT_GT(e.motor_heat_J, 1);
  EXPECT_NEAR(e.packs_J, sinks_J(e), 0.002 * e.packs_J);
}

TEST(Power, OfAJointIsWhatItsDriveDraws) {
  const models::Robot robot = romerin4();
  TwinConfig config = on_packs(robot);
  config.drive = electric();
  Twin twin(robot, config);
  Observation seen;
  double joints_J = 0;
  for (int tick = 0; tick < 200; ++tick) {
    ASSERT_EQ(twin.exchange(swaying(robot, config, twin.time_s()), seen), Status::kOk);
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < 6; ++j) joints_J += 0.01 * twin.truth().leg[i].power_W[j];
  }
  const Energy& e = twin.truth().energy;
  EXPECT_GT(joints_J, 0.5);
  EXPECT_NEAR(joints_J, e.motor_heat_J + e.motor_work_J, 1e-9);
}

TEST(Power, PacksChangeNothingOfTheMotionWhileTheRailsHold) {
  const models::Robot robot = romerin4();
  TwinConfig config = standing(robot, 0);
  Twin ideal(robot, config);
  sway(robot, config, 1, ideal);
  config.power.model = PowerModel::kPacks;
  Twin packs(robot, config);
  sway(robot, config, 1, packs);
  EXPECT_EQ(ideal.truth().X_WB.matrix(), packs.truth().X_WB.matrix());
  EXPECT_EQ(ideal.truth().leg[0].tau_Nm, packs.truth().leg[0].tau_Nm);
}

TEST(Power, RewindsExactlyAcrossABrownOut) {
  const models::Robot robot = romerin4();
  const TwinConfig config = on_neighbours(robot);
  for (const double save_s : {0.29, 0.31, 1.0, 2.5}) {  // before, just after, booting
    Twin twin(robot, config);
    Snapshot snapshot;
    const auto go = [&](Twin& t, double until_s) {
      Observation seen;
      while (t.time_s() < until_s - 1e-9) {
        Command command = swaying(robot, config, t.time_s());
        if (t.time_s() >= 0.3 - 1e-9) command = without_bus_2(command);
        if (t.time_s() >= 0.6 - 1e-9) command = with_bus_2(command);
        ASSERT_EQ(t.exchange(command, seen), Status::kOk);
      }
    };
    go(twin, save_s);
    twin.save(snapshot);
    go(twin, 3);
    const std::vector<double> expected = all_values(robot, twin);
    EXPECT_EQ(twin.truth().leg[2].pack.supply, Supply::kOn);

    Twin fresh(robot, config);
    fresh.restore(snapshot);
    go(fresh, 3);
    EXPECT_EQ(all_values(robot, fresh), expected) << save_s;
  }
}

TEST(Power, SnapshotsOfOtherPacksAreRefused) {
  const models::Robot robot = romerin4();
  const TwinConfig config = on_packs(robot);
  Snapshot snapshot;
  Twin(robot, config).save(snapshot);
  models::Robot aged = robot;
  aged.power.battery.resistance_ohm *= 2;
  EXPECT_THROW(Twin(aged, config).restore(snapshot), std::invalid_argument);
  TwinConfig ideal = config;
  ideal.power.model = PowerModel::kIdeal;
  EXPECT_THROW(Twin(robot, ideal).restore(snapshot), std::invalid_argument);
}

}  // namespace
}  // namespace ventosa::sim::twin_power_test
