#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

#include "app/robot_check.h"
#include "scenarios/format/scenario.h"

/// What `ventosa check` says of good files: lines for people, JSON for programs.
namespace ventosa::app {

/// A good robot with what was found out about it.
struct CheckedRobot {
  std::filesystem::path file;
  controller::RobotModel robot;
  RobotCheck check;
};

void print_checked(const CheckedRobot& checked);
void print_checked(const std::filesystem::path& file, const scenarios::Scenario& scenario);

nlohmann::ordered_json checked_json(const CheckedRobot& checked);
nlohmann::ordered_json checked_json(const std::filesystem::path& file,
                                    const scenarios::Scenario& scenario);

}  // namespace ventosa::app
