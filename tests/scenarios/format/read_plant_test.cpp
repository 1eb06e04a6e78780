#include <gtest/gtest.h>

#include <cmath>

#include "scenarios/session/twin_setup.h"
#include "tests/scenarios/good_scenario.h"

namespace ventosa::scenarios::read_plant_test {
namespace {

constexpr double kDeg = controller::kRadPerDegree;

std::string plant(const std::string& text) {
  return with("asserts:", "plant: {" + text + "}\nasserts:");
}
std::string link(const std::string& text) {
  return with("asserts:", "link: {" + text + "}\nasserts:");
}

TEST(ReadPlant, TakesOneNumberForAllParts) {
  const Scenario scenario = read(plant(
      "mass_scale: 1.05, friction_scale: 0.8, surface_friction_scale: 0.9, link_scale: 1.01, "
      "joint_offset_deg: 0.3, surface_offset_m: -0.003, surface_tilt_deg: 0.5, lip_scale: 1.2"));
  const sim::PlantErrors& given = scenario.plant.given;
  EXPECT_EQ(given.body_mass_scale, 1.05);
  for (const sim::LegErrors& leg : given.leg) {
    EXPECT_EQ(leg.mass_scale[5], 1.05);
    EXPECT_EQ(leg.friction_scale[0], 0.8);
    EXPECT_EQ(leg.link_scale[6], 1.01);
    EXPECT_EQ(leg.joint_offset_rad[3], 0.3 * kDeg);
    EXPECT_EQ(leg.lip_scale, 1.2);
  }
  EXPECT_EQ(given.surface[0].friction_scale, 0.9);
  EXPECT_EQ(given.surface[0].offset_m, -0.003);
  EXPECT_EQ(given.surface[0].tilt_x_rad, 0.5 * kDeg);
}

TEST(ReadPlant, TakesAStartThatIsToldWrong) {
  const Scenario scenario = read(plant("start: {yaw_deg: 5, position_m: [0.05, -0.02, 0]}"));
  EXPECT_EQ(scenario.plant.given.start.yaw_rad, 5 * kDeg);
  EXPECT_EQ(scenario.plant.given.start.position_m, controller::Vector3d(0.05, -0.02, 0));
  const TwinSetup setup = twin_setup(scenario, 1);
  const controller::Isometry3d error = setup.config.X_WB.inverse() * setup.config.survey->X_WB;
  EXPECT_LT((error.translation() - controller::Vector3d(0.05, -0.02, 0)).norm(), 1e-12);
  EXPECT_NEAR(std::atan2(error.linear()(1, 0), error.linear()(0, 0)), 5 * kDeg, 1e-12);
}

TEST(ReadPlant, RefusesAStartThatNoRobotIsTold) {
  for (const auto& [start, words] :
       {std::pair("yaw_deg: 200", "plant.start.yaw_deg = 200: must be"),
        std::pair("yaw_deg: .nan", "plant.start.yaw_deg = .nan: must be a finite"),
        std::pair("position_m: [0, -1.5, 0]", "plant.start.position_m[1] = -1.5: must be"),
        std::pair("position_m: [.inf, 0, 0]", "plant.start.position_m[0] = .inf: must be"),
        std::pair("position_m: [0.1, 0]", "plant.start.position_m = [...]: must have 3"),
        std::pair("yaw: 5", "plant.start.yaw: unknown key")}) {
    const std::string what = error_of(plant("start: {" + std::string(start) + "}"));
    EXPECT_NE(what.find(words), std::string::npos) << start << "\n" << what;
  }
}

TEST(ReadPlant, TakesNumbersOfSingleLegsAndSurfacesOverThem) {
  const Scenario scenario = read(plant(
      "link_scale: 1.01, leg: {rear_left: {link_scale: [1, 1.02], joint_offset_deg: [0.1, 0.2]}}, "
      "surface: {ground: {offset_m: 0.002, tilt_y_deg: -1}}"));
  const sim::PlantErrors& given = scenario.plant.given;
  const auto rear_left = static_cast<std::size_t>(2);
  ASSERT_EQ(scenario.robot.nominal.leg[rear_left].name, "rear_left");
  EXPECT_EQ(given.leg[rear_left].link_scale[0], 1);
  EXPECT_EQ(given.leg[rear_left].link_scale[5], 1.02);
  EXPECT_EQ(given.leg[rear_left].joint_offset_rad[1], 0.2 * kDeg);
  EXPECT_EQ(given.leg[0].link_scale[0], 1.01);
  EXPECT_EQ(given.surface[0].offset_m, 0.002);
  EXPECT_EQ(given.surface[0].tilt_y_rad, -kDeg);
}

TEST(ReadPlant, TakesASpreadOfEachKind) {
  const Scenario scenario = read(plant("spread: {mass_scale: 0.05, joint_offset_deg: 0.3}"));
  EXPECT_EQ(scenario.plant.spread.mass_scale, 0.05);
  EXPECT_EQ(scenario.plant.spread.joint_offset_rad, 0.3 * kDeg);
  EXPECT_EQ(scenario.plant.spread.friction_scale, 0);
}

TEST(ReadPlant, GivesALegALinkOfItsOwnOverThatOfAll) {
  const Scenario scenario =
      read(link("command_loss: 0.1, module_loop_s: 0.004, leg: {rear_left: {command_loss: 0.2}}"));
  EXPECT_EQ(scenario.twin.link_of(0).command.loss, 0.1);
  EXPECT_EQ(scenario.twin.link_of(2).command.loss, 0.2);
  EXPECT_EQ(scenario.twin.link_of(2).module_loop_s, 0.004);
}

TEST(ReadPlant, RefusesWhatItDoesNotKnowWithThePlaceAndWhatMayBeMeant) {
  expect_refused(plant("mass_scal: 1"), "10:9", "did you mean 'mass_scale'?");
  expect_refused(plant("leg: {rear_lef: {}}"), "10:15", "did you mean 'rear_left'?");
  expect_refused(plant("leg: {rear_left: {surface_offset_m: 1}}"), "10:27", "unknown key");
  expect_refused(plant("surface: {wall: {}}"), "10:19", "allowed: ground");
  expect_refused(plant("spread: {leg: {}}"), "10:18", "unknown key");
  expect_refused(link("leg: {rear_lef: {}}"), "10:14", "did you mean 'rear_left'?");
  expect_refused(link("leg: {rear_left: {command_los: 0}}"), "10:26", "command_loss");
}

TEST(ReadPlant, RefusesNumbersOutOfTheirRanges) {
  expect_refused(plant("mass_scale: 0"), "10:21", "must be at least 0.1 and at most 10");
  expect_refused(plant("friction_scale: .nan"), "10:25", "finite");
  expect_refused(plant("joint_offset_deg: 11"), "10:27", "at most 10");
  expect_refused(plant("surface_offset_m: -0.2"), "10:27", "at least -0.1");
  expect_refused(plant("leg: {rear_left: {lip_scale: 0}}"), "10:38", "at least 0.1");
  expect_refused(plant("leg: {rear_left: {joint_offset_deg: 1}}"), "10:45", "list");
  expect_refused(plant("leg: {rear_left: {link_scale: [1, 20]}}"), "10:43", "at most 10");
  expect_refused(plant("spread: {mass_scale: 1}"), "10:30", "at most 0.9");
  expect_refused(plant("spread: {surface_tilt_deg: -1}"), "10:36", "at least 0");
  expect_refused(link("leg: {rear_left: {command_loss: 2}}"), "10:40", "at most 1");
}

// a rule that is checked when the twin is built
TEST(ReadPlant, RefusesALinkOfOneLegThatIsTooSlowForItsMessages) {
  expect_refused(link("leg: {rear_left: {command_latency_s: 0.7}}"), "10:45",
                 "link.leg.rear_left.command_latency_s");
}

TEST(ReadPlant, RefusesAGearThatWouldLockItselfInAnyOfTheSeeds) {
  expect_refused(plant("friction_scale: 8"), "10:25", "self-locking");
}

TEST(ReadPlant, RefusesARobotThatCannotStandOnTheTrueSurface) {
  const std::string message = error_of(plant("link_scale: 0.3"));
  EXPECT_NE(message.find("cannot reach its surface"), std::string::npos) << message;
}

}  // namespace
}  // namespace ventosa::scenarios::read_plant_test
