#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "tests/app/program.h"

/// `ventosa plan`: reports, pictures, and what it refuses.
namespace ventosa::app::plan_command_test {
namespace {

using nlohmann::json;

/// The robot stands on the ground, 0.6 m before a wall.
std::string corner() { return text_of(VENTOSA_SOURCE_DIR "/tests/app/corner.yaml"); }

const std::string kStool =
    "  - {name: stool, position_m: [-2.5, 0, 0.4], normal: [0, 0, 1], size_m: [0.5, 0.5], "
    "friction: 0.6}\n";

std::string with_stool() { return replaced(corner(), "placement:", kStool + "placement:"); }

class PlanCommand : public testing::Test {
 protected:
  PlanCommand() { desk.write("corner.yaml", corner()); }

  void refused(const std::vector<std::string>& arguments, const std::vector<std::string>& why) {
    const Ended plan = desk.run(arguments);
    EXPECT_EQ(plan.exit_code, 2) << plan.out;
    EXPECT_EQ(plan.out, "");
    for (const std::string& part : why)
      EXPECT_NE(plan.err.find(part), std::string::npos) << plan.err << "does not say: " << part;
  }

  Desk desk;
};

bool is_unit(const json& quaternion) {
  double sum = 0;
  for (const json& part : quaternion) sum += part.get<double>() * part.get<double>();
  return quaternion.size() == 4 && std::abs(sum - 1) < 1e-9;
}

void expect_complete(const json& step) {
  EXPECT_TRUE(step.at("body").at("pitch_deg").is_number());
  for (const json& pose : step.at("body_way")) {
    EXPECT_EQ(pose.at("position_m").size(), 3u);
    EXPECT_TRUE(is_unit(pose.at("quaternion_wxyz"))) << pose;
    EXPECT_GT(pose.at("speed_m_s"), 0);
  }
  EXPECT_EQ(step.at("wrist_W_m").size(), 3u);
  EXPECT_GE(step.at("waypoints_rad").size(), 1u);
  for (const json& point : step.at("waypoints_rad")) EXPECT_EQ(point.size(), 6u);
  EXPECT_TRUE(step.at("joint_0_deg").is_null());  // the robot has none
  EXPECT_GE(step.at("room").at("load").at("margin"), 0);
}

/// Places of the feet after all steps.
std::map<std::string, std::string> surfaces_of_feet(const json& plan) {
  std::map<std::string, std::string> surface;
  for (const json& foot : plan.at("start").at("feet")) surface[foot.at("leg")] = foot.at("surface");
  for (const json& step : plan.at("steps")) surface[step.at("leg")] = step.at("surface");
  return surface;
}

TEST_F(PlanCommand, SaysAllOfAPlanInJson) {
  const Ended ended = desk.run({"plan", "corner.yaml", "--json"});
  ASSERT_EQ(ended.exit_code, 0) << ended.err;
  const json plan = json::parse(ended.out);
  EXPECT_EQ(plan.at("schema"), 1);
  EXPECT_EQ(plan.at("outcome"), "found");
  EXPECT_EQ(plan.at("from"), "ground");
  EXPECT_EQ(plan.at("to"), "wall");
  EXPECT_NEAR(plan.at("edge").at("turn_deg"), 90, 1e-6);
  EXPECT_EQ(plan.at("edge").at("kind"), "inner");
  ASSERT_GE(plan.at("steps").size(), 4u);
  EXPECT_EQ(plan.at("n_steps"), plan.at("steps").size());
  double least = 1;
  for (const json& step : plan.at("steps")) {
    expect_complete(step);
    least = std::min(least, step.at("room").at("load").at("margin").get<double>());
  }
  EXPECT_LE(plan.at("least").at("margin"), least);
  EXPECT_TRUE(plan.at("no_room").is_null());
  EXPECT_TRUE(plan.at("furthest").is_null());
  EXPECT_GT(plan.at("work").at("stances"), 0);
  for (const auto& [leg, surface] : surfaces_of_feet(plan)) EXPECT_EQ(surface, "wall") << leg;
}

TEST_F(PlanCommand, PrintsTheStepsAndDrawsEachOfThem) {
  const Ended ended = desk.run({"plan", "corner.yaml", "--to", "wall", "--draw", "pictures"});
  if (ended.err.find("OpenGL") != std::string::npos) GTEST_SKIP() << ended.err;
  ASSERT_EQ(ended.exit_code, 0) << ended.err;
  for (const char* text :
       {"romerin4 from ground to wall, around an inner edge of 90 degrees\n", "from edge [m]",
        "via points", "limited by", " steps, least margin 0.", "looked at"})
    EXPECT_NE(ended.out.find(text), std::string::npos) << text << "\n" << ended.out;
  const std::size_t end = ended.out.find(" steps, least margin");
  const int n_steps = std::stoi(ended.out.substr(ended.out.rfind('\n', end) + 1));
  std::set<std::string> wanted{"corner.yaml", "pictures", "pictures/.ventosa"};
  for (int k = 0; k <= n_steps; ++k)
    wanted.insert("pictures/" + std::string(k < 10 ? "0" : "") + std::to_string(k) + ".png");
  EXPECT_EQ(desk.files(), wanted);
  EXPECT_EQ(text_of(desk.here / "pictures/00.png").substr(1, 3), "PNG");
}

TEST_F(PlanCommand, DrawsIntoNoFolderOfSomethingElse) {
  fs::create_directory(desk.here / "mine");
  desk.write("mine/letter.txt", "dear");
  const Ended ended = desk.run({"plan", "corner.yaml", "--draw", "mine"});
  EXPECT_EQ(ended.exit_code, 4) << ended.out;
  EXPECT_EQ(ended.out, "");
  EXPECT_EQ(desk.files(), (std::set<std::string>{"corner.yaml", "mine", "mine/letter.txt"}));
}

TEST_F(PlanCommand, SaysThatSurfacesDoNotMeet) {
  desk.write("stool.yaml", with_stool());
  const Ended ended = desk.run({"plan", "stool.yaml", "--to", "stool", "--draw", "pictures"});
  EXPECT_EQ(ended.exit_code, 1) << ended.err;
  EXPECT_NE(ended.out.find("no plan: ground and stool do not meet in an edge"), std::string::npos)
      << ended.out;
  EXPECT_FALSE(fs::exists(desk.here / "pictures"));
  const json plan = json::parse(desk.run({"plan", "stool.yaml", "--to", "stool", "--json"}).out);
  EXPECT_EQ(plan.at("outcome"), "no_edge");
  EXPECT_TRUE(plan.at("edge").is_null());
  EXPECT_TRUE(plan.at("steps").is_null());
}

/// The wall is 0.3 m high: too low for the feet of the default stance.
TEST_F(PlanCommand, SaysWhichFootHasNoRoomBehindTheEdge) {
  desk.write("low.yaml", replaced(corner(), "[0, 0, 1.5], rpy_deg: [0, -90, 0], size_m: [3, 3]",
                                  "[0, 0, 0.15], rpy_deg: [0, -90, 0], size_m: [0.3, 3]"));
  const Ended ended = desk.run({"plan", "low.yaml"});
  EXPECT_EQ(ended.exit_code, 1) << ended.err;
  EXPECT_NE(ended.out.find("no plan: there is no room for the default stance on wall: with the "
                           "body 0."),
            std::string::npos)
      << ended.out;
  const json plan = json::parse(desk.run({"plan", "low.yaml", "--json"}).out);
  EXPECT_EQ(plan.at("outcome"), "no_goal");
  EXPECT_EQ(plan.at("no_room").at("surface"), "wall");
  EXPECT_GT(plan.at("no_room").at("missing_m"), 0);
}

/// A robot on point feet before a wall.
std::string without_cups() {
  const std::string cups = corner(), robot = "robot: romerin4", force = "cup_force_N: 120\n";
  const std::string drive = "drive: {model: electric}\nstep_s: 0.001\n";
  return replaced(replaced(replaced(cups, robot, "robot: amru5"), force, drive),
                  "{name: cups attached, signal: count.attached, equals: 4}",
                  "{name: stands, signal: error.body.position, max: 1, unit: m}");
}

TEST_F(PlanCommand, SaysThatARobotWithoutCupsCannotStandOnAWall) {
  desk.write("points.yaml", without_cups());
  const Ended ended = desk.run({"plan", "points.yaml", "--json"});
  EXPECT_EQ(ended.exit_code, 1) << ended.err;
  const json plan = json::parse(ended.out);
  EXPECT_EQ(plan.at("outcome"), "no_stand");
  EXPECT_NE(plan.at("message").get<std::string>().find(
                "the robot, which has no cups, cannot stand on wall: "),
            std::string::npos)
      << plan.at("message");
  EXPECT_TRUE(plan.at("furthest").is_null());
  EXPECT_FALSE(plan.at("standing").is_null());
  EXPECT_EQ(plan.at("work").at("stances"), 0);
}

TEST_F(PlanCommand, RefusesSurfacesThatAreNone) {
  desk.write("stool.yaml", with_stool());
  desk.write("robot.yaml", robot_text());
  desk.write("alone.yaml", kStand);
  refused({"plan", "stool.yaml"}, {"--to: must name one of several surfaces (wall, stool)"});
  refused({"plan", "alone.yaml"}, {"ground: is the only one"});
  refused({"plan", "corner.yaml", "--to", "wal"},
          {"--to = wal: is not a surface of the scenario", "did you mean wall?", "ground, wall"});
  refused({"plan", "corner.yaml", "--to", "moon"}, {"(it has ground, wall)"});
  refused({"plan", "corner.yaml", "--to", "ground"},
          {"--to = ground: is the surface on which the robot stands"});
}

TEST_F(PlanCommand, RefusesScenariosWithoutARobotOnPlanes) {
  refused({"plan", "arm_over_bench"}, {"needs a robot that stands on its feet"});
  refused({"plan", "hexapod3_rough_ripple"}, {"is a relief; a plan needs planes"});
  refused({"plan", "nothing"}, {"is not the name of a scenario"});
}

TEST_F(PlanCommand, RefusesOptionsThatDoNotGoTogether) {
  refused({"plan"}, {"needs a scenario, or --angles"});
  refused({"plan", "corner.yaml", "--angles", "romerin4"}, {"makes its own surfaces"});
  refused({"plan", "--angles", "romerin4", "--to", "wall"}, {"makes its own surfaces"});
  refused({"plan", "--angles", "romerin4", "--draw", "x"}, {"makes its own surfaces"});
  refused({"plan", "corner.yaml", "--cup-force", "90"}, {"--cup-force: needs --angles"});
  refused({"plan", "corner.yaml", "--jobs", "2"}, {"--jobs: needs --angles"});
  refused({"plan", "--angles", "nothing"}, {"is not the name of a robot"});
  refused({"plan", "--angles", "romerin4", "--cup-force", "900"}, {"--cup-force = 900"});
  refused({"plan", "--angles", "hexapod3", "--cup-force", "90"}, {"needs a robot with cups"});
  refused({"plan", "corner.yaml", "--seed", "-1"}, {"must be a whole number"});
  refused({"plan", "--angles", "romerin4", "--jobs", "0"}, {"must be a whole number"});
}

}  // namespace
}  // namespace ventosa::app::plan_command_test
