#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "scenarios/session/scenario_run.h"
#include "tests/scenarios/good_scenario.h"

/// Walks in a world that is turned about the vertical: nothing may depend on where x points.
namespace ventosa::scenarios::turned_world_test {
namespace {

using controller::Vector3d;

struct Walk {
  const char* robot;
  enum { kGround, kWall, kCeiling } surface;
  const char* task;
  const char* options = "cup_force_N: 120";
};

std::string vector_text(const Vector3d& v) {
  std::ostringstream text;
  text.precision(17);
  text << '[' << v.x() << ", " << v.y() << ", " << v.z() << ']';
  return text.str();
}

std::string surface_text(const Walk& walk, double yaw_rad) {
  const Eigen::AngleAxisd turn(yaw_rad, Vector3d::UnitZ());
  const double degrees = yaw_rad * 180 / M_PI;
  std::ostringstream text;
  text.precision(17);
  if (walk.surface == Walk::kWall)
    text << "position_m: " << vector_text(turn * Vector3d(0.5, 0, 1.5))
         << ", normal: " << vector_text(turn * Vector3d(-1, 0, 0));
  else if (walk.surface == Walk::kGround)
    text << "position_m: [0, 0, 0], normal: [0, 0, 1], heading_deg: " << degrees;
  else
    text << "position_m: [0, 0, 2], normal: [0, 0, -1], heading_deg: " << -degrees;
  return text.str();
}

Scenario turned(const Walk& walk, double yaw_rad) {
  return read(std::string("schema: 1\nrobot: ") + walk.robot + "\nsurfaces:\n  - {name: here, " +
              surface_text(walk, yaw_rad) +
              ", size_m: [3, 3], friction: 0.6}\nplacement: {surface: here}\nduration_s: 24\n" +
              walk.options +
              "\n"
              "script:\n  - {at_s: 1, walk: " +
              walk.task +
              "}\nasserts:\n  - {name: error, signal: error.body.position, max: 1, unit: m}\n");
}

/// Goes on with both runs; the phases of all feet in each tick and the place are the same.
void expect_same(const Walk& walk, double yaw_rad) {
  const Scenario straight_on = turned(walk, 0), aside = turned(walk, yaw_rad);
  ScenarioRun run(straight_on, 1), other(aside, 1);
  const Eigen::AngleAxisd turn(yaw_rad, Vector3d::UnitZ());
  for (bool more = true; more;) {
    more = run.advance() && other.advance();
    for (std::size_t i = 0; i < run.controller().robot().leg.size(); ++i)
      ASSERT_EQ(run.controller().diagnostics().report[i].phase,
                other.controller().diagnostics().report[i].phase)
          << walk.robot << ' ' << walk.task << " leg " << i << " at " << run.time_s();
    const Vector3d p_WB = turn * run.twin().truth().X_WB.translation();
    ASSERT_LT((other.twin().truth().X_WB.translation() - p_WB).norm(), 1e-6)
        << walk.robot << ' ' << walk.task << " at " << run.time_s();
  }
  EXPECT_GT((run.twin().truth().X_WB.translation() - straight_on.twin.X_WB.translation()).norm(),
            0.03);
}

TEST(TurnedWorld, ChangesNoTickOfAPhaseAndNoPlace) {
  for (const Walk& walk :
       {Walk{"romerin4", Walk::kGround, "{velocity_m_s: [0.005, 0, 0], distance_m: 0.3}"},
        Walk{"romerin4", Walk::kWall, "{velocity_m_s: [0.005, 0, 0], distance_m: 0.3}"},
        Walk{"romerin4", Walk::kCeiling, "{velocity_m_s: [0.004, 0.002, 0], distance_m: 0.3}"},
        Walk{"romerin6_sides", Walk::kWall, "{velocity_m_s: [0.01, 0, 0], distance_m: 0.3}"},
        Walk{"hexapod3", Walk::kGround, "{velocity_m_s: [0.05, 0, 0], distance_m: 1, gait: tripod}",
             "control_period_s: 0.002"}})
    for (const double yaw_deg : {37.0, 243.0}) expect_same(walk, yaw_deg * M_PI / 180);
}

}  // namespace
}  // namespace ventosa::scenarios::turned_world_test
