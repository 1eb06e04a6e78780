#include <gtest/gtest.h>

#include <bit>
#include <filesystem>

#include "scenarios/session/load.h"
#include "scenarios/session/scenario_run.h"
#include "tests/controller/numbers_of.h"
#include "tests/scenarios/logged_run.h"

/// The organizer on surfaces known only from pictures.
namespace ventosa::scenarios::seen_surfaces_test {
namespace {

namespace fs = std::filesystem;
using controller::Isometry3d;
using controller::Vector3d;

Scenario crawl(double duration_s) {
  const fs::path source(VENTOSA_SOURCE_DIR);
  Scenario scenario =
      load(source / "scenarios/data/crawl_seen_ground.yaml", source / "models/data");
  scenario.duration_s = duration_s;
  return scenario;
}

/// A second controller beside the run, with the same inputs except for its surveyed patches.
TEST(SeenSurfaces, NeedNoSurvey) {
  const Scenario scenario = crawl(12);
  sim::TwinConfig config = scenario.twin;
  config.seed = 1;
  sim::Twin twin(scenario.robot, config);
  controller::Start start;
  ASSERT_EQ(twin.start(start), hal::Status::kOk);
  controller::Controller other(scenario.controller_model, scenario.controller, start);
  controller::Start scrambled = start;
  for (controller::Patch& patch : scrambled.patches.patch) {
    patch.X_WS =
        Eigen::Translation3d(1, std::nan(""), 3) * Eigen::AngleAxisd(0.1, Vector3d::UnitY());
    patch.half_extent_m.setConstant(2);
    patch.friction = 0.01;
  }
  controller::Controller lied_to(scenario.controller_model, scenario.controller, scrambled);
  controller::Observation seen = start.seen;
  const auto values = [&](const controller::Command& command) {
    return controller::numbers_of(controller::Shape(scenario.controller_model), command);
  };
  for (int n = 0; n < 1200; ++n) {
    const controller::Goal goal = scenario.script.goal_at(0.01 * n, scenario.twin.X_WB);
    const controller::Command command = other.tick(seen, goal);
    ASSERT_EQ(values(lied_to.tick(seen, goal)), values(command)) << n;
    ASSERT_EQ(other.diagnostics().reason, controller::Reason::kNone) << n;
    ASSERT_EQ(twin.exchange(command, seen), hal::Status::kOk);
  }
  EXPECT_GE(other.diagnostics().steps_done, 1);
}

// the other way round: with surveyed surfaces pictures are not used
TEST(SurveyedSurfaces, NeedNoSight) {
  Scenario scenario = crawl(10);
  scenario.controller.surfaces.source = controller::SurfaceSource::kSurveyed;
  Scenario blind = scenario;
  blind.twin.camera.on = false;
  LoggedRun a(scenario, 1), b(blind, 1);
  while (a.advance() && b.advance()) {
  }
  ASSERT_EQ(a.log().n_rows(), b.log().n_rows());
  for (const record::Column& column : b.log().columns()) {
    const std::size_t in_a = a.log().find(column.name).value();
    const std::size_t in_b = b.log().find(column.name).value();
    for (std::size_t i = 0; i < b.log().n_rows(); ++i)
      ASSERT_EQ(std::bit_cast<std::uint64_t>(a.log().at(i, in_a)),
                std::bit_cast<std::uint64_t>(b.log().at(i, in_b)))
          << column.name;
  }
}

TEST(SeenSurfaces, StopTheRobotWhereNothingIsSeen) {
  Scenario scenario = crawl(80);
  scenario.controller.surfaces.start_x_m = 0.05;
  scenario.twin.camera.tilt_rad = -1.2;  // it looks at the sky
  LoggedRun run(scenario, 1);
  bool refused = false;
  while (run.advance())
    refused = refused || run.controller().diagnostics().reason == controller::Reason::kNoFoothold;
  EXPECT_TRUE(refused);
  // the body goes as far as its feet reach from the places where they are known to stand
  EXPECT_LT(run.twin().truth().X_WB.translation().x(), 0.25);
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_EQ(run.twin().truth().leg[i].cup.phase, sim::CupPhase::kAttached);
  const auto& map = run.controller().state().perception.map;
  EXPECT_EQ(map.n, 1);
}

TEST(SeenSurfaces, LieWhereTheTrueOnesAre) {
  const Scenario scenario = crawl(20);
  LoggedRun run(scenario, 1);
  while (run.advance()) {
  }
  const auto& map = run.controller().state().perception.map;
  ASSERT_GE(map.n, 1);
  for (int k = 0; k < map.n; ++k) {
    const Isometry3d& X_WS = map.patches.patch[static_cast<std::size_t>(k)].X_WS;
    EXPECT_LT(std::abs(X_WS.translation().z()), 0.005);
    EXPECT_GT(X_WS.linear()(2, 2), std::cos(M_PI / 180));
  }
  EXPECT_GT(map.patches.patch[0].half_extent_m.x(), 0.6);  // it grew ahead
}

TEST(SeenSurfaces, GoOnFromASnapshot) {
  const Scenario scenario = crawl(12);
  LoggedRun whole(scenario, 3);
  RunSnapshot snapshot;
  while (whole.tick() < 707) whole.advance();  // with a picture on its way
  whole.save(snapshot);
  while (whole.advance()) {
  }
  LoggedRun rest(scenario, 3);
  rest.restore(snapshot);
  while (rest.advance()) {
  }
  EXPECT_EQ(rest.state_hash(), whole.state_hash());
}

}  // namespace
}  // namespace ventosa::scenarios::seen_surfaces_test
