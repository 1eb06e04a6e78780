#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "models/input_error.h"
#include "scenarios/format/sections.h"
#include "scenarios/session/load.h"
#include "scenarios/session/scenario_run.h"

namespace ventosa::scenarios::unknown_payload_test {
namespace {

namespace fs = std::filesystem;
using controller::PayloadStatus;
using controller::Vector3d;

const fs::path kRobots = fs::path(VENTOSA_SOURCE_DIR) / "models" / "data";
const fs::path kFile = fs::path(VENTOSA_SOURCE_DIR) / "scenarios" / "data" / "payload_wall.yaml";

std::string text() {
  std::ifstream stream(kFile);
  return {std::istreambuf_iterator<char>(stream), {}};
}

Scenario with_payload(const std::string& payload) {
  const std::string all = text();
  const std::size_t begin = all.find("\npayload:") + 1;
  return parse(all.substr(0, begin) + payload + all.substr(all.find('\n', begin)), kFile, kRobots);
}

TEST(UnknownPayload, IsOnTheTwinsBodyAndNotInTheControllersModel) {
  const Scenario with = load(kFile, kRobots), without = with_payload("");
  const TwinSetup twin = twin_setup(with, 1);
  EXPECT_NEAR(twin.robot.nominal.body_mass_kg, without.robot.nominal.body_mass_kg + 1, 1e-12);
  EXPECT_EQ(with.controller_model.body_mass_kg, without.robot.nominal.body_mass_kg);
  EXPECT_EQ(with.controller_model.p_BC, without.robot.nominal.p_BC);
}

TEST(UnknownPayload, AddsToMassCentreAndInertia) {
  controller::RobotModel robot;
  robot.body_mass_kg = 3;
  robot.I_C = 0.02 * controller::Matrix3d::Identity();
  load_body({1, Vector3d(0.4, 0, 0)}, robot);
  EXPECT_EQ(robot.body_mass_kg, 4);
  EXPECT_LT((robot.p_BC - Vector3d(0.1, 0, 0)).norm(), 1e-15);
  // two point masses 0.4 m apart: m1 m2 / (m1 + m2) d^2 across their line
  const Vector3d want(0.02, 0.02 + 0.12, 0.02 + 0.12);
  EXPECT_LT((robot.I_C - controller::Matrix3d(want.asDiagonal())).norm(), 1e-15);
}

TEST(UnknownPayload, IsRefusedWithoutAPlaceOrWithNoMass) {
  EXPECT_THROW(with_payload("payload: {mass_kg: 1}"), models::InputError);
  EXPECT_THROW(with_payload("payload: {mass_kg: 0, position_m: [0, 0, 0]}"), models::InputError);
  EXPECT_THROW(with_payload("payload: {mass_kg: -1, position_m: [0, 0, 0]}"), models::InputError);
  EXPECT_THROW(with_payload("payload: {mass_kg: 1, position_m: [0, 0, 99]}"), models::InputError);
  EXPECT_THROW(with_payload("payload: {mass_kg: 1, position_m: [0, 0, 0], colour: red}"),
               models::InputError);
}

/// Stands, PD off from 10 s on; its state at 13 s.
struct PdOff {
  explicit PdOff(controller::PayloadEstimation estimation) {
    Scenario scenario = load(kFile, kRobots);
    scenario.controller.payload.estimation = estimation;
    scenario.script = Script({{.at_s = 10, .motion = Hold{}, .pd = false}}, {});
    scenario.duration_s = 13;
    ScenarioRun run(scenario, 1);
    while (run.time_s() < 10) run.advance();
    const Vector3d before = run.twin().truth().X_WB.translation();
    while (run.advance()) {
    }
    fall_m = (run.twin().truth().X_WB.translation() - before).norm();
    payload = run.controller().diagnostics().payload;
    reason = run.controller().diagnostics().reason;
  }
  double fall_m = 0;
  controller::Reason reason;
  controller::PayloadEstimate payload;
};

/// Until PD returns with its reason.
TEST(UnknownPayload, DriftsWithoutPdUnlessItIsWeighed) {
  const PdOff blind(controller::PayloadEstimation::kOff);
  const PdOff weighed(controller::PayloadEstimation::kAtRest);
  EXPECT_EQ(blind.reason, controller::Reason::kDrifting);
  EXPECT_EQ(weighed.reason, controller::Reason::kNone);
  EXPECT_LT(weighed.fall_m, 0.001);
  EXPECT_EQ(blind.payload.status, PayloadStatus::kOff);
  EXPECT_EQ(blind.payload.mass_kg, 0);
  EXPECT_EQ(weighed.payload.status, PayloadStatus::kMoving);  // PD off is no rest
  EXPECT_NEAR(weighed.payload.mass_kg, 1, 0.02);
}

TEST(UnknownPayload, IsWeighedOnlyAtRest) {
  const Scenario scenario = load(kFile, kRobots);
  scenarios::ScenarioRun run(scenario, 1);
  const auto status = [&] { return run.controller().diagnostics().payload.status; };
  while (run.time_s() < 5) run.advance();
  EXPECT_EQ(status(), PayloadStatus::kWeighed);
  const auto precision = [&] {
    return run.controller().state().estimation.payload_information.all.precision;
  };
  const controller::Matrix4d standing = precision();
  while (run.time_s() < 8.2) run.advance();
  EXPECT_EQ(status(), PayloadStatus::kMoving);
  const controller::Matrix4d moving = precision();
  EXPECT_NE(moving, standing);
  run.advance();
  EXPECT_EQ(precision(), moving);
}

Scenario walk_under_load(const std::string& name, const std::string& payload) {
  std::ifstream stream(kFile.parent_path() / (name + ".yaml"));
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (!payload.empty()) text.insert(text.find("duration_s"), "payload: " + payload + "\n");
  return parse(text, kFile, kRobots);
}

/// Off centre, so that no leg may be lifted: on three feet the robot would fall.
class UntoldPayload : public testing::TestWithParam<const char*> {};

TEST_P(UntoldPayload, IsWeighedAndTheStepThatDoesNotHoldIsRefused) {
  const Scenario scenario =
      walk_under_load(GetParam(), "{mass_kg: 3, position_m: [0.1, 0.1, 0.05]}");
  ScenarioRun run(scenario, 1);
  double worst_factor = 100;
  while (run.time_s() < 30 && run.advance())
    for (const sim::LegTruth& leg : run.twin().truth().leg)
      if (&leg < &run.twin().truth().leg[4] && run.time_s() > 0.5)
        worst_factor = std::min(worst_factor, leg.cup.safety_factor);
  const controller::Diagnostics& d = run.controller().diagnostics();
  EXPECT_EQ(d.reason, controller::Reason::kLiftRefused);
  EXPECT_GE(d.refused_leg, 0);
  EXPECT_EQ(d.steps_done, 0);
  EXPECT_NEAR(d.payload.mass_kg, 3, 2 * d.payload.mass_sd_kg);
  EXPECT_GT(worst_factor, 1.5);
}

INSTANTIATE_TEST_SUITE_P(Each, UntoldPayload,
                         testing::Values("crawl_up_wall", "crawl_ceiling", "crawl_ground",
                                         "real_crawl_up_wall", "real_crawl_ceiling"));

TEST(UnknownPayload, ThatIsNoneDelaysNoStepWithoutFriction) {
  const Scenario scenario = walk_under_load("crawl_up_wall", "");
  ScenarioRun run(scenario, 1);
  while (run.time_s() < 1.1) run.advance();  // a stride is planned in eight ticks
  EXPECT_TRUE(run.controller().state().decisions.organizer.stepping.any());
}

/// The friction of its gears hides the payload, which matters under a ceiling.
struct CeilingRobot {
  Scenario scenario = walk_under_load("real_crawl_ceiling", "");
  ScenarioRun run{scenario, 1};

