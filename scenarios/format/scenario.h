#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "controller/controller.h"
#include "controller/dynamics/centre_of_mass.h"
#include "models/robot.h"
#include "scenarios/assertions/assertion.h"
#include "scenarios/script/recorded_inputs.h"
#include "scenarios/script/script.h"
#include "sim/config/plant_errors.h"
#include "sim/twin.h"

/// A scenario: a world, a robot, what the robot is to do, and assertions about the run.
namespace ventosa::scenarios {

struct Surface {
  std::string name;
  controller::Patch patch;
  double roughness_m = 5e-5;  ///< gap under a lip pressed on it; unknown to the controller
  std::optional<sim::ReliefOptions> relief{};  ///< unknown to the controller
};

/// Start pose of the body.
struct Placement {
  std::size_t surface = 0;  ///< index of the surface
  controller::Isometry3d X_SB = controller::Isometry3d::Identity();
};

/// An incident that the scenario expects, with a limit of its own above the kind's.
struct ExpectedIncident {
  std::string key;   ///< key of a kind in assertions/incident_kinds.h
  std::string part;  ///< name of a leg, or kBody
  double most = 1;   ///< largest expected value, in the kind's unit
};

/// Incidents that the scenario expects; the run fails without them.
struct Expected {
  controller::PerLeg<bool> detach{};  ///< legs whose cups are to be lost
  bool self_collision = false;        ///< the robot is to collide with itself
  std::vector<ExpectedIncident> incidents;
  std::vector<int> never{};  ///< entries of the script that are never to begin
};

/// Files that a scenario was read from. Copies of them suffice to repeat its runs.
/// A file with its content when it was read; it may have changed since.
struct SourceFile {
  std::filesystem::path path{};  ///< empty: none
  std::string text{};
};

/// Reads a file that has been parsed.
SourceFile read_source(const std::filesystem::path& path);

struct SourceFiles {
  std::filesystem::path scenario;
  std::string text;  ///< content of the scenario's file
  std::filesystem::path robot;
  std::vector<SourceFile> robot_files;        ///< its own, then those of base and parts
  SourceFile command_trace, telemetry_trace;  ///< gap traces of the links
};

struct Scenario {
  SourceFiles source;
  std::string name;   ///< name of the scenario and its output folder: letters, digits, _ and -
  std::string title;  ///< title, one sentence
  std::vector<std::uint64_t> seeds{1};
  double duration_s = 0;

  models::Robot robot;                      ///< the robot as its file describes it
  controller::RobotModel controller_model;  ///< the controller's model; nominal except in tests
  std::vector<Surface> surfaces;
  Placement placement;
  sim::TwinConfig twin;  ///< world, drives, periods and start state, with nominal parameters
  sim::Fidelity fidelity = sim::Fidelity::kIdeal;  ///< default of effects and settings
  sim::PlantOptions plant;         ///< deviations of the plant from nominal: session/twin_setup.h
  controller::MassMoment payload;  ///< payload on the twin's body, in B
  controller::ControllerConfig controller;
  Script script;
  std::optional<RecordedInputs> inputs{};  ///< inputs of an earlier session, in place of the script
  std::vector<Assertion> asserts;
  Expected expected;
  std::vector<std::string> warnings;  ///< valid entries that are probably mistakes
};

std::int64_t n_ticks_of(const Scenario& scenario);  ///< control ticks of a whole run
std::int64_t period_ns_of(const Scenario& scenario);

}  // namespace ventosa::scenarios
