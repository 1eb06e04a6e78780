#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "controller/model/plan.h"
#include "tests/app/program.h"

/// Report of `ventosa check` on robots, and its drawings.
namespace ventosa::app::check_command_test {
namespace {

using nlohmann::json;

class CheckCommand : public testing::Test {
 protected:
  CheckCommand() { desk.write("robot.yaml", robot_text()); }

  json checked(const std::string& robot) {
    const Ended check = desk.run({"check", robot, "--json"});
    EXPECT_EQ(check.exit_code, 0) << check.err;
    return json::parse(check.out).at("files").at(0);
  }

  Desk desk;
};

const json& stance(const json& robot, const std::string& surface, double cup_force_N, bool lifted) {
  for (const json& each : robot.at("stances"))
    if (each.at("surface") == surface && each.at("cup_force_N") == cup_force_N &&
        (each.at("lift") != "none") == lifted)
      return each;
  throw std::logic_error("no such stance");
}

TEST_F(CheckCommand, SaysMassReachAndHowARobotStands) {
  const json robot = checked("robot.yaml");
  EXPECT_EQ(robot.at("good"), true);
  EXPECT_NEAR(robot.at("mass_kg"), 9.26, 1e-9);
  // L1 + Lc + Ld, from a hip 0.1125 m out
  const double arm_m = 0.068 + std::hypot(0.22045, 0.01492) + std::hypot(0.27991, 0.02245);
  EXPECT_NEAR(robot.at("reach").at(0).at("from_hip_m"), arm_m, 1e-3);
  EXPECT_NEAR(robot.at("reach").at(0).at("from_body_m"), arm_m + std::hypot(0.0775, 0.0815), 1e-3);
  ASSERT_EQ(robot.at("stances").size(),
            12u);  // three planes, two cup forces, without and with lift
  EXPECT_EQ(stance(robot, "ground", 60, true).at("feasible"), true);
  // on a wall cups of 60 N hold on all feet, and not on three
  EXPECT_EQ(stance(robot, "wall", 60, true).at("feasible"), false);
  EXPECT_EQ(stance(robot, "wall", 60, false).at("feasible"), true);
  EXPECT_EQ(stance(robot, "wall", 60, true).at("status"), "overloaded");
  EXPECT_EQ(stance(robot, "ceiling", 60, true).at("feasible"), true);
}

/// With a foot lifted the worst heading of this robot is straight up the wall, on all feet across
/// it.
TEST_F(CheckCommand, SaysTheWorstOfAllHeadingsOfEachStance) {
  const json robot = checked("romerin5");
  const double cup_N = robot.at("stances").back().at("cup_force_N");
  for (const bool lifted : {false, true}) {
    const json& worst = stance(robot, "wall", cup_N, lifted);
    for (int heading_deg = 0; heading_deg < 360; heading_deg += 45) {
      const Ended statics =
          desk.run({"statics", "romerin5", "--surface", "wall", "--heading",
                    std::to_string(heading_deg), "--cup-force", std::to_string(cup_N), "--lift",
                    lifted ? "any" : "none", "--safety-factor", "1", "--json"});
      for (const json& each : json::parse(statics.out).at("stances"))
        EXPECT_LE(each.at("torque_ratio"), worst.at("torque_ratio").get<double>() + 1e-9)
            << heading_deg;
    }
  }
}

TEST_F(CheckCommand, SaysTheSameToPeople) {
  const Ended check = desk.run({"check", "robot.yaml"});
  EXPECT_EQ(check.exit_code, 0) << check.err;
  for (const char* text :
       {"good: robot.yaml: robot romerin4: 4 leg(s), 9.26 kg", "0.57 m from the hip",
        "worst foot lifted", "ground", "wall, heading", "ceiling", "overloaded"})
    EXPECT_NE(check.out.find(text), std::string::npos) << text << "\n" << check.out;
}

TEST_F(CheckCommand, LeavesRobotsThatAreToBeClampedWithoutAVerdict) {
  const json robot = checked("romerin1");
  EXPECT_EQ(robot.at("stances").size(), 0u);
  EXPECT_EQ(robot.at("reach").size(), 1u);
}

TEST_F(CheckCommand, RefusesARobotThatCannotStandOnTheGroundWithTheNumberThatIsMissing) {
  desk.write("heavy.yaml", robot_text() + "payload: {mass_kg: 60, com_m: [0, 0, 0.1]}\n");
  const Ended check = desk.run({"check", "heavy.yaml", "robot.yaml", "--json"});
  EXPECT_EQ(check.exit_code, 2);
  EXPECT_NE(check.err.find("heavy.yaml:"), std::string::npos) << check.err;
  EXPECT_NE(check.err.find("does not stand on level ground in its default stance: torque over "
                           "limit 2."),
            std::string::npos)
      << check.err;
  const json files = json::parse(check.out).at("files");
  EXPECT_EQ(files.at(0).at("good"), false);
  EXPECT_EQ(files.at(1).at("good"), true);
}

/// A box under the body, 20 mm to its lower side; the surface is at -0.137 m.
TEST_F(CheckCommand, RefusesARobotWhoseBodyIsInTheGroundHoweverDeep) {
  const std::string half = "half_extent_m: [0.08, 0.0825, 0.035]";
  for (const auto& [middle_m, depth] :
       {std::pair{"-0.15", "33 mm"}, {"-0.2", "83 mm"}, {"-0.3", "183 mm"}}) {
    desk.write("sunk.yaml", replaced(robot_text(), half,
                                     half + "\n  boxes: [{mass_kg: 0.1, com_m: [0, 0, " + middle_m +
                                         "], half_extent_m: [0.02, 0.02, 0.02]}]"));
    const Ended check = desk.run({"check", "sunk.yaml"});
    EXPECT_EQ(check.exit_code, 2) << check.out;
    EXPECT_NE(check.err.find(std::string("the body is ") + depth + " inside the ground"),
              std::string::npos)
        << check.err;
  }
}

/// The hips are 0.2 m under the body's middle, and the feet 0.1 m above the hips.
TEST_F(CheckCommand, RefusesARobotWhoseLegsAreInTheGround) {
  std::string low =
      replaced(robot_text(), "{radius_m: 0.22, drop_m: 0.05}", "{radius_m: 0.3, drop_m: -0.1}");
  for (int leg = 0; leg < 4; ++leg) low = replaced(low, ", 0], yaw_deg", ", -0.2], yaw_deg");
  desk.write("low.yaml", low);
  const Ended check = desk.run({"check", "low.yaml"});
  EXPECT_EQ(check.exit_code, 2) << check.out;
  EXPECT_NE(check.err.find("legs[0]: in its default stance a link of front_left is 33 mm inside"),
            std::string::npos)
      << check.err;
}

/// The legs go through the plate on which the feet stand; the body hangs under it, or in it.
TEST_F(CheckCommand, RefusesAScenarioThatStartsInsideASurface) {
  for (const char* const height : {"-0.15", "-0.2"}) {
    desk.write("sunk.yaml",
               replaced(kStand, "surface: ground}",
                        std::string("surface: ground, stance: {radius_m: 0.4, height_m: ") +
                            height + "}}"));
    const Ended check = desk.run({"check", "./sunk.yaml"});
    EXPECT_EQ(check.exit_code, 2) << check.out;
    EXPECT_NE(check.err.find("mm inside a surface"), std::string::npos) << check.err;
  }
}

TEST_F(CheckCommand, TellsTheConstraintsOfARobot) {
  const auto told = [&](const std::string& robot) {
    const Ended check = desk.run({"check", robot, "--constraints", "--json"});
    EXPECT_EQ(check.exit_code, 0) << check.err;
    const json file = json::parse(check.out).at("files").at(0);
    std::map<std::string, json> constraints;
    for (const json& each : file.at("constraints")) constraints.emplace(each.at("limiting"), each);
    return constraints;
  };
  desk.write("short.yaml",
             replaced(robot_text(), "controller:\n", "controller:\n  gait: {stride_m: 0.1}\n"));
  EXPECT_EQ(told("robot.yaml").at("lag").at("limit"), 0.195);
  const auto constraints = told("short.yaml");
  for (const std::string_view limiting : controller::kEnumerators<controller::Limiting>)
    EXPECT_EQ(constraints.count(std::string(limiting)), limiting != "none") << limiting;
  EXPECT_EQ(constraints.at("lag"), json({{"limiting", "lag"},
                                         {"of", "attached foot"},
                                         {"in", "walk"},
                                         {"measure", "distance from the nominal place"},
                                         {"bound", "at most"},
                                         {"limit", 0.1 / 2 + 0.12},
                                         {"unit", "m"},
                                         {"set_by", "gait.stride_m"},
                                         {"reason", "no_foothold"}}));
  EXPECT_EQ(told("hexapod3").count("wrist_bend"), 0u);
  EXPECT_EQ(told("hexapod3").count("body_clearance"), 1u);
}

TEST_F(CheckCommand, TellsTheSameConstraintsToPeople) {
  const Ended check = desk.run({"check", "robot.yaml", "romerin5", "--constraints"});
  EXPECT_EQ(check.exit_code, 0) << check.err;
  for (const char* text :
       {"constraints of romerin4:\n", "constraints of romerin5:\n", "body_clearance", "swing",
        "distance from the nominal place", "at most 0.195 m", "gait.stride_m", "no_foothold"})
    EXPECT_NE(check.out.find(text), std::string::npos) << text << "\n" << check.out;
}

TEST_F(CheckCommand, TellsConstraintsOfRobotsAlone) {
  desk.write("stand.yaml", kStand);
  const auto refused = [&](const std::vector<std::string>& arguments, const char* why) {
    const Ended check = desk.run(arguments);
    EXPECT_EQ(check.exit_code, 2) << check.out;
    EXPECT_NE(check.err.find(why), std::string::npos) << check.err;
  };
  refused({"check", "./stand.yaml", "--constraints"}, "is a scenario, not a robot");
  refused({"check", "crawl_up_wall", "--constraints"}, "is not the name of a robot");
  refused({"check", "nobody", "--constraints"}, "is not the name of a robot");
  refused({"check", "romerin4", "--constraints", "--draw"}, "cannot be given with --constraints");
  const Ended several = desk.run({"check", "./stand.yaml", "romerin4", "--constraints"});
  EXPECT_EQ(several.exit_code, 2);
  EXPECT_NE(several.out.find("constraints of romerin4"), std::string::npos) << several.out;
}

TEST_F(CheckCommand, DrawsARobotAndNothingElse) {
  const Ended check = desk.run({"check", "robot.yaml", "--draw", "picture.png"});
  if (check.err.find("OpenGL") != std::string::npos) GTEST_SKIP() << check.err;
  EXPECT_EQ(check.exit_code, 0) << check.err;
  EXPECT_EQ(text_of(desk.here / "picture.png").substr(1, 3), "PNG");
  EXPECT_EQ(desk.files(), (std::set<std::string>{"robot.yaml", "picture.png"}));
  EXPECT_EQ(desk.run({"check", "robot.yaml", "--draw"}).exit_code, 0);
  EXPECT_TRUE(fs::exists(desk.here / "romerin4.png"));
}

TEST_F(CheckCommand, LeavesNothingHalfWrittenWhereItCannotDraw) {
  const Ended check = desk.run({"check", "robot.yaml", "--draw", "none/picture.png"});
  EXPECT_EQ(check.exit_code, 4) << check.err;
  EXPECT_EQ(desk.files(), std::set<std::string>{"robot.yaml"});
  setenv("__EGL_VENDOR_LIBRARY_DIRS", "/nowhere", 1);  // a machine without OpenGL
  const Ended blind = desk.run({"check", "robot.yaml", "--draw", "picture.png"});
  unsetenv("__EGL_VENDOR_LIBRARY_DIRS");
  EXPECT_EQ(blind.exit_code, 4) << blind.err;
  EXPECT_NE(blind.err.find("cannot draw a picture"), std::string::npos) << blind.err;
  EXPECT_EQ(desk.files(), std::set<std::string>{"robot.yaml"});
}

TEST_F(CheckCommand, RefusesPicturesThatItCannotTell) {
  const auto refused = [&](const std::vector<std::string>& arguments, const char* why) {
    const Ended check = desk.run(arguments);
    EXPECT_EQ(check.exit_code, 2) << check.err;
    EXPECT_NE(check.err.find(why), std::string::npos) << check.err;
  };
  refused({"check", "robot.yaml", "--draw", "x.jpg"}, "must end in .png");
  refused({"check", "robot.yaml", "romerin5", "--draw", "x.png"}, "one file for several robots");
}

}  // namespace
}  // namespace ventosa::app::check_command_test
