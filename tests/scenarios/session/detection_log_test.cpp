#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "scenarios/session/derived_signals.h"
#include "scenarios/session/load.h"
#include "scenarios/session/scenario_run.h"
#include "tests/scenarios/logged_run.h"

/// The log has detected planes beside the true ones; the controller gets the detected ones.
namespace ventosa::scenarios::detection_log_test {
namespace {

using controller::DetectedPlane;
using controller::Isometry3d;
using controller::PlaneDetections;
using controller::Vector3d;

/// The robot circles over the edge of two planes and looks around, with a wrong camera mounting.
Scenario looking_around(const std::string& camera = "scale_error_sd: 0.01") {
  const std::string text = R"(schema: 1
robot: romerin4
surfaces:
  - {name: ground, position_m: [0, 0, 0], normal: [0, 0, 1], size_m: [3, 3], friction: 0.6}
  - {name: wall, position_m: [1.5, 0, 1], normal: [-1, 0, 0.2], size_m: [3, 3], friction: 0.6}
placement: {surface: ground}
camera: {tilt_deg: 20, mounting_error_deg: [1, -0.5, 0.3], disparity_noise_px: 0.08, holes: true, latency_s: 0.05, angle_step_deg: 2, )" +
                           camera + R"(}
controller: {surfaces: {source: seen}}
duration_s: 4
script:
  - {at_s: 0.3, circle: {radius_m: 0.03, period_s: 4}}
  - {at_s: 1, look: {pan_deg: 24.6, tilt_deg: 33}}
  - {at_s: 2.5, look: {pan_deg: -70, tilt_deg: 10}}
asserts:
  - {name: slip, signal: worst.slip, max: 1, unit: m}
)";
  const std::filesystem::path source(VENTOSA_SOURCE_DIR);
  return parse(text, source / "looking_around.yaml", source / "models/data");
}

/// Reads values of a log by name.
struct Reader {
  const record::RunLog& log;

