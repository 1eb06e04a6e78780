#pragma once

#include <filesystem>
#include <string>

#include "scenarios/format/scenario.h"
#include "scenarios/format/scenario_file.h"

namespace ventosa::scenarios {

/// Reads a scenario and checks it completely: the robot fits its surfaces, every assertion names a
/// signal, and twin and controller can be built.
/// @param robots_folder  where `robot: romerin4` is looked up as romerin4.yaml
/// @throws models::InputError with file:line:column, key, value, rule, hint
Scenario load(const ScenarioFile& file, const std::filesystem::path& robots_folder);
Scenario load(const std::filesystem::path& file, const std::filesystem::path& robots_folder);

/// Reads and checks a scenario from memory; `file` is named in errors, and `./robot.yaml` is
/// relative to it.
Scenario parse(const std::string& text, const std::filesystem::path& file,
               const std::filesystem::path& robots_folder);

}  // namespace ventosa::scenarios
