#include <utility>

#include "scenarios/assertions/incident_kinds.h"
#include "scenarios/format/sections.h"

namespace ventosa::scenarios {

using models::Node;
using record::Column;

namespace {

void read_detached(const Node& legs, const controller::RobotModel& robot, Expected& expected) {
  for (const Node& leg : legs.elements(1, robot.leg.size())) {
    bool& detach = expected.detach[static_cast<std::size_t>(read_leg(leg, robot))];
    if (std::exchange(detach, true)) leg.fail("is listed twice");
  }
}

void expect(const Node& place, ExpectedIncident incident, Expected& expected) {
  for (const ExpectedIncident& other : expected.incidents)
    if (other.key == incident.key && other.part == incident.part) place.fail("is listed twice");
  expected.incidents.push_back(std::move(incident));
}

std::string names_of(const std::vector<Gauge>& gauges) {
  std::string names;
  for (const Gauge& gauge : gauges) names += (names.empty() ? "" : ", ") + gauge.part;
  return names;
}

/// Reads the largest expected value of each part.
void read_measured(const Node& node, const IncidentKind& kind, const std::vector<Gauge>& gauges,
                   Expected& expected) {
  constexpr double kMost = 1e6;
  bool is_empty = true;
  for (const Gauge& gauge : gauges) {
    const auto most = node.find(gauge.part);
    if (!most) continue;
    is_empty = false;
    expect(*most, {kind.key, gauge.part, most->as_double(models::above(kind.limit, kMost))},
           expected);
  }
  if (is_empty)
    node.fail("must be a map of parts to their largest values", "parts: " + names_of(gauges));
}

void read_parts(const Node& node, const IncidentKind& kind, const std::vector<Gauge>& gauges,
                Expected& expected) {
  std::vector<std::string_view> parts;
  for (const Gauge& gauge : gauges) parts.push_back(gauge.part);
  for (const Node& part : node.elements(1, parts.size()))
    expect(part, {.key = kind.key, .part = std::string(parts[part.as_choice(parts)])}, expected);
}

std::string expected_keys() {
  std::string keys = "detach, self_collision";
  for (const IncidentKind& kind : incident_kinds()) keys += std::string(", ") + kind.key;
  return keys;
}

}  // namespace

Expected read_expected(const Node& scenario, const controller::RobotModel& robot,
                       const std::vector<Column>& columns) {
  Expected expected;
  const auto node = scenario.find("expect");
  if (!node) return expected;
  const auto detach = node->find("detach");
  const auto self_collision = node->find("self_collision");
  if (detach && !robot.cup()) detach->fail("is no incident of this robot", "its feet have no cups");
  if (detach) read_detached(*detach, robot, expected);
  if (self_collision) expected.self_collision = self_collision->as_bool();
  for (const IncidentKind& kind : incident_kinds()) {
    const auto incidents = node->find(kind.key);
    if (!incidents) continue;
    const std::vector<Gauge> gauges = kind.gauges(robot, columns);
    if (gauges.empty())
      incidents->fail("is no incident of this robot",
                      "only a robot with cups, or without them, can have it");
    (kind.is_measured() ? read_measured : read_parts)(*incidents, kind, gauges, expected);
  }
  if (!detach && !self_collision && expected.incidents.empty())
    node->fail("must not be empty", "keys: " + expected_keys());
  return expected;
}

}  // namespace ventosa::scenarios