  double at(std::size_t row, const std::string& name) const {
    return log.at(row, log.find(name).value());
  }
  Vector3d vector(std::size_t row, const std::string& name) const {
    return {at(row, name + ".x"), at(row, name + ".y"), at(row, name + ".z")};
  }
  Isometry3d body(std::size_t row) const {
    const std::string b = "truth.body.";
    return Eigen::Translation3d(vector(row, "truth.body")) *
           Eigen::Quaterniond(at(row, b + "qw"), at(row, b + "qx"), at(row, b + "qy"),
                              at(row, b + "qz"));
  }
  /// by "seen" or "truth"
  DetectedPlane plane(std::size_t row, const std::string& group, int i) const {
    const std::string p = group + ".plane" + std::to_string(i) + ".";
    DetectedPlane plane{.normal = vector(row, p + "normal")};
    const std::string own = "seen.plane" + std::to_string(i) + ".corners";
    plane.n_corners = static_cast<int>(at(row, own));
    for (int k = 0; k < plane.n_corners; ++k) {
      plane.corner[static_cast<std::size_t>(k)].p = vector(row, p + "corner" + std::to_string(k));
    }
    return plane;
  }
};

// by the patches of the scenario and the true pose in the row of the picture's time
TEST(Log, HasTheWorldsTruthBesideEverySighting) {
  const Scenario scenario = looking_around();
  LoggedRun run(scenario, 1);
  while (run.advance()) {
  }
  const Reader read{run.log()};
  int n_planes[2] = {0, 0};
  double most_off_m = 0, most_off_rad = 0;
  for (std::size_t row = 0; row < run.log().n_rows(); ++row) {
    const double sampled_s = read.at(row, "seen.camera.sampled");
    const auto then = static_cast<std::size_t>(std::llround(100 * sampled_s));
    if (sampled_s < 0 || std::abs(sampled_s - 0.01 * static_cast<double>(then)) > 1e-9) continue;
    EXPECT_LT(then, row);
    const Isometry3d X_WB = read.body(then);
    EXPECT_EQ(read.at(row, "truth.camera.pan"), read.at(then, "truth.pan_tilt.pan"));
    EXPECT_EQ(read.at(row, "truth.camera.tilt"), read.at(then, "truth.pan_tilt.tilt"));
    double worst_m = 0, worst_rad = 0;
    for (int i = 0; i < controller::kMaxDetectedPlanes; ++i) {
      const int patch =
          static_cast<int>(read.at(row, "truth.plane" + std::to_string(i) + ".patch"));
      if (patch < 0) continue;
      const DetectedPlane is = read.plane(row, "truth", i), seen = read.plane(row, "seen", i);
      const Isometry3d& X_WS = scenario.twin.patches.patch[static_cast<std::size_t>(patch)].X_WS;
      const Vector3d n_W = X_WS.linear().col(2);
      EXPECT_LT((X_WB.linear() * is.normal - n_W).norm(), 1e-9);
      Vector3d off = Vector3d::Zero();
      for (std::size_t k = 0; k < static_cast<std::size_t>(is.n_corners); ++k) {
        EXPECT_NEAR(n_W.dot(X_WB * is.corner[k].p - X_WS.translation()), 0, 1e-9);
        off += (seen.corner[k].p - is.corner[k].p) / is.n_corners;
      }
      worst_m = std::max(worst_m, std::abs(off.dot(is.normal)));
      worst_rad = std::max(worst_rad, std::acos(std::min(1.0, seen.normal.dot(is.normal))));
      ++n_planes[patch];
    }
    EXPECT_NEAR(read.at(row, "error.planes.offset"), worst_m, 1e-9);
    EXPECT_NEAR(read.at(row, "error.planes.angle"), worst_rad, 1e-6);
    most_off_m = std::max(most_off_m, worst_m);
    most_off_rad = std::max(most_off_rad, worst_rad);
  }
  EXPECT_GT(n_planes[0], 50);
  EXPECT_GT(n_planes[1], 50);
  EXPECT_GT(most_off_m, 0.002);  // the visible part differs
  EXPECT_GT(most_off_rad, 0.01);
}

// with noise alone, detected minus true is as large as the reported deviation; slightly more where
// the body stands so still that the rounded depths are the same in every picture
TEST(Log, KnowsHowFarOffASeenPlaneMayBe) {
  Scenario scenario = looking_around("scale_error_sd: 0");
  scenario.twin.camera.mounting_error_rad.setZero();
  scenario.twin.camera.angle_step_rad = 0;
  LoggedRun run(scenario, 1);
  while (run.advance()) {
  }
  const Reader read{run.log()};
  double sum = 0;
  int n_corners = 0;
  for (std::size_t row = 0; row < run.log().n_rows(); row += 3)
    for (int i = 0; i < 2; ++i) {
      const DetectedPlane is = read.plane(row, "truth", i), seen = read.plane(row, "seen", i);
      for (int k = 0; k < seen.n_corners; ++k) {
        const auto c = static_cast<std::size_t>(k);
        const std::string sd =
            "seen.plane" + std::to_string(i) + ".corner" + std::to_string(k) + ".sd";
        const double off = (seen.corner[c].p - is.corner[c].p).dot(is.normal);
        sum += off * off / (read.at(row, sd) * read.at(row, sd));
        ++n_corners;
      }
    }
  EXPECT_GT(n_corners, 1000);
  EXPECT_GT(sum / n_corners, 0.65);
  EXPECT_LT(sum / n_corners, 1.6);
}

// a picture is transformed into the body by the reported angles, which are off by half a step
TEST(Log, HasPlanesAskewByWhatThePanTiltReportsAmiss) {
  Scenario scenario = looking_around("scale_error_sd: 0");
  scenario.twin.camera.mounting_error_rad.setZero();
  LoggedRun run(scenario, 1);
  while (run.tick() < 245 && run.advance()) {
  }
  const Reader read{run.log()};
  const std::size_t row = run.log().n_rows() - 1;
  // pan is 0.6 deg above a step, tilt is 1 of 2 deg
  const double pan = read.at(row, "seen.camera.pan") - read.at(row, "truth.camera.pan");
  const double tilt = read.at(row, "seen.camera.tilt") - read.at(row, "truth.camera.tilt");
  EXPECT_GT(std::hypot(pan, tilt), 0.01);
  EXPECT_GT(read.at(row, "error.planes.angle"), 0.009);
  EXPECT_LT(read.at(row, "error.planes.angle"), std::hypot(pan, tilt) + 0.002);
}

TEST(Log, HasWhatTheControllerWasToldOfPlanes) {
  const Scenario scenario = looking_around();
  LoggedRun run(scenario, 1);
  RunSnapshot now;
  int n = 0;
  do {
    run.save(now);
    const Reader read{run.log()};
    const std::size_t row = run.log().n_rows() - 1;
    const PlaneDetections& reported = now.seen.detections;
    EXPECT_EQ(read.at(row, "seen.camera.sampled"), 1e-9 * static_cast<double>(reported.sampled_ns));
    EXPECT_EQ(read.at(row, "seen.camera.pan"), reported.pan_rad);
    EXPECT_EQ(read.at(row, "seen.camera.tilt"), reported.tilt_rad);
    for (int i = 0; i < controller::kMaxDetectedPlanes; ++i) {
      const DetectedPlane seen = read.plane(row, "seen", i);
      const DetectedPlane& plane = reported.plane[static_cast<std::size_t>(i)];
      ASSERT_EQ(seen.n_corners, plane.n_corners);
      if (plane.n_corners == 0) continue;
      EXPECT_EQ(seen.normal, plane.normal);
      for (std::size_t k = 0; k < static_cast<std::size_t>(plane.n_corners); ++k)
        EXPECT_EQ(seen.corner[k].p, plane.corner[k].p);
      ++n;
    }
  } while (run.advance());
  EXPECT_GT(n, 300);
}

/// Map of a controller with the run's readings, changed by `lie`, at the end of the run.
std::vector<double> answers(const Scenario& scenario,
                            void (*lie)(PlaneDetections&, const sim::Truth&)) {
  sim::TwinConfig config = scenario.twin;
  config.seed = 1;
  sim::Twin twin(scenario.robot, config);
  controller::Start start;
  EXPECT_EQ(twin.start(start), hal::Status::kOk);
  controller::Controller controller(scenario.controller_model, scenario.controller, start);
  controller::Observation seen = start.seen;
  for (int n = 0; n < 100; ++n) {
    controller::Observation reported = seen;
    lie(reported.detections, twin.truth());
    const controller::Goal goal = scenario.script.goal_at(0.01 * n, scenario.twin.X_WB);
    const controller::Command command = controller.tick(reported, goal);
    if (twin.exchange(command, seen) != hal::Status::kOk) ADD_FAILURE();
  }
  std::vector<double> values;
  for (int k = 0; k < controller.state().perception.map.n; ++k) {
    const auto& patch =
        controller.state().perception.map.patches.patch[static_cast<std::size_t>(k)];
    values.insert(values.end(), patch.X_WS.matrix().data(), patch.X_WS.matrix().data() + 16);
  }
  return values;
}

// its map comes from readings: with true values it would be different
TEST(Controller, HasTheSensedPlanesNotTheTrueOnes) {
  const Scenario scenario = looking_around();
  LoggedRun run(scenario, 1);
  while (run.tick() < 99 && run.advance()) {
  }
  const auto& map = run.controller().state().perception.map;
  std::vector<double> in_the_run;
  for (int k = 0; k < map.n; ++k) {
    const auto& m = map.patches.patch[static_cast<std::size_t>(k)].X_WS.matrix();
    in_the_run.insert(in_the_run.end(), m.data(), m.data() + 16);
  }
  ASSERT_GE(map.n, 2);
  EXPECT_EQ(answers(scenario, [](PlaneDetections&, const sim::Truth&) {}), in_the_run);
  const auto tell_the_truth = [](PlaneDetections& seen, const sim::Truth& truth) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(seen.n); ++i) {
      if (truth.detections.plane[i].patch < 0) continue;
      const DetectedPlane& is = truth.detections.plane[i].plane;
      seen.plane[i].normal = is.normal;
      for (std::size_t k = 0; k < is.corner.size(); ++k) seen.plane[i].corner[k].p = is.corner[k].p;
    }
  };
  EXPECT_NE(answers(scenario, tell_the_truth), in_the_run);
}

