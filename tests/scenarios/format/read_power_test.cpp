#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "models/input_error.h"
#include "scenarios/session/load.h"

namespace ventosa::scenarios::read_power_test {
namespace {

namespace fs = std::filesystem;
using controller::Relay;

const fs::path kRobots = fs::path(VENTOSA_SOURCE_DIR) / "models" / "data";

Scenario read(const std::string& power, const std::string& script = "{at_s: 0, hold: {}}") {
  return parse(R"(schema: 1
robot: romerin4
surfaces:
  - {name: ground, position_m: [0, 0, 0], normal: [0, 0, 1], size_m: [3, 3], friction: 0.6}
placement: {surface: ground}
duration_s: 4
)" + power + "\nscript:\n  - " +
                   script + "\nasserts:\n  - {signal: error.body.position, max: 1, unit: m}\n",
               "folder/test.yaml", kRobots);
}

std::string refusal(const std::string& power, const std::string& script = "{at_s: 0, hold: {}}") {
  try {
    read(power, script);
  } catch (const models::InputError& error) {
    return error.what();
  }
  return "accepted";
}

void expect_refused(const std::string& power, const std::string& words) {
  const std::string message = refusal(power);
  EXPECT_NE(message.find(words), std::string::npos) << message;
  EXPECT_EQ(message.find("folder/test.yaml:7:"), 0u) << message;
}

TEST(ReadPower, IsIdealUnlessAskedFor) {
  EXPECT_EQ(read("").twin.power.model, sim::PowerModel::kIdeal);
  EXPECT_EQ(read("power: {model: packs}").twin.power.model, sim::PowerModel::kPacks);
  EXPECT_EQ(read("power: {start_charge: 0.5}").twin.power.model, sim::PowerModel::kIdeal);
  EXPECT_EQ(sim::power_options(sim::Fidelity::kFull).model, sim::PowerModel::kPacks);
}

TEST(ReadPower, TakesOneValueForAllModulesOrOneForEach) {
  const sim::PowerOptions one =
      read("power: {model: packs, start_charge: 0.4, relay: share}").twin.power;
  const sim::PowerOptions each =
      read(
          "power: {start_charge: [1, 0.5, 0, 0.25], relay: [isolated, share, charge, bus_only],"
          " charger: {voltage_V: 17, resistance_ohm: 0.3}}")
          .twin.power;
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(one.start_charge[i], 0.4);
    EXPECT_EQ(one.relay[i], Relay::kShare);
    EXPECT_EQ(each.relay[i], static_cast<Relay>(i));
  }
  EXPECT_EQ(each.start_charge[2], 0);
  EXPECT_EQ(each.start_charge[3], 0.25);
  EXPECT_EQ(each.charger.voltage_V, 17);
  EXPECT_EQ(each.charger.resistance_ohm, 0.3);
}

TEST(ReadPower, SwitchesRelaysByTheScript) {
  const Script script = read("",
                             "{at_s: 1, relay: share}\n"
                             "  - {at_s: 2, relay: [share, share, isolated, bus_only]}")
                            .script;
  const auto relay_at = [&](double time_s) {
    return script.goal_at(time_s, Isometry3d::Identity()).relay;
  };
  EXPECT_FALSE(relay_at(0.99)[2]);
  EXPECT_EQ(relay_at(1)[2], Relay::kShare);
  EXPECT_EQ(relay_at(1.5)[2], Relay::kShare);
  EXPECT_EQ(relay_at(3)[2], Relay::kIsolated);
  EXPECT_EQ(relay_at(3)[3], Relay::kBusOnly);
}

TEST(ReadPower, RefusesWhatNoPackCanBe) {
  expect_refused("power: {model: fusion}", "power.model = fusion: must be one of: ideal, packs");
  expect_refused("power: {start_charge: 1.1}",
                 "power.start_charge = 1.1: must be at least 0 and at most 1");
  expect_refused("power: {start_charge: [1, 1, -0.1, 1]}", "power.start_charge[2] = -0.1: must");
  expect_refused("power: {start_charge: [1, 1]}", "must have 4 elements, has 2");
  expect_refused("power: {relay: shared}", "did you mean 'share'?");
  expect_refused("power: {relay: [share]}", "must have 4 elements, has 1");
  expect_refused("power: {charger: {voltage_V: 0}}",
                 "power.charger.voltage_V = 0: must be above 0");
  expect_refused("power: {charger: {resistance_ohm: 1}}", "power.charger.voltage_V");
  expect_refused("power: {charger: {voltage_V: 17, resistance_ohm: 0}}", "must be above 0");
  expect_refused("power: {model: packs, charger: {voltage_V: 22}}",
                 "power.charger.voltage_V = 22: must not exceed the full packs' voltage");
  expect_refused("power: {volts: 12}", "power.volts: unknown key");
}

TEST(ReadPower, RefusesAnEntryThatSwitchesAndMoves) {
  const std::string message = refusal("", "{at_s: 1, relay: share, hold: {}}");
  EXPECT_NE(message.find("script[0] = {...}: needs one of"), std::string::npos) << message;
  EXPECT_NE(refusal("", "{at_s: 1, relay: [share, off, share, share]}").find("script[0].relay[1]"),
            std::string::npos);
}

}  // namespace
}  // namespace ventosa::scenarios::read_power_test
