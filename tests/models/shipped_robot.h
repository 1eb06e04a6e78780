#pragma once

#include <fstream>
#include <iterator>
#include <string>

/// Text of the shipped quadruped as a single file, with its parts inserted.
namespace ventosa::models {

inline std::string file_text(const std::string& name) {
  std::ifstream file(VENTOSA_SOURCE_DIR "/models/data/" + name);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline std::string quadruped_text() {
  std::string robot = file_text("romerin4.yaml"), parts = file_text("romerin_parts.yaml");
  parts.erase(0, parts.find("\ncup:") + 1);
  const std::size_t at = robot.find("parts:");
  return robot.replace(at, robot.find('\n', at) - at, parts);
}

}  // namespace ventosa::models