// a robot with surveyed surfaces ignores its detections; the hash contains them
TEST(ScenarioRun, HashesWhatTheCameraSees) {
  const auto hash = [](const std::string& camera) {
    Scenario scenario = looking_around(camera);
    scenario.controller.surfaces.source = controller::SurfaceSource::kSurveyed;
    LoggedRun run(scenario, 1);
    while (run.tick() < 20 && run.advance()) {
    }
    return run.state_hash();
  };
  EXPECT_EQ(hash("scale_error_sd: 0"), hash("scale_error_sd: 0"));
  EXPECT_NE(hash("scale_error_sd: 0"), hash("scale_error_sd: 0.001"));
}

TEST(ScenarioRun, LooksAroundByItsScript) {
  const Scenario scenario = looking_around();
  LoggedRun run(scenario, 1);
  while (run.advance()) {
  }
  const Reader read{run.log()};
  constexpr double kDegrees = M_PI / 180;
  EXPECT_EQ(read.at(100, "truth.pan_tilt.pan"), 0);
  EXPECT_GT(read.at(105, "truth.pan_tilt.pan"), 0);
  EXPECT_NEAR(read.at(249, "truth.pan_tilt.pan"), 24.6 * kDegrees, 1e-12);
  EXPECT_NEAR(read.at(249, "truth.pan_tilt.tilt"), 33 * kDegrees, 1e-12);
  EXPECT_NEAR(read.at(400, "truth.pan_tilt.pan"), -70 * kDegrees, 1e-12);
  EXPECT_NEAR(read.at(249, "seen.camera.pan"), 24 * kDegrees, 1e-9);  // in steps of 2
}

