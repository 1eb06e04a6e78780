#pragma once

#include <filesystem>
#include <string>
#include <vector>

/// Folders of robots and scenarios, and lookup of names on the command line.
namespace ventosa::app {

struct DataFolder {
  std::filesystem::path robots;
  std::filesystem::path scenarios;
};

/// The first existing one of: robots/ and scenarios/ in the folder of the environment variable
/// VENTOSA_DATA; the same in ../share/ventosa relative to the installed program; the source tree of
/// the program.
DataFolder data_folder();

/// File of an argument: a path if it contains '/' or ends in .yaml or .yml; standard input if it is
/// '-'; otherwise the shipped file FOLDER/NAME.yaml.
/// @throws models::InputError  no shipped file has this name, or the path is a folder @{
std::filesystem::path find_scenario(const std::string& input);
std::filesystem::path find_robot(const std::string& input);
std::filesystem::path find_robot_or_scenario(const std::string& input);
std::filesystem::path find_trace(const std::string& input);
/// @}

/// True if the pattern is part of the name or, with * ? or [, matches the whole name as in a shell.
bool matches_name(const std::string& name, const std::string& pattern);

/// The .yaml and .yml files of a folder, sorted by name, without hidden files.
/// @throws models::InputError  not a folder, or without such files
std::vector<std::filesystem::path> yaml_files(const std::filesystem::path& folder);

}  // namespace ventosa::app
