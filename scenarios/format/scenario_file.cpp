#include "scenarios/format/scenario_file.h"

#include "models/text.h"
#include "scenarios/format/gap_trace_file.h"
#include "scenarios/format/results_folder.h"

namespace ventosa::scenarios {

namespace fs = std::filesystem;
using models::Node;

namespace {

/// Path of an existing file; otherwise an error at the node.
fs::path existing(const fs::path& file, const Node& node, const std::string& kind) {
  if (!fs::is_regular_file(file))
    node.fail("no such " + kind + ": there is no file " + file.lexically_normal().string(),
              "give the name of a shipped " + kind + ", or a path such as ./my_" + kind + ".yaml");
  return file;
}

}  // namespace

ScenarioFile read_scenario_file(const fs::path& path) {
  return parse_scenario_file(models::read_file(path), path);
}

ScenarioFile parse_scenario_file(const std::string& text, const fs::path& path) {
  return {path, text, Node::parse(text, path)};
}

fs::path named_robot(const Node& robot, const fs::path& robots_folder) {
  const std::string name = robot.as_string();
  const bool is_path = models::is_path(name);
  const fs::path file = is_path ? fs::path(name) : fs::path(name + ".yaml");
  const fs::path beside = robot.file().parent_path();
  if (holds_results(beside))
    return existing(beside / kRobotFolder / file.filename(), robot, "robot");
  return existing((is_path ? beside : robots_folder) / file, robot, "robot");
}

fs::path named_trace(const Node& trace, const fs::path& robots_folder) {
  const std::string name = trace.as_string();
  const fs::path beside = trace.file().parent_path();
  if (holds_results(beside))
    return existing(beside / kTracesFolder / (trace.key() + ".yaml"), trace, "trace");
  const fs::path shipped = robots_folder / kTracesFolder / (name + ".yaml");
  return existing(models::is_path(name) ? beside / name : shipped, trace, "trace");
}

}  // namespace ventosa::scenarios