TEST(ScenarioRun, GoesOnFromASnapshotWhileItLooksAround) {
  const Scenario scenario = looking_around();
  LoggedRun whole(scenario, 3);
  RunSnapshot snapshot;
  while (whole.tick() < 113) whole.advance();
  whole.save(snapshot);
  while (whole.advance()) {
  }
  LoggedRun rest(scenario, 3);
  rest.restore(snapshot);
  while (rest.advance()) {
  }
  EXPECT_EQ(rest.state_hash(), whole.state_hash());
}

TEST(DetectionError, IsTheWorstOfWhatIsInSight) {
  PlaneDetections seen{.n = 3};
  sim::DetectionTruth truth;
  for (std::size_t i = 0; i < 3; ++i) {
    DetectedPlane& is = truth.plane[i].plane;
    is.n_corners = seen.plane[i].n_corners = 3;
    is.normal = Vector3d::UnitZ();
    for (std::size_t k = 0; k < 3; ++k) {
      is.corner[k].p = Vector3d(static_cast<double>(k), 1, 0);
      seen.plane[i].corner[k].p =
          is.corner[k].p + Vector3d(0, 0, 0.001 * static_cast<double>(i + 1));
    }
    seen.plane[i].normal =
        Eigen::AngleAxisd(-0.1 * static_cast<double>(i + 1), Vector3d::UnitY()) * Vector3d::UnitZ();
  }
  truth.plane[0].patch = truth.plane[1].patch = 0;  // the controller does not know the third plane
  const DetectionError error = detection_error(seen, truth);
  EXPECT_NEAR(error.offset_m, 0.002, 1e-12);
  EXPECT_NEAR(error.angle_rad, 0.2, 1e-12);
}

}  // namespace
}  // namespace ventosa::scenarios::detection_log_test
