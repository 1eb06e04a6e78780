#include <algorithm>
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

/// Names of the parts that the gauges measure, each once.
std::vector<std::string> parts_of(const std::vector<Gauge>& gauges) {
  std::vector<std::string> parts;
  for (const Gauge& gauge : gauges)
    if (std::find(parts.begin(), parts.end(), gauge.part) == parts.end())
      parts.push_back(gauge.part);
  return parts;
}

std::string text_of(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

/// Values that are incidents.
models::Range beyond_limit(const IncidentKind& kind) {
  constexpr double kMost = 1e6, kLeast = 1e-6;
  return kind.bound == Bound::kMin ? models::between(-kMost, kind.limit - kLeast)
                                   : models::above(kind.limit, kMost);
}

/// Reads the worst expected value of each part.
void read_measured(const Node& node, const IncidentKind& kind,
                   const std::vector<std::string>& parts, Expected& expected) {
  bool is_empty = true;
  for (const std::string& part : parts) {
    const auto most = node.find(part);
    if (!most) continue;
    is_empty = false;
    expect(*most, {kind.key, part, most->as_double(beyond_limit(kind))}, expected);
  }
  if (is_empty)
    node.fail("must be a map of parts to their worst values", "parts: " + text_of(parts));
}

void read_listed(const Node& node, const IncidentKind& kind, const std::vector<std::string>& parts,
                 Expected& expected) {
  const std::vector<std::string_view> names(parts.begin(), parts.end());
  for (const Node& part : node.elements(1, parts.size()))
    expect(part, {.key = kind.key, .part = parts[part.as_choice(names)]}, expected);
}

/// Names of entries that wait for an event, as the script's list has them.
void read_never(const Node& names, const Script& script, Expected& expected) {
  const std::vector<Event>& events = script.events();
  std::vector<std::string_view> labels;
  for (const Event& event : events)
    if (!event.ends_run()) labels.push_back(event.label);
  for (const Node& name : names.elements(1)) {
    if (labels.empty())
      name.fail("names no entry that waits for an event", "only those may never begin");
    const int entry = events[name.as_choice(labels)].entry;
    if (std::find(expected.never.begin(), expected.never.end(), entry) != expected.never.end())
      name.fail("is listed twice");
    expected.never.push_back(entry);
  }
}

std::string expected_keys() {
  std::string keys = "detach, self_collision, never";
  for (const IncidentKind& kind : incident_kinds()) keys += std::string(", ") + kind.key;
  return keys;
}

}  // namespace

Expected read_expected(const Node& scenario, const controller::RobotModel& robot,
                       const Script& script, const std::vector<Column>& columns) {
  Expected expected;
  const auto node = scenario.find("expect");
  if (!node) return expected;
  const auto detach = node->find("detach");
  const auto self_collision = node->find("self_collision");
  if (detach && !robot.cup()) detach->fail("is no incident of this robot", "its feet have no cups");
  if (detach) read_detached(*detach, robot, expected);
  if (self_collision) expected.self_collision = self_collision->as_bool();
  if (const auto never = node->find("never")) read_never(*never, script, expected);
  for (const IncidentKind& kind : incident_kinds()) {
    const auto incidents = node->find(kind.key);
    if (!incidents) continue;
    const std::vector<std::string> parts = parts_of(kind.gauges(robot, columns));
    if (parts.empty())
      incidents->fail("is no incident of this robot", "it has no part that can have it");
    (kind.is_measured() ? read_measured : read_listed)(*incidents, kind, parts, expected);
  }
  if (!detach && !self_collision && expected.incidents.empty() && expected.never.empty())
    node->fail("must not be empty", "keys: " + expected_keys());
  return expected;
}

}  // namespace ventosa::scenarios
