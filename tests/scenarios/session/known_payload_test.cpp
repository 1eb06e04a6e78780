#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "scenarios/session/load.h"
#include "scenarios/session/scenario_run.h"
#include "tests/models/shipped_robot.h"
#include "tests/scratch_folder.h"

/// A payload of the robot's file is known to controller and plant.
namespace ventosa::scenarios::known_payload_test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPoint = "payload: {mass_kg: 2, com_m: [0.03, 0, 0.08]}\n";
constexpr const char* kBox =
    "payload: {mass_kg: 2, com_m: [0.03, 0, 0.08], half_extent_m: [0.06, 0.05, 0.04]}\n";
constexpr const char* kUnknown = "payload: {mass_kg: 2, position_m: [0.03, 0, 0.08]}\n";

constexpr const char* kHold = R"(schema: 1
title: On a wall, held by torques alone from 4 s on
robot: ./robot.yaml
surfaces:
  - {name: wall, position_m: [0.5, 0, 1.5], normal: [-1, 0, 0], size_m: [3, 3], friction: 0.6}
placement: {surface: wall}
cup_force_N: 120
duration_s: 6
controller: {payload: {estimation: off}}
script:
  - {at_s: 4, hold: {pd: false}}
asserts:
  - {name: cups attached, signal: count.attached, equals: 4}
)";

class KnownPayload : public testing::Test {
 protected:
  Scenario with(const std::string& of_robot, const std::string& of_scenario) const {
    std::ofstream(folder_ / "robot.yaml") << models::quadruped_text() << of_robot;
    return parse(std::string(kHold).append(of_scenario), folder_ / "hold.yaml", folder_);
  }

  static double sag_m(const Scenario& scenario) {
    ScenarioRun run(scenario, 1);
    const controller::Vector3d start_W = run.twin().truth().X_WB.translation();
    while (run.advance()) {
    }
    return (run.twin().truth().X_WB.translation() - start_W).norm();
  }

  const ScratchFolder scratch_;
  const fs::path folder_ = scratch_.path();
};

TEST_F(KnownPayload, IsHeldByTorquesAlone) {
  EXPECT_LT(sag_m(with(kPoint, "")), 1e-3);
  EXPECT_LT(sag_m(with(kBox, "")), 1e-3);
  // a payload of the plant alone pulls the body down
  EXPECT_GT(sag_m(with("", kUnknown)), 2e-3);
}

}  // namespace
}  // namespace ventosa::scenarios::known_payload_test
