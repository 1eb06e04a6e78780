#pragma once

#include <filesystem>
#include <string>
#include <vector>

/// Where robots and scenarios are, and which file a name on the command line means.
namespace ventosa::app {

struct DataFolder {
  std::filesystem::path robots;
  std::filesystem::path scenarios;
};

/// The first that is there: robots/ and scenarios/ in the folder that the environment variable
/// VENTOSA_DATA names, the same in ../share/ventosa beside the installed program, the source tree
/// that the program was built from.
DataFolder data_folder();

/// The file that an argument names: a path if it has a '/' or ends in .yaml or .yml, standard input
/// if it is '-', else the shipped file FOLDER/NAME.yaml.
/// @throws models::InputError  nothing shipped has this name, or the path is that of a folder @{
std::filesystem::path find_scenario(const std::string& input);
std::filesystem::path find_robot(const std::string& input);
std::filesystem::path find_robot_or_scenario(const std::string& input);
std::filesystem::path find_trace(const std::string& input);
/// @}

/// Whether a pattern is a part of the name, or, with * ? or [, matches the whole of it as in a
/// shell.
bool matches_name(const std::string& name, const std::string& pattern);

/// The .yaml and .yml files of a folder in order of their names, without hidden ones.
/// @throws models::InputError  no folder, or none in it
std::vector<std::filesystem::path> yaml_files(const std::filesystem::path& folder);

}  // namespace ventosa::app
