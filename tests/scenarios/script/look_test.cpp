#include <cmath>

#include "tests/scenarios/good_scenario.h"

/// Directions in which a script turns the camera.
namespace ventosa::scenarios::look_test {
namespace {

std::string with_look(const std::string& look, const std::string& camera = "camera: {}") {
  std::string text = with("duration_s: 4\n", "duration_s: 4\n" + camera + "\n");
  return text.insert(text.find("asserts:"), "  - {at_s: 2, " + look + "}\n");
}

TEST(ReadScenario, LooksAroundByTheScript) {
  const Script script = read(with_look("look: {pan_deg: 90, tilt_deg: -10}")).script;
  const auto gaze_at = [&](double time_s) {
    return script.goal_at(time_s, Isometry3d::Identity()).gaze;
  };
  EXPECT_FALSE(gaze_at(1.99));
  ASSERT_TRUE(gaze_at(2));
  EXPECT_NEAR(gaze_at(3)->pan_rad, M_PI / 2, 1e-12);
  EXPECT_NEAR(gaze_at(3)->tilt_rad, -M_PI / 18, 1e-12);
}

TEST(ReadScenario, RefusesALookThatThePanTiltCannotTake) {
  const auto refused = [](const std::string& text, const std::string& words) {
    expect_refused(text, "11", words);
  };
  refused(with_look("look: {pan_deg: 121, tilt_deg: 0}"), "script[1].look.pan_deg");
  refused(with_look("look: {pan_deg: -121, tilt_deg: 0}"), "pan-tilt's limits");
  refused(with_look("look: {pan_deg: 0, tilt_deg: 76}"), "script[1].look.tilt_deg");
  refused(with_look("look: {pan_deg: 0}"), "tilt_deg");
  refused(with_look("look: {pan_deg: 0, tilt_deg: 0, roll_deg: 1}"), "roll_deg");
  refused(with_look("look: {pan_deg: 0, tilt_deg: 0}, hold: {}"), "needs one of");
  refused(with_look("look: {pan_deg: 0, tilt_deg: 0}", "camera: {on: false}"), "needs a camera");
}

}  // namespace
}  // namespace ventosa::scenarios::look_test
