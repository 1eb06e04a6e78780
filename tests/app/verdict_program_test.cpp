#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/app/program.h"

/// One verdict: `statics`, `check` and a run answer with the same numbers.
namespace ventosa::app::verdict_program_test {
namespace {

using nlohmann::json;

constexpr double kSettles = 1e-4;  // by as much the margin of a run is off, as its robot settles

/// A scenario of which the first walk is judged 2 s after its start.
std::string walk(const std::string& normal, const std::string& gait, const std::string& options) {
  return R"(schema: 1
title: A walk
robot: ./robot.yaml
surfaces:
  - {name: plane, position_m: [0, 0, 0], normal: )" +
         normal + R"(, size_m: [5, 5], friction: 0.6}
placement: {surface: plane}
cup_force_N: 120
duration_s: 6
controller: {sharing: {)" +
         options + R"(}}
script:
  - {at_s: 0.5, walk: {velocity_m_s: [0.005, 0, 0], distance_m: 0.3, gait: )" +
         gait + R"(}}
asserts:
  - {name: refused, signal: plan.reason, from_s: 4, equals: lift_refused}
  - {name: margin, signal: plan.lift.margin, at: end, max: 0}
  - {name: steps, signal: plan.steps_done, at: end, max: 0}
)";
}

class OneVerdict : public testing::Test {
 protected:
  OneVerdict() { desk.write("romerin_parts.yaml", models::file_text("romerin_parts.yaml")); }

  json statics(const std::vector<std::string>& options) {
    std::vector<std::string> arguments{"statics", "./robot.yaml", "--cup-force", "120", "--json"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return json::parse(desk.run(arguments).out).at("stances");
  }
  /// Row of a gait, the first with the margin that refuses.
  json gait(const std::string& name, const std::string& surface) {
    const json checked = json::parse(desk.run({"check", "robot.yaml", "--json"}).out);
    for (const json& each : checked.at("files").at(0).at("gaits"))
      if (each.at("gait") == name && each.at("surface") == surface && each.at("cup_force_N") > 100)
        return each;
    throw std::logic_error("no such gait");
  }
  json run(const std::string& scenario) {
    desk.write("walk.yaml", scenario);
    return json::parse(desk.run({"run", "walk.yaml", "--json"}).out).at("scenarios").at(0);
  }

  Desk desk;
};

double margin_of(const json& run) { return run.at("asserts").at(1).at("value"); }

std::string mixed_hexapod() {
  std::string robot = models::file_text("romerin6.yaml");
  for (const char* leg : {"front_left", "front_right"})
    robot = replaced(robot, std::string(leg) + ", type: romerin,",
                     std::string(leg) + ", type: romerin7,");
  return robot + "payload: {mass_kg: 4.08, com_m: [0, 0, 0]}\n";
}

/// On the ground with three of six feet lifted the joints have 0.968 of their torque, of which the
/// controller uses 0.95.
TEST_F(OneVerdict, OnAMixedHexapodWhoseTripodNeedsMoreTorqueThanTheControllerUses) {
  desk.write("robot.yaml", mixed_hexapod());
  const json stance = statics({"--lift", "front_left,middle_right,rear_left"}).at(0);
  EXPECT_NEAR(stance.at("torque_ratio"), 0.968, 0.003);
  EXPECT_EQ(stance.at("physical").at("holds"), true);
  EXPECT_NEAR(stance.at("physical").at("margin"), 1 - stance.at("torque_ratio").get<double>(),
              1e-4);
  const json& plan = stance.at("controller");
  EXPECT_EQ(plan.at("holds"), false);
  EXPECT_EQ(plan.at("reason"), "lift_refused");
  EXPECT_NEAR(plan.at("margin"), 1 - stance.at("torque_ratio").get<double>() / 0.95, 1e-4);
  EXPECT_EQ(stance.at("difference").at("options"),
            (json{"sharing.torque_ratio", "sharing.planned_share"}));
  EXPECT_EQ(stance.at("difference").at("together"), true);

  const json tripod = gait("tripod", "ground");
  EXPECT_EQ(tripod.at("holds"), false);
  EXPECT_NEAR(tripod.at("rows").at(0).at("margin"), plan.at("margin"), 1e-6);
  EXPECT_EQ(gait("wave", "ground").at("holds"), true);

  const json refused = run(walk("[0, 0, 1]", "tripod", ""));
  EXPECT_EQ(refused.at("verdict"), "pass") << refused.dump(1);
  EXPECT_NEAR(margin_of(refused), plan.at("margin"), kSettles);
}

std::string longer(std::string parts) {
  return replaced(parts, "lengths_m: [0.068, 0.22045, 0.01492, 0.27991, 0.02245, 0.087]",
                  "lengths_m: [0.068, 0.26454, 0.01492, 0.335892, 0.02245, 0.087]");
}

/// On a wall the joints have 0.93 of their torque for every lift, of which plans use 0.95 * 0.95.
/// With either of the two options at 1 the foot lifts.
TEST_F(OneVerdict, OnAQuadrupedWithLongerLegsThatTheControllerLetsLiftNoFootOnAWall) {
  desk.write("romerin_parts.yaml", longer(models::file_text("romerin_parts.yaml")));
  desk.write("robot.yaml",
             models::file_text("romerin4.yaml") + "payload: {mass_kg: 0.57, com_m: [0, 0, 0]}\n");
  for (const json& stance : statics({"--surface", "wall"})) {
    EXPECT_NEAR(stance.at("torque_ratio"), 0.93, 0.005);
    EXPECT_EQ(stance.at("physical").at("holds"), true);
    EXPECT_EQ(stance.at("controller").at("holds"), false);
    EXPECT_NEAR(stance.at("controller").at("margin"), -0.018, 0.004);
    EXPECT_EQ(stance.at("difference").at("options"),
              (json{"sharing.torque_ratio", "sharing.planned_share"}));
    EXPECT_EQ(stance.at("difference").at("together"), false);
  }
  const double margin =
      statics({"--surface", "wall", "--lift", "rear_left"}).at(0).at("controller").at("margin");
  EXPECT_NEAR(margin_of(run(walk("[-1, 0, 0]", "wave", ""))), margin, kSettles);
  for (const char* option : {"torque_ratio: 1", "planned_share: 1"})
    EXPECT_GT(run(walk("[-1, 0, 0]", "wave", option)).at("asserts").at(2).at("value"), 0) << option;
}

TEST_F(OneVerdict, TellsPeopleWhichOptionsMakeTheDifference) {
  desk.write("robot.yaml", mixed_hexapod());
  const Ended check = desk.run({"check", "robot.yaml"});
  EXPECT_EQ(check.exit_code, 0) << check.err;
  for (const char* text :
       {"m above the surface", "rows that hold", "0 of 2", "front_left, middle_right, rear_left",
        "lift refused", "sharing.torque_ratio and sharing.planned_share"})
    EXPECT_NE(check.out.find(text), std::string::npos) << text << "\n" << check.out;
}

TEST_F(OneVerdict, RefusesAScenarioThatWalksWhereNoFootLifts) {
  desk.write("robot.yaml", mixed_hexapod());
  std::string scenario = walk("[0, 0, 1]", "tripod", "");
  desk.write("walk.yaml", scenario);
  EXPECT_EQ(desk.run({"check", "walk.yaml"}).exit_code, 0);
  desk.write("walk.yaml", replaced(scenario, "equals: lift_refused", "equals: none"));
  const Ended check = desk.run({"check", "walk.yaml"});
  EXPECT_EQ(check.exit_code, 2);
  EXPECT_NE(check.err.find("walk.yaml:11:"), std::string::npos) << check.err;
  EXPECT_NE(check.err.find("walks by the gait 'tripod', of which the controller lifts no foot"),
            std::string::npos)
      << check.err;
}

/// The body hangs lower than its feet.
TEST_F(OneVerdict, RefusesARobotWhoseBodyIsInTheGround) {
  desk.write("robot.yaml", replaced(robot_text(), "half_extent_m: [0.08, 0.0825, 0.035]",
                                    "half_extent_m: [0.08, 0.0825, 0.2]"));
  const Ended check = desk.run({"check", "robot.yaml"});
  EXPECT_EQ(check.exit_code, 2) << check.out;
  EXPECT_NE(check.err.find("mm inside the ground"), std::string::npos) << check.err;
}

}  // namespace
}  // namespace ventosa::app::verdict_program_test
