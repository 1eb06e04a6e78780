#include <gtest/gtest.h>

#include "scenarios/session/row_recorder.h"
#include "tests/scenarios/good_scenario.h"

/// Scenarios of a robot on point feet, which has neither cups nor packs.
namespace ventosa::scenarios::point_feet_scenario_test {
namespace {

const std::string kWalker = R"(schema: 1
title: A test
robot: hexapod3
surfaces:
  - {name: ground, position_m: [0, 0, 0], normal: [0, 0, 1], size_m: [3, 3], friction: 0.7}
placement: {surface: ground}
duration_s: 1
asserts:
  - {name: loaded, signal: count.loaded, equals: 6}
)";

std::string walker(const std::string& more, const std::string& of_ground = "") {
  std::string text = kWalker;
  if (!of_ground.empty()) text.insert(text.find("}\nplacement"), ", " + of_ground);
  return text + more + "\n";
}

void expect_refused_in_line_10(const std::string& more, const std::string& words) {
  expect_refused(walker(more), "10", words);
}

TEST(PointFeetScenario, RecordsFeetAndForcesAndNoSignalOfCupsOrPacks) {
  std::vector<std::string> names;
  for (const record::Column& column : recorded_columns(read(kWalker))) names.push_back(column.name);
  const auto has = [&](const std::string& name) { return std::ranges::count(names, name) == 1; };
  for (const char* name : {"count.loaded", "slip.total", "truth.leg5.foot.touches",
                           "truth.leg5.foot.normal", "seen.leg0.foot.force0"})
    EXPECT_TRUE(has(name)) << name;
  for (const std::string& name : names)
    for (const char* part :
         {".cup.", ".pack.", "count.attached", "worst.slip", "safety_factor", "vacuum", "grip"})
      EXPECT_EQ(name.find(part), std::string::npos) << name;
}

TEST(PointFeetScenario, OfARobotWithCupsHasNoSignalOfPointFeet) {
  for (const record::Column& column : recorded_columns(read(kGood)))
    for (const char* part : {".foot.", "count.loaded", "slip.total"})
      EXPECT_EQ(column.name.find(part), std::string::npos) << column.name;
}

TEST(PointFeetScenario, RefusesWhatOnlyCupsHave) {
  expect_refused_in_line_10("cup: {model: rigid}", "cup = {...}: is for robots with cups");
  expect_refused_in_line_10("cup_force_N: 60", "cup_force_N = 60: is for robots with cups");
  for (const char* expected :
       {"detach: [front_left]", "slip_m: {front_left: 0.01}", "unsealed: [front_left]"})
    expect_refused_in_line_10("expect: {" + std::string(expected) + "}",
                              "is no incident of this robot");
  expect_refused_in_line_10("script: [{at_s: 0.5, leak: {leg: front_left, gap_m: 0.001}}]", "leak");
  for (const char* kind : {"turbine_dead", "turbine_half", "cup_sensor_stuck", "pack_dead"})
    expect_refused_in_line_10(
        "script: [{at_s: 0.5, fault: {kind: " + std::string(kind) + ", leg: front_left}}]", kind);
  expect_refused_in_line_10("power: {model: full}", "power");
}

TEST(PointFeetScenario, ExpectsAFallOfARobotOnPointFeetOnly) {
  EXPECT_EQ(error_of(walker("expect: {tilt_rad: {body: 2}}")), "");
  const std::string cups =
      with("duration_s: 4\n", "duration_s: 4\nexpect: {tilt_rad: {body: 2}}\n");
  expect_refused(cups, "8", "tilt_rad = {...}: is no incident of this robot");
}

TEST(PointFeetScenario, ReplacesTheLawOfFrictionOfItsFeet) {
  const auto friction = [](const std::string& text) { return read(text).robot.point->friction; };
  EXPECT_TRUE(std::holds_alternative<models::Sticking>(friction(kWalker)));
  const auto creeping = friction(walker("foot: {creeping: {v_lim_m_s: 0.05}}"));
  EXPECT_EQ(std::get<models::Creeping>(creeping).v_lim_m_s, 0.05);
  expect_refused_in_line_10("foot: {}", "must have exactly one of the keys");
  expect_refused_in_line_10("foot: {creeping: {v_lim_m_s: 0.05}, mu: 1}", "mu");
  expect_refused(with("duration_s: 4\n", "duration_s: 4\nfoot: {creeping: {v_lim_m_s: 0.05}}\n"),
                 "8", "foot = {...}: is for robots with point feet");
}

TEST(PointFeetScenario, StandsOnAReliefAsUnevenAsItIsHighByDefault) {
  const std::string relief = "relief: {seed: 3, height_m: 0.03, correlation_m: 0.2}";
  const auto patch = [](const std::string& text) { return read(text).twin.patches.patch[0]; };
  EXPECT_EQ(patch(walker("", relief)).uneven_m, 0.03);
  EXPECT_EQ(patch(walker("", relief + ", uneven_m: 0.05")).uneven_m, 0.05);
  EXPECT_EQ(patch(kWalker).uneven_m, 0);
  const sim::ReliefOptions read_relief = *read(walker("", relief)).twin.relief[0];
  EXPECT_EQ(read_relief.seed, 3U);
  EXPECT_EQ(read_relief.correlation_m, 0.2);
  expect_refused(walker("", relief + ", uneven_m: 0.02"), "5", "uneven_m = 0.02: must be at least");
}

TEST(PointFeetScenario, LoadsInFullFidelity) {
  const Scenario scenario = read(walker("fidelity: full\nstep_s: 0.0005"));
  EXPECT_EQ(scenario.twin.drive.model, sim::MotorModel::kElectric);
  EXPECT_EQ(scenario.twin.power.model, sim::PowerModel::kIdeal);
  EXPECT_EQ(scenario.twin.start_cup_force_N, 0);
}

}  // namespace
}  // namespace ventosa::scenarios::point_feet_scenario_test
