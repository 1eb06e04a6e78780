#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "controller/controller.h"
#include "models/robot.h"
#include "scenarios/script/recorded_inputs.h"
#include "scenarios/script/script.h"
#include "scenarios/verdict/assertion.h"
#include "sim/twin.h"

/// A scenario: a world, a robot in it, what it shall do and what must come out.
namespace ventosa::scenarios {

struct Surface {
  std::string name;
  controller::Patch patch;
  double roughness_m = 5e-5;  ///< gap under a lip pressed on it; unknown to the controller
};

/// What goes wrong on purpose.
struct Expected {
  controller::PerLeg<bool> detach{};  ///< legs whose cups let go untold
};

struct Scenario {
  std::filesystem::path file;
  std::string text;   ///< the file as read
  std::string name;   ///< letters, digits, _ and -; names the output folder
  std::string title;  ///< one sentence
  std::vector<std::uint64_t> seeds{1};
  double duration_s = 0;

  std::filesystem::path robot_file;
  models::Robot robot;  ///< the plant, its payload included
  controller::RobotModel
      controller_model;  ///< nominal, without the payload, unless a test says else
  std::vector<Surface> surfaces;
  sim::TwinConfig twin;  ///< world, drives, periods and where the robot starts; seed per run
  controller::ControllerConfig controller;
  Script script;
  std::optional<RecordedInputs> inputs{};  ///< of an earlier session, in place of the script
  std::vector<Assertion> asserts;
  Expected expected;
  std::vector<std::string> warnings;  ///< of what is not wrong, but hardly meant
};

}  // namespace ventosa::scenarios
