#include <gtest/gtest.h>

#include "scenarios/format/gap_trace_file.h"
#include "scenarios/session/load.h"
#include "scenarios/session/pushed_twin.h"
#include "tests/hal/armed.h"
#include "tests/hal/legacy/legacy_twin.h"

/// A scenario's controller over the legacy protocol, in virtual time, with the gaps of a busy
/// network.
namespace ventosa::hal::legacy_wall_test {
namespace {

using scenarios::RobotRun;
using scenarios::Scenario;

GapTrace wifi_gaps() {
  return scenarios::read_gap_trace(VENTOSA_SOURCE_DIR "/models/data/traces/wifi.yaml");
}

/// Delays in both directions of each module's link, each from a place of its own in the trace.
test::VirtualNetwork::Fates through(const GapTrace& gaps, double phase) {
  return [gaps, phase](const test::Way& way, std::int64_t now_ns) {
    const double own = phase + 0.13 * static_cast<double>(way.device) + (way.back ? 0.37 : 0);
    const auto delay_ns = delay_through_gaps(gaps, own - std::floor(own), now_ns, 5'000'000);
    return test::Fate{{*delay_ns}};
  };
}

Scenario shipped(const char* name) {
  return scenarios::load(std::string(VENTOSA_SOURCE_DIR "/scenarios/data/") + name + ".yaml",
                         VENTOSA_SOURCE_DIR "/models/data");
}

/// A robot as this protocol shows it: without an IMU.
Scenario without_imu(const char* name) {
  Scenario scenario = shipped(name);
  scenario.controller.body.estimator = controller::Estimator::kRegistration;
  scenario.controller.gait.silence_s = 1.0;
  return scenario;
}

struct OverLegacy {
  explicit OverLegacy(const char* name, test::VirtualNetwork::Fates fates = {})
      : OverLegacy(shipped(name), std::move(fates)) {}
  explicit OverLegacy(const Scenario& requested, test::VirtualNetwork::Fates fates = {})
      : scenario(requested), plant(scenario, 1), inputs(scenario) {
    controller::Start start;
    EXPECT_EQ(plant.start(start), Status::kOk);
    test::LegacyEnds ends = test::legacy_ends(scenario.robot, start);
    ends.master.period_ns = plant.capabilities().control_period_ns;
    wire.emplace(plant, ends, std::move(fates));
    EXPECT_TRUE(wire->take());
    run.emplace(scenario, wire->robot, std::vector<record::RowSink*>{}, nullptr, &inputs);
  }

  const sim::Truth& truth() const { return plant.twin().truth(); }
  GuardMode mode() const { return run->session().report().guard.mode; }
  void until(double time_s) {
    while (run->time_s() < time_s && run->advance()) {
    }
  }

