#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "scenarios/session/load.h"
#include "scenarios/session/scenario_run.h"
#include "sim/power/pack.h"

/// The energy balance of whole scenarios with electric drives, sticking gears, packs and bus.
namespace ventosa::scenarios::energy_test {
namespace {

namespace fs = std::filesystem;

const fs::path kRobots = fs::path(VENTOSA_SOURCE_DIR) / "models" / "data";

/// @param does  the only motion of the script
Scenario on_packs(const std::string& does, double duration_s) {
  const std::string text = R"(schema: 1
robot: romerin4
surfaces:
  - {name: ground, position_m: [0, 0, 0], normal: [0, 0, 1], size_m: [3, 3], friction: 0.6}
placement: {surface: ground}
cup_force_N: 120
drive: {model: electric, friction: load}
power: {model: packs, start_charge: [0.9, 0.5, 0, 0.8], relay: [share, share, bus_only, isolated]}
duration_s: )" + std::to_string(duration_s) +
                           "\nscript:\n  - {at_s: 1, " + does + R"(}
asserts:
  - {name: every module is on, signal: truth.leg*.pack.supply, equals: on}
)";
  return parse(text, "folder/test.yaml", kRobots);
}

double sinks_J(const sim::Energy& e) {
  return e.pack_heat_J + e.line_heat_J + e.rail_loss_J + e.electronics_J + e.turbines_J +
         e.motor_heat_J + e.motor_work_J;
}

/// Balanced within 1 % at every tick after the first second; sinks are those of the last step's
/// sources.
void expect_closed(const Scenario& scenario, double least_drives_J) {
  scenarios::ScenarioRun run(scenario, 1);
  double worst = 0;
  while (run.advance()) {
    const sim::Energy& e = run.twin().truth().energy;
    if (run.time_s() > 1) worst = std::max(worst, std::abs(e.packs_J / sinks_J(e) - 1));
  }
  EXPECT_FALSE(run.unstable()) << run.failure();
  EXPECT_LT(worst, 0.01);
  testing::Test::RecordProperty("worst", std::to_string(worst));
  EXPECT_GT(run.twin().truth().energy.motor_heat_J, least_drives_J);
  EXPECT_GT(run.twin().truth().energy.line_heat_J, 0);
}

TEST(Energy, IsAccountedForWhileTheRobotStandsAndSways) {
  expect_closed(on_packs("circle: {radius_m: 0.03, period_s: 4}", 6), 10);
}

TEST(Energy, IsAccountedForWhileItCrawls) {
  expect_closed(on_packs("walk: {velocity_m_s: [0.01, 0, 0]}", 16), 10);
}

// energy taken from the packs equals the change of their charge: Q = C ds, E(s) over ds
TEST(Energy, OfThePacksIsTheAreaUnderTheirTable) {
  const Scenario scenario = on_packs("hold: {}", 3);
  scenarios::ScenarioRun run(scenario, 1);
  while (run.advance()) continue;
  const models::Battery& battery = scenario.robot.power.battery;
  double area_J = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const double from = scenario.twin.power.start_charge[i];
    const double to = run.twin().truth().leg[i].pack.charge;
    const double mean_V =
        (sim::open_circuit_V(battery, from) + sim::open_circuit_V(battery, to)) / 2;
    area_J += battery.capacity_C * (from - to) * mean_V;
  }
  EXPECT_NEAR(run.twin().truth().energy.packs_J, area_J, 1e-4 * std::abs(area_J));
}

}  // namespace
}  // namespace ventosa::scenarios::energy_test
