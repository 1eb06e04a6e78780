#include "models/yaml_fields.h"
#include "scenarios/format/gap_trace_file.h"
#include "scenarios/format/plant_fields.h"
#include "scenarios/format/scenario_file.h"
#include "scenarios/format/sections.h"

/// Reads the links between controller and modules.
namespace ventosa::scenarios {

namespace fs = std::filesystem;
using models::Mistakes;
using models::Node;

namespace {

void read_trace(const std::optional<Node>& trace, const fs::path& robots_folder, SourceFile& source,
                hal::GapTrace& gaps) {
  if (!trace) return;
  const fs::path file = named_trace(*trace, robots_folder);
  gaps = read_gap_trace(file);
  source = read_source(file);
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
    read_trace(node->find(kCommandTrace), robots_folder, scenario.source.command_trace,
               twin.command_gaps);
  });
  mistakes.collect(*node, kTelemetryTrace, [&] {
    read_trace(node->find(kTelemetryTrace), robots_folder, scenario.source.telemetry_trace,
               twin.telemetry_gaps);
  });
  mistakes.collect(*node, [&] { read_numbers(*node, scenario.robot.nominal, twin); });
  mistakes.refuse();
}

}  // namespace ventosa::scenarios
