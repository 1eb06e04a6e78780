#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "models/strict_yaml.h"

/// Name, title and seeds of a scenario file, and its summary for lists.
namespace ventosa::scenarios {

/// Keys of a scenario file with their defaults: `name` (the file's stem), `title` (the name),
/// `seeds` or `seed` (1).
/// @throws models::InputError @{
std::string read_name(const models::Node& root, const std::filesystem::path& file);
std::string read_title(const models::Node& root, const std::string& name);
std::vector<std::uint64_t> read_seeds(const models::Node& root);
/// @}

/// Summary of a scenario file. Also for files that cannot be run: a wrong or missing key has its
/// default.
struct Label {
  std::string name{}, title{};
  std::vector<std::uint64_t> seeds{1};
  std::string robot{}, fidelity{};      ///< values of the file; fidelity is "ideal" by default
  std::vector<std::string> surfaces{};  ///< each kind once: "ground", "incline 30 deg", "wall"
  double duration_s = 0;
};
Label label_of(const models::Node& root, const std::filesystem::path& file);
/// Summary of the file at a path; a file that is not valid YAML gets only its name.
Label label_of(const std::filesystem::path& file);

}  // namespace ventosa::scenarios
