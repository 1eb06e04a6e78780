#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "controller/controller.h"
#include "controller/dynamics/centre_of_mass.h"
#include "models/robot.h"
#include "scenarios/script/recorded_inputs.h"
#include "scenarios/script/script.h"
#include "scenarios/verdict/assertion.h"
#include "sim/config/plant_errors.h"
#include "sim/twin.h"

/// A scenario: a world, a robot in it, what it shall do and what must come out.
namespace ventosa::scenarios {

struct Surface {
  std::string name;
  controller::Patch patch;
  double roughness_m = 5e-5;  ///< gap under a lip pressed on it; unknown to the controller
};

/// Where the body stands.
struct Placement {
  std::size_t surface = 0;  ///< index
  controller::Isometry3d X_SB = controller::Isometry3d::Identity();
};

/// An incident of a kind of verdict/incident_kinds.h, above the kind's own limit.
struct ExpectedIncident {
  std::string key;   ///< of the kind
  std::string part;  ///< name of a leg, or kBody
  double most = 1;   ///< in the kind's unit
};

/// What goes wrong on purpose.
struct Expected {
  controller::PerLeg<bool> detach{};  ///< legs whose cups let go untold
  bool self_collision = false;        ///< the robot goes through itself, as a wreck does
  std::vector<ExpectedIncident> incidents;
};

/// Files of the traces of gaps on the links; empty: none.
struct TraceFiles {
  std::filesystem::path command, telemetry;
};

struct Scenario {
  std::filesystem::path file;
  std::string text;   ///< the file as read
  std::string name;   ///< letters, digits, _ and -; names the output folder
  std::string title;  ///< one sentence
  std::vector<std::uint64_t> seeds{1};
  double duration_s = 0;

  std::filesystem::path robot_file;
  models::Robot robot;                      ///< as its file says
  controller::RobotModel controller_model;  ///< the same, unless a test says else
  std::vector<Surface> surfaces;
  Placement placement;
  sim::TwinConfig twin;  ///< world, drives, periods and where the robot starts, as it is told
  sim::Fidelity fidelity = sim::Fidelity::kIdeal;  ///< that effects and settings start from
  TraceFiles traces;                               ///< that the twin's links have their gaps from
  sim::PlantOptions plant;         ///< how the twin differs from that: session/twin_setup.h
  controller::MassMoment payload;  ///< on the twin's body, in B
  controller::ControllerConfig controller;
  Script script;
  std::optional<RecordedInputs> inputs{};  ///< of an earlier session, in place of the script
  std::vector<Assertion> asserts;
  Expected expected;
  std::vector<std::string> warnings;  ///< of what is not wrong, but hardly meant
};

}  // namespace ventosa::scenarios
