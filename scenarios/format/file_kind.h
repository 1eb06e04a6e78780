#pragma once

#include <filesystem>

#include "models/strict_yaml.h"

/// Kinds of YAML files that lie in one folder.
namespace ventosa::scenarios {

enum class FileKind {
  kScenario,  ///< names its robot; also any file of no other kind, which is then refused as a
              ///< scenario
  kRobot,     ///< has legs, or a base that has them
  kParts,     ///< components that robots share: no input of a command
};

FileKind file_kind(const models::Node& root);
/// A file that cannot be read counts as a scenario: the command that loads it reports the error.
FileKind file_kind(const std::filesystem::path& file);

}  // namespace ventosa::scenarios
