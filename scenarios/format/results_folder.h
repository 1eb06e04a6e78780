#pragma once

#include <filesystem>

/// A folder of results as an input: its scenario.yaml is read with the robot and the traces in the
/// same folder.
namespace ventosa::scenarios {

/// Name of the folder of the robot's files in a folder of results.
inline constexpr const char* kRobotFolder = "robot";

/// True if the folder has the mark of results or, copied without hidden files, the files of a run.
bool holds_results(const std::filesystem::path& folder);

}  // namespace ventosa::scenarios
