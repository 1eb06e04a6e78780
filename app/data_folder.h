#pragma once

#include <filesystem>
#include <string>
#include <vector>

/// Where the shipped robots and scenarios are.
namespace ventosa::app {

struct DataFolder {
  std::filesystem::path robots;
  std::filesystem::path scenarios;
};

/// The first that is there: robots/ and scenarios/ in the folder that the environment variable
/// VENTOSA_DATA names, the same in ../share/ventosa beside the installed program, the source tree
/// that the program was built from.
DataFolder data_folder();

/// A path if it has a '/' or ends in .yaml, else the name of a shipped file: FOLDER/NAME.yaml.
/// @throws models::InputError  nothing shipped has this name
std::filesystem::path find_input(const std::string& input,
                                 const std::vector<std::filesystem::path>& folders);

/// The .yaml files of a folder, in order of their names.
/// @throws models::InputError  no folder, or none in it
std::vector<std::filesystem::path> yaml_files(const std::filesystem::path& folder);

}  // namespace ventosa::app
