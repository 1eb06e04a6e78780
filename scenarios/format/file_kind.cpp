#include "scenarios/format/file_kind.h"

#include "models/input_error.h"

namespace ventosa::scenarios {

FileKind file_kind(const models::Node& root) {
  if (!root.is_map() || root.find("robot")) return FileKind::kScenario;
  if (root.find("legs") || root.find("base")) return FileKind::kRobot;
  return root.find("drives") ? FileKind::kParts : FileKind::kScenario;
}

FileKind file_kind(const std::filesystem::path& file) {
  try {
    return file_kind(models::Node::load(file));
  } catch (const models::InputError&) {
    return FileKind::kScenario;
  }
}

}  // namespace ventosa::scenarios