  const controller::OrganizerState& organizer() const {
    return run.controller().state().decisions.organizer;
  }
  void until(double time_s) {
    while (run.time_s() < time_s) run.advance();
  }
  double height_m() const { return organizer().reference.X_WB.translation().z(); }
};

TEST(UnknownPayload, IsWeighedByOneHeaveBeforeTheFirstStep) {
  CeilingRobot robot;
  robot.until(1);
  const double before_m = robot.height_m();
  const double doubt_kg = robot.run.controller().diagnostics().payload.mass_sd_kg;
  double lowest_m = before_m, highest_m = before_m;
  while (robot.organizer().stepping.none() && robot.run.time_s() < 20) {
    robot.run.advance();
    lowest_m = std::min(lowest_m, robot.height_m());
    highest_m = std::max(highest_m, robot.height_m());
  }
  EXPECT_TRUE(robot.organizer().stepping.any());
  EXPECT_NEAR(highest_m - lowest_m, robot.scenario.controller.payload.heave_m, 1e-5);
  EXPECT_NEAR(robot.height_m(), before_m, 1e-9);
  const auto& payload = robot.run.controller().diagnostics().payload;
  EXPECT_LT(payload.mass_sd_kg, 0.4 * doubt_kg);
  EXPECT_NEAR(payload.mass_kg, 0, 2 * payload.mass_sd_kg);
  robot.until(robot.run.time_s() + 20);
  EXPECT_FALSE(robot.organizer().heave.ticks > 0);
}

/// An unknown payload of 4 kg: without the heave the robot would lift a foot with an estimate of
/// 2.6 +- 1.6 kg, and fall.
TEST(UnknownPayload, IsWeighedByAHeaveBeforeALegIsDetached) {
  Scenario scenario =
      walk_under_load("real_crawl_ceiling", "{mass_kg: 4, position_m: [0.1, 0.1, 0.05]}");
  LegTask detach;
  detach.request = {.id = 1, .leg = 0, .kind = controller::TaskKind::kDetach};
  scenario.script = Script({{.at_s = 1, .motion = detach}}, {});
  ScenarioRun run(scenario, 1);
  while (run.time_s() < 15) {
    run.advance();
    ASSERT_TRUE(run.controller().state().decisions.organizer.stepping.none()) << run.time_s();
  }
  EXPECT_EQ(run.controller().diagnostics().reason, controller::Reason::kLiftRefused);
  EXPECT_NEAR(run.controller().diagnostics().payload.mass_kg, 4, 1);
}

TEST(UnknownPayload, IsWeighedAnotherTimeWhereTheWalkIsTakenBack) {
  Scenario scenario = walk_under_load("real_crawl_ceiling", "");
  scenario.script = Script({{.at_s = 1, .motion = Walk{{0.005, 0, 0}, {0, 0, 0}, 0.1}},
                            // before the estimate is accurate enough
                            {.at_s = 1.5, .motion = Hold{}},
                            {.at_s = 6, .motion = Walk{{0.005, 0, 0}, {0, 0, 0}, 0.1}}},
                           {});
  ScenarioRun run(scenario, 1);
  const auto heaves = [&] { return run.controller().state().decisions.organizer.heave.ticks > 0; };
  while (run.time_s() < 1.4) run.advance();
  EXPECT_TRUE(heaves());
  while (run.time_s() < 1.6) run.advance();
  EXPECT_FALSE(heaves());
  const auto stands_W = run.controller().diagnostics().X_WB_reference.translation();
  while (run.time_s() < 5.9) run.advance();
  EXPECT_LT((run.controller().diagnostics().X_WB_reference.translation() - stands_W).norm(), 1e-9);
  while (run.time_s() < 8) run.advance();
  EXPECT_TRUE(heaves());
}

}  // namespace
}  // namespace ventosa::scenarios::unknown_payload_test