  const Scenario scenario;
  scenarios::PushedTwin plant;
  test::Armed inputs;
  std::optional<test::LegacyWire> wire;
  std::optional<RobotRun> run;
};

/// Largest distance of the body from its start.
struct Drift {
  explicit Drift(const controller::Isometry3d& X_WB) : start(X_WB) {}
  void note(const controller::Isometry3d& X_WB) {
    worst_m = std::max(worst_m, (X_WB.translation() - start.translation()).norm());
    const Eigen::AngleAxisd turn(start.linear().transpose() * X_WB.linear());
    worst_rad = std::max(worst_rad, turn.angle());
  }
  const controller::Isometry3d start;
  double worst_m = 0, worst_rad = 0;
};

constexpr double kWithin_m = 0.015, kWithin_rad = 0.060;

/// The last waypoint of the script.
double error_rad(const sim::LegTruth& leg) {
  const double goal_deg[] = {5, 96, 156, 0, -30, 0};
  double worst_rad = 0;
  for (std::size_t j = 0; j < 6; ++j)
    worst_rad = std::max(worst_rad, std::abs(leg.q_rad[j] - goal_deg[j] * M_PI / 180));
  return worst_rad;
}

/// Detaches a leg, moves it and attaches it again.
void expect_leg_tasks(test::VirtualNetwork::Fates fates) {
  OverLegacy over("legacy_leg_tasks_wall", std::move(fates));
  Drift drift(over.truth().X_WB);
  double nearest_rad = 1;
  int fewest = 4;
  while (over.run->advance()) {
    drift.note(over.truth().X_WB);
    nearest_rad = std::min(nearest_rad, error_rad(over.truth().leg[0]));
    int n_attached = 0;
    for (std::size_t i = 0; i < 4; ++i) n_attached += over.truth().leg[i].cup.vacuum_force_N > 48;
    fewest = std::min(fewest, n_attached);
  }
  EXPECT_LT(drift.worst_m, kWithin_m);
  EXPECT_LT(drift.worst_rad, kWithin_rad);
  EXPECT_LT(nearest_rad, kWithin_rad);
  EXPECT_EQ(fewest, 3);
  EXPECT_GT(over.truth().leg[0].cup.vacuum_force_N, 100);
  EXPECT_EQ(over.mode(), GuardMode::kActive);
  testing::Test::RecordProperty("drift_m", std::to_string(drift.worst_m));
  testing::Test::RecordProperty("drift_rad", std::to_string(drift.worst_rad));
}

TEST(LegacyWall, MovesALegAndAttachesItAgain) { expect_leg_tasks({}); }

TEST(LegacyWall, DoesSoWithTheGapsOfABusyNetwork) {
  for (const double phase : {0.2, 0.5, 0.8}) expect_leg_tasks(through(wifi_gaps(), phase));
}

/// Crawls up the wall as in a shipped scenario: largest distance of the body from its reference, in
/// the world as the robot found it at its start, and smallest safety factor of an attached cup.
struct Crawl {
  explicit Crawl(test::VirtualNetwork::Fates fates)
      : over("legacy_crawl_up_wall", std::move(fates)) {
    const double start_m = over.truth().X_WB.translation().z();
    const auto& plan = over.run->controller().diagnostics();
    X_WV = over.truth().X_WB * plan.X_WB_estimate.inverse();
    while (over.run->advance()) {
      note();
      over.mode() == GuardMode::kActive ? ++n_active : ++n_held;
    }
    travel_m = over.truth().X_WB.translation().z() - start_m;
  }
  void note() {
    const controller::Diagnostics& plan = over.run->controller().diagnostics();
    const controller::Isometry3d off = (X_WV * plan.X_WB_reference).inverse() * over.truth().X_WB;
    worst_m = std::max(worst_m, off.translation().norm());
    worst_rad = std::max(worst_rad, Eigen::AngleAxisd(off.linear()).angle());
    int n_attached = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      if (over.truth().leg[i].cup.vacuum_force_N < 48) continue;
      ++n_attached;
      if (plan.task[i].kind == controller::TaskKind::kStance)
        least_factor = std::min(least_factor, over.truth().leg[i].cup.safety_factor);
    }
    fewest = std::min(fewest, n_attached);
  }

  OverLegacy over;
  controller::Isometry3d X_WV;  ///< V: the world as the robot estimates it
  double worst_m = 0, worst_rad = 0, least_factor = 1e9, travel_m = 0;
  int fewest = 4, n_active = 0, n_held = 0;
};

TEST(LegacyWall, CrawlsUpThroughTheGapsOfABusyNetwork) {
  for (const double phase : {0.1, 0.35, 0.6, 0.85}) {
    const Crawl crawl(through(wifi_gaps(), phase));
    SCOPED_TRACE("phase " + std::to_string(phase));
    testing::Test::RecordProperty("off_m", std::to_string(crawl.worst_m));
    testing::Test::RecordProperty("off_rad", std::to_string(crawl.worst_rad));
    testing::Test::RecordProperty("factor", std::to_string(crawl.least_factor));
    EXPECT_NEAR(crawl.travel_m, 0.12, kWithin_m);
    EXPECT_LT(crawl.worst_m, kWithin_m);
    EXPECT_LT(crawl.worst_rad, kWithin_rad);
    EXPECT_GT(crawl.least_factor, 1.05);
    EXPECT_EQ(crawl.fewest, 3);
    EXPECT_EQ(crawl.n_held, 0);
  }
}

TEST(LegacyWall, HoldsWithinItsTimeOfACutAndLowersNoCup) {
  for (const bool gaps : {false, true}) {
    OverLegacy over(without_imu("hold_push_wall"),
                    gaps ? through(wifi_gaps(), 0.5) : test::VirtualNetwork::Fates{});
    over.until(2);
    ASSERT_EQ(over.mode(), GuardMode::kActive);
    over.wire->network.is_cut = true;
    const auto& reported = over.wire->robot.line(0).telemetry();
    while (over.mode() == GuardMode::kActive && over.run->advance()) {
    }
    const double age_s =
        1e-9 * static_cast<double>(over.wire->network.now_ns() - reported.cup().time_ns);
    EXPECT_GE(age_s, 0.9);  // a reading of another leg may be older by a gap
    EXPECT_LE(age_s, 1.51);
    Drift drift(over.truth().X_WB);
    over.until(4);
    drift.note(over.truth().X_WB);
    EXPECT_LT(drift.worst_m, 0.002);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_GT(over.truth().leg[i].cup.vacuum_force_N, 119);
  }
}

}  // namespace
}  // namespace ventosa::hal::legacy_wall_test
