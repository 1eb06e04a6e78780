#pragma once

#include <filesystem>
#include <vector>

#include "models/strict_yaml.h"

/// Files that a robot is read from: its own, that of its base, that of its parts.
namespace ventosa::models {

/// Folder beside a copied robot file, with copies of the other files.
inline constexpr const char* kPartsFolder = "copied_parts";

/// Robot that this one is with a name, sensors and controller settings of its own.
/// @param robot  with `base`
/// @throws InputError
Node find_base(const Node& robot);

/// File with cup or foot, drives and possibly leg types: the robot's own, or the one it names.
/// @throws InputError
Node find_parts(const Node& robot);

/// All files of a robot, its own first.  @throws InputError
std::vector<std::filesystem::path> files_of(const std::filesystem::path& robot);

}  // namespace ventosa::models
