#pragma once

#include <filesystem>

/// A folder of results as an input: its scenario.yaml is read with the robot and the traces that
/// lie beside it.
namespace ventosa::scenarios {

/// In a folder of results, the folder of the robot's files.
inline constexpr const char* kRobotFolder = "robot";

/// By its mark; a copy without hidden files is known by what a run has left beside scenario.yaml.
bool holds_results(const std::filesystem::path& folder);

}  // namespace ventosa::scenarios
