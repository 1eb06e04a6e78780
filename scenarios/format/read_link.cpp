#include "models/text.h"
#include "models/yaml_fields.h"
#include "scenarios/format/gap_trace_file.h"
#include "scenarios/format/plant_fields.h"
#include "scenarios/format/results_folder.h"
#include "scenarios/format/sections.h"

/// Reads the links between controller and modules.
namespace ventosa::scenarios {

namespace fs = std::filesystem;
using models::Mistakes;
using models::Node;

namespace {

/// File of a trace: a name is looked up among the shipped traces, a path is relative to the
/// scenario. In a folder of results it is the trace that the scenario was run with.
fs::path trace_file(const Node& trace, const fs::path& robots_folder) {
  const std::string name = trace.as_string();
  const fs::path beside = trace.file().parent_path();
  if (holds_results(beside)) return beside / kTracesFolder / (trace.key() + ".yaml");
  return models::is_path(name) ? beside / name : robots_folder / kTracesFolder / (name + ".yaml");
}

fs::path find_trace(const Node& trace, const fs::path& robots_folder) {
  const fs::path file = trace_file(trace, robots_folder);
  if (!fs::is_regular_file(file))
    trace.fail("no such trace: there is no file " + file.lexically_normal().string(),
               "give the name of a shipped trace, or a path such as ./my_trace.yaml");
  return file;
}

void read_trace(const std::optional<Node>& trace, const fs::path& robots_folder, fs::path& file,
                hal::GapTrace& gaps) {
  if (!trace) return;
  file = find_trace(*trace, robots_folder);
  gaps = read_gap_trace(file);
}

void read_numbers(const Node& node, const controller::RobotModel& robot, sim::TwinConfig& twin) {
  models::read_fields<models::OptionalFields>(node, 0, [&](auto& field) {
    describe(field, twin.link);
    describe_named_legs(field, robot, [&](auto& leg, std::size_t i) {
      describe(leg, twin.leg_link[i].emplace(twin.link));
    });
  });
}

}  // namespace

void read_link(const Node& root, const fs::path& robots_folder, Scenario& scenario) {
  sim::TwinConfig& twin = scenario.twin;
  twin.link = sim::link_options(scenario.fidelity);
  const auto node = root.find("link");
  if (!node) return;
  Mistakes mistakes;
  mistakes.collect(*node, kCommandTrace, [&] {
    read_trace(node->find(kCommandTrace), robots_folder, scenario.traces.command,
               twin.command_gaps);
  });
  mistakes.collect(*node, kTelemetryTrace, [&] {
    read_trace(node->find(kTelemetryTrace), robots_folder, scenario.traces.telemetry,
               twin.telemetry_gaps);
  });
  mistakes.collect(*node, [&] { read_numbers(*node, scenario.robot.nominal, twin); });
  mistakes.refuse();
}

}  // namespace ventosa::scenarios
