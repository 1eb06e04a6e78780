#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "models/strict_yaml.h"

/// The keys of a scenario file by which people find it.
namespace ventosa::scenarios {

/// `name`, by default the file's; `title`, by default the name; `seeds` or `seed`, by default 1.
/// @throws models::InputError @{
std::string read_name(const models::Node& root, const std::filesystem::path& file);
std::string read_title(const models::Node& root, const std::string& name);
std::vector<std::uint64_t> read_seeds(const models::Node& root);
/// @}

/// A scenario file at a glance, also of a file that cannot be run: a key that is wrong or missing
/// has its default.
struct Label {
  std::string name, title;
  std::vector<std::uint64_t> seeds{1};
  std::string robot, fidelity;        ///< as the file says; the latter by default "ideal"
  std::vector<std::string> surfaces;  ///< each kind once: "ground", "incline 30 deg", "wall"
  double duration_s = 0;
};
Label label_of(const models::Node& root, const std::filesystem::path& file);
/// The same; a file that is no YAML has its name alone.
Label label_of(const std::filesystem::path& file);

}  // namespace ventosa::scenarios
