#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

#include "app/robot_check.h"
#include "scenarios/format/scenario.h"

/// Output of `ventosa check` for valid files: text or JSON.
namespace ventosa::app {

/// A valid robot and its properties.
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
