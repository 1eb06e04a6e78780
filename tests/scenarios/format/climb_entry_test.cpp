#include "tests/scenarios/good_scenario.h"

/// Climbs in a script.
namespace ventosa::scenarios::climb_entry_test {
namespace {

std::string climb(const std::string& climb) {
  return with("walk: {velocity_m_s: [0.01, 0, 0], distance_m: 0.1}}", "climb: {" + climb + "}}");
}

const Climb& read_climb(const Scenario& scenario) {
  return std::get<Climb>(scenario.script.goals()[0].motion);
}

TEST(ClimbEntry, NamesItsSurfaceAndEndsBehindTheEdge) {
  const Scenario scenario = read(climb("surface: ground"));
  EXPECT_EQ(read_climb(scenario).surface, 0);
  EXPECT_FALSE(read_climb(scenario).X_WB_end);
  EXPECT_EQ(read_climb(scenario).gait, controller::kFreeGait);
}

TEST(ClimbEntry, EndsAtItsPositionAlongItsHeading) {
  const Scenario scenario =
      read(climb("surface: ground, position_m: [0.5, -0.25], heading_deg: 90"));
  const Isometry3d& X_WB = *read_climb(scenario).X_WB_end;
  EXPECT_NEAR(X_WB.translation().x(), 0.5, 1e-12);
  EXPECT_NEAR(X_WB.translation().y(), -0.25, 1e-12);
  EXPECT_NEAR((X_WB.linear().col(0) - Vector3d::UnitY()).norm(), 0, 1e-12);
}

TEST(ClimbEntry, IsRefusedWithWhatItCannotHave) {
  expect_refused(climb("surface: celing"), "9:32", "celing");
  expect_refused(climb("position_m: [0, 0]"), "9:15", "surface");
  expect_refused(climb("surface: ground, position_m: [1.6, 0]"), "9:40", "lies beside the surface");
  expect_refused(climb("surface: ground, position_m: [.nan, 0]"), "9:53", "position_m");
  expect_refused(climb("surface: ground, heading_deg: 10"), "9:53", "needs position_m beside it");
  expect_refused(climb("surface: ground, gait: trot"), "9:46", "trot");
  expect_refused(climb("surface: ground, speed_m_s: 1"), "9:40", "unknown key");
}

/// A surface that is refused is no reason to refuse the climb.
TEST(ClimbEntry, IsNotRefusedForWhatIsWrongWithTheSurfaces) {
  std::string text = climb("surface: ground");
  text.replace(text.find("friction"), 8, "fricton");
  EXPECT_EQ(error_of(text).find("climb"), std::string::npos) << error_of(text);
}

}  // namespace
}  // namespace ventosa::scenarios::climb_entry_test
