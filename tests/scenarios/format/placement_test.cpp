#include "scenarios/format/sections.h"
#include "tests/scenarios/good_scenario.h"

namespace ventosa::scenarios::placement_test {
namespace {

using controller::Activity;
using controller::Vector3d;

TEST(ReadScenario, StandsTheNominalStanceOnTheSurface) {
  const Scenario scenario = read(kGood);
  // nominal height: L6 over the lips to the wrists, 0.05 m from there to the hips
  EXPECT_NEAR(scenario.twin.X_WB.translation().z(), 0.087 + 0.05, 1e-9);
  EXPECT_EQ(scenario.twin.leg.size(), 4u);
}

TEST(ReadScenario, TurnsTheRobotUpTheWallByDefault) {
  const Scenario scenario = read(with("position_m: [0, 0, 0], normal: [0, 0, 1]",
                                      "position_m: [1, 0, 2], normal: [-1, 0, 0]"));
  const auto& R_WB = scenario.twin.X_WB.linear();
  EXPECT_TRUE(R_WB.col(0).isApprox(Vector3d::UnitZ(), 1e-12));   // forward is up
  EXPECT_TRUE(R_WB.col(2).isApprox(-Vector3d::UnitX(), 1e-12));  // its back does not touch the wall
  EXPECT_TRUE(scenario.twin.X_WB.translation().isApprox(Vector3d(1 - 0.137, 0, 2), 1e-9));
}

TEST(ReadScenario, PutsPlacementIntoTheFrameOfTheSurface) {
  const Scenario scenario = read(
      with("{surface: ground}", "{surface: ground, position_m: [0.3, -0.2], heading_deg: 90}"));
  EXPECT_TRUE(scenario.twin.X_WB.translation().isApprox(Vector3d(0.3, -0.2, 0.137), 1e-9));
  EXPECT_TRUE(scenario.twin.X_WB.linear().col(0).isApprox(Vector3d::UnitY(), 1e-12));
}

TEST(ReadScenario, MakesAPatchOfItsNormalOrItsAngles) {
  const std::string by_angles = with("normal: [0, 0, 1]", "rpy_deg: [0, -45, 0]");
  const std::string by_normal = with("normal: [0, 0, 1]", "normal: [-2, 0, 2]");
  EXPECT_TRUE(read(by_angles).surfaces[0].patch.X_WS.isApprox(
      read(by_normal).surfaces[0].patch.X_WS, 1e-12));
}

TEST(Uphill, LiesInThePlaneAndPointsUp) {
  for (const Vector3d& n : {Vector3d(0, 0, 1), Vector3d(0, 0, -1), Vector3d(-1, 0, 0),
                            Vector3d(0.3, -0.5, 0.2), Vector3d(0.1, 0.4, -0.9)}) {
    const Vector3d normal = n.normalized();
    EXPECT_NEAR(uphill(normal).dot(normal), 0, 1e-15);
    EXPECT_NEAR(uphill(normal).norm(), 1, 1e-15);
    EXPECT_GE(uphill(normal).z(), 0);
  }
}

TEST(ReadScenario, GivesTheRobotAnotherStance) {
  const Scenario scenario = read(
      with("{surface: ground}", "{surface: ground, stance: {radius_m: 0.24, height_m: 0.06}}"));
  EXPECT_NEAR(scenario.twin.X_WB.translation().z(), 0.087 + 0.06, 1e-9);
  const controller::Leg& leg = scenario.controller_model.leg[0];
  const Vector3d p_BL = leg.X_BL.translation();
  EXPECT_NEAR((leg.p_BW_nominal - p_BL).head<2>().norm(), 0.24, 1e-12);
  EXPECT_NEAR((leg.p_BW_nominal - p_BL).z(), -0.06, 1e-12);
}

std::string on_the_bench(const std::string& placement, const std::string& joints) {
  std::string text = with("{surface: ground}", "{surface: ground, height_m: 1, " + placement + "}");
  text.replace(text.find("romerin4"), 8, "romerin1");
  const std::size_t script = text.find("script:");
  return text.replace(script, text.find("asserts:") - script,
                      "script:\n  - {at_s: 1, joints: {" + joints + "}}\n");
}

TEST(ReadScenario, MovesTheJointsOfAModuleOnABenchFromWhereItWasClamped) {
  const std::string clamped = "clamped: {joints_deg: [[0, 10, 90, 0, 0, 0]]}";
  const Scenario scenario =
      read(on_the_bench(clamped, "leg: module, q_deg: [0, 20, 90, 0, 0, 0], speed_deg_s: 5"));
  EXPECT_TRUE(scenario.twin.clamped);
  EXPECT_FALSE(scenario.twin.leg[0].attached);
  const auto goal = [&](double time_s) { return scenario.script.goal_at(time_s, {}); };
  EXPECT_EQ(goal(0.9).activity, Activity::kHold);
  EXPECT_EQ(goal(2).activity, Activity::kLeg);
  const controller::LegRequest request = goal(2).request;
  EXPECT_EQ(request.kind, controller::TaskKind::kMove);
  EXPECT_EQ(request.leg, 0);
  ASSERT_EQ(request.move.n, 1);
  EXPECT_NEAR(request.move.q_rad[0][1], 20 * M_PI / 180, 1e-12);
  EXPECT_NEAR(request.move.speed_rad_s, 5 * M_PI / 180, 1e-12);
}

TEST(ReadScenario, RefusesJointsThatNobodyCouldMove) {
  const std::string clamped = "clamped: {joints_deg: [[0, 10, 90, 0, 0, 0]]}";
  const auto error = [&](const std::string& placement, const std::string& joints) {
    return error_of(on_the_bench(placement, joints));
  };
  const auto expect_error = [&](const std::string& what, const std::string& part) {
    EXPECT_NE(what.find(part), std::string::npos) << what;
  };
  expect_error(error(clamped, "leg: module, q_deg: [0, 20, 90]"), "must have 6 elements");
  expect_error(error(clamped, "leg: module, q_deg: [0, 120, 90, 0, 0, 0]"), "joint limits");
  expect_error(error(clamped, "leg: modul, q_deg: [0, 20, 90, 0, 0, 0]"), "must be one of");
  expect_error(error("clamped: {joints_deg: [[0, 10]]}", "leg: module, q_deg: [0]"),
               "must have 6 elements");
  expect_error(error(clamped, "leg: module, q_deg: [0, 10, 90, 0, 0, 0], via_deg: []"), "excludes");
  expect_error(error(clamped, "leg: module, via_deg: []"), "elements");
  expect_error(error(clamped, "leg: module, q_deg: [0, 10, 90, 0, 0, 0], speed_deg_s: 0"),
               "speed_deg_s");
}

TEST(ReadScenario, RefusesABenchInsideTheFloor) {
  std::string text = on_the_bench("clamped: {joints_deg: [[0, 10, 90, 0, 0, 0]]}",
                                  "leg: module, q_deg: [0, 20, 90, 0, 0, 0]");
  const std::size_t at = text.find("height_m: ") + 10;
  text.replace(at, text.find_first_of(",}\n", at) - at, "0");
  const std::string what = error_of(text);
  EXPECT_NE(what.find("placement: starts "), std::string::npos) << what;
}

TEST(ReadScenario, RefusesAFootOnNoSurface) {
  expect_refused(with("size_m: [3, 3]", "size_m: [0.6, 0.6]"), "6", "is not on a surface");
}

TEST(ReadScenario, WantsTheWholeLipOnTheSurface) {
  // the feet stand at (+-0.229, +-0.241) m and their lips reach 0.09 m further
  expect_refused(with("size_m: [3, 3]", "size_m: [0.63, 3]"), "6", "is not on a surface");
  expect_refused(with("size_m: [3, 3]", "size_m: [3, 0.65]"), "6", "is not on a surface");
  EXPECT_EQ(error_of(with("size_m: [3, 3]", "size_m: [0.65, 0.67]")), "");
}

TEST(ReadScenario, RefusesAnUnreachablePlacement) {
  expect_refused(with("{surface: ground}", "{surface: ground, height_m: 1}"), "6", "cannot reach");
}

TEST(ReadScenario, RefusesAPlacementOnAnUnknownSurface) {
  expect_refused(with("surface: ground", "surface: grund"), "6", "there are: ground");
}

}  // namespace
}  // namespace ventosa::scenarios::placement_test
