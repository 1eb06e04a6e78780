#pragma once

#include <filesystem>
#include <string>

#include "models/strict_yaml.h"

/// The file of a scenario: what it says. What that means together with the files that it names:
/// Scenario, by read_scenario.h.
namespace ventosa::scenarios {

struct ScenarioFile {
  std::filesystem::path path;  ///< named in errors; files that it names are relative to it
  std::string text;
  models::Node root;  ///< the text, parsed
};

/// @throws models::InputError  the file cannot be read, or its text is not valid YAML @{
ScenarioFile read_scenario_file(const std::filesystem::path& path);
ScenarioFile parse_scenario_file(const std::string& text, const std::filesystem::path& path);
/// @}

/// Files that a scenario names: a name is looked up among the shipped ones, a path is relative to
/// the scenario. In a folder of results they are those that the scenario was run with.
/// @param robots_folder  the shipped robots; the shipped traces are in its folder `traces`
/// @throws models::InputError  there is no such file @{
std::filesystem::path named_robot(const models::Node& robot,
                                  const std::filesystem::path& robots_folder);
std::filesystem::path named_trace(const models::Node& trace,
                                  const std::filesystem::path& robots_folder);
/// @}

}  // namespace ventosa::scenarios
