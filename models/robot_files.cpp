#include "models/robot_files.h"

#include <initializer_list>

namespace ventosa::models {
namespace {

namespace fs = std::filesystem;

/// The file as named in the robot's, or its copy in a results folder.
fs::path named_file(const Node& name) {
  const fs::path folder = name.file().parent_path(), file = name.as_string();
  const fs::path copy = folder / kPartsFolder / file.filename();
  return fs::exists(copy) ? copy : folder / file;
}

Node load_named(const Node& name, const char* example) {
  const fs::path file = named_file(name);
  if (!fs::is_regular_file(file))
    name.fail("there is no file " + file.lexically_normal().string(),
              std::string("a path from the robot's file, such as ") + example);
  return Node::load(file);
}

/// Refuses keys that the named file has in place of the robot's.
void refuse_own(const Node& robot, const Node& name, std::initializer_list<const char*> keys) {
  for (const char* const key : keys)
    if (const auto own = robot.find(key))
      own->fail("excludes " + name.key(),
                "with " + name.key() + ": " + name.as_string() + " it comes from that file");
}

}  // namespace

Node find_base(const Node& robot) {
  const Node name = robot.at("base");
  refuse_own(robot, name, {"body", "payload", "parts", "legs", "gaits"});
  Node base = load_named(name, "hexapod3.yaml");
  if (base.is_map() && base.find("base"))
    name.fail("has a base itself", "name the robot that is its base");
  return base;
}

Node find_parts(const Node& robot) {
  const auto name = robot.find("parts");
  if (!name) return robot;
  refuse_own(robot, *name, {"cup", "foot", "drives", "battery"});
  return load_named(*name, "romerin_parts.yaml");
}

std::vector<fs::path> files_of(const fs::path& robot) {
  const Node root = Node::load(robot);
  std::vector<fs::path> files{robot};
  if (const auto base = root.find("base")) {
    for (const fs::path& file : files_of(named_file(*base))) files.push_back(file);
  } else if (const auto parts = root.find("parts")) {
    files.push_back(named_file(*parts));
  }
  return files;
}

}  // namespace ventosa::models
