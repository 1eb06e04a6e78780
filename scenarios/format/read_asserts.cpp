#include <algorithm>
#include <array>
#include <utility>

#include "models/mistakes.h"
#include "models/spelling.h"
#include "scenarios/format/sections.h"
#include "scenarios/verdict/incident_kinds.h"
#include "scenarios/verdict/incidents.h"

namespace ventosa::scenarios {

using models::Node;
using record::Column;

namespace {

using Kind = Assertion::Kind;
using Bound = Assertion::Bound;

bool is_drift(Kind kind) {
  return kind == Kind::kDrift || kind == Kind::kNumberDrift || kind == Kind::kAngleDrift;
}

/// The one member of a map out of a few that exclude each other.
template <class Value>
std::pair<Node, Value> exactly_one(const Node& map, const char* rule,
                                   std::initializer_list<std::pair<const char*, Value>> choices) {
  std::optional<std::pair<Node, Value>> found;
  for (const auto& [key, value] : choices) {
    const auto node = map.find(key);
    if (!node) continue;
    if (found) node->fail(rule);
    found.emplace(*node, value);
  }
  if (!found) map.fail(rule);
  return *found;
}

std::string nearest_signal(const std::string& signal, const std::vector<Column>& columns) {
  std::vector<std::string> names;
  for (const Column& column : columns) names.push_back(column.name);
  const std::string_view near = models::closest(signal, names);
  if (!near.empty()) return "did you mean '" + std::string(near) + "'?";
  return "signals are named like error.body.position, worst.stall_ratio or truth.leg0.cup.slip";
}

/// The columns of the signal, all of one unit.
std::vector<std::size_t> resolve(const Node& node, const Assertion& assertion,
                                 const std::vector<Column>& columns) {
  const auto found = columns_of(assertion, columns);
  if (found.empty()) {
    if (assertion.kind == Kind::kSignal || is_statistic(assertion.kind))
      node.fail("no such signal", nearest_signal(assertion.signal, columns));
    node.fail(assertion.kind == Kind::kDrift
                  ? "no such position (a signal with x, y and z) or number"
                  : "no such orientation (a signal with qw, qx, qy and qz)",
              "try truth.body");
  }
  for (const std::size_t column : found)
    if (columns[column].unit != columns[found.front()].unit)
      node.fail("matches signals of different units", "name them one by one");
  return found;
}

/// A count, a ratio, a name and a bool need no unit.
void check_unit(const Node& entry, const std::string& unit) {
  const bool required = unit != "1" && unit != "enum" && unit != "bool";
  const auto node = required ? std::optional(entry.at("unit")) : entry.find("unit");
  if (node && node->as_string() != unit) node->fail("must be the signal's unit, " + unit);
}

bool is_number(const std::string& unit) { return unit != "enum" && unit != "bool"; }

/// An enumeration is compared by name, a bool with true or false, all else with a number.
void read_limit(const Node& limit, const Column& column, Assertion& assertion) {
  if (is_number(assertion.unit)) {
    assertion.limit = limit.as_double();
    return;
  }
  if (assertion.bound != Bound::kEquals) limit.fail("needs equals: the signal is no number");
  if (assertion.unit == "bool") {
    assertion.limit = limit.as_bool() ? 1 : 0;
    assertion.limit_name = assertion.limit != 0 ? "true" : "false";
    return;
  }
  const std::vector<std::string>& names = column.enumerators;
  const std::size_t choice = limit.as_choice({names.begin(), names.end()});
  assertion.limit = static_cast<double>(choice);
  assertion.limit_name = names[choice];
}

void read_tolerance(const Node& entry, Assertion& assertion) {
  const auto node = entry.find("tolerance");
  if (!node) return;
  if (assertion.bound != Bound::kEquals || !assertion.limit_name.empty())
    node->fail("goes only with equals and a number");
  assertion.tolerance = node->as_double(models::not_negative());
}

double read_time(const Node& entry, const char* key, double missing_s, double duration_s) {
  const auto node = entry.find(key);
  return node ? node->as_double(models::between(0, duration_s)) : missing_s;
}

void read_window(const Node& entry, const ScenarioTimes& times, Assertion& assertion) {
  const double duration_s = times.duration_s;
  assertion.from_s = read_time(entry, "from_s", 0, duration_s);
  assertion.to_s = read_time(entry, "to_s", duration_s, duration_s);
  if (assertion.to_s < assertion.from_s) entry.at("to_s").fail("must not lie before from_s");
  if (row_at(assertion.from_s, times.period_s) >= row_after(assertion.to_s, times.period_s))
    entry.at("to_s").fail("leaves no control tick in the window", "widen it");
  if (const auto at = entry.find("at")) {
    assertion.at_end = at->as_enum<bool>({{"end", true}});
    for (const char* key : {"from_s", "to_s"})
      if (const auto time = entry.find(key)) time->fail("goes not with at: end");
  }
  if (!is_drift(assertion.kind)) return;
  assertion.since_s = read_time(entry, "since_s", assertion.from_s, duration_s);
  if (!assertion.at_end && assertion.since_s > assertion.from_s)
    entry.at("since_s").fail("must not lie after from_s", "or give from_s, too");
}

std::string default_name(const Assertion& assertion) {
  static constexpr std::array kWhat{"", " drift", " drift", " angle drift", " mean", " rms"};
  return assertion.signal + kWhat[static_cast<std::size_t>(assertion.kind)];
}

Assertion read_assertion(const Node& entry, const std::vector<Column>& columns,
                         const ScenarioTimes& times) {
  Assertion assertion;
  const auto [signal, kind] =
      exactly_one<Kind>(entry, "needs exactly one of signal, drift, angle_drift, mean, rms",
                        {{"signal", Kind::kSignal},
                         {"drift", Kind::kDrift},
                         {"angle_drift", Kind::kAngleDrift},
                         {"mean", Kind::kMean},
                         {"rms", Kind::kRms}});
  const auto [limit, bound] =
      exactly_one<Bound>(entry, "needs exactly one of max, min, equals",
                         {{"max", Bound::kMax}, {"min", Bound::kMin}, {"equals", Bound::kEquals}});
  assertion.kind = kind;
  assertion.bound = bound;
  assertion.signal = signal.as_string();
  // a drift of what is no position is that of a number
  if (kind == Kind::kDrift && columns_of(assertion, columns).empty()) {
    assertion.kind = Kind::kNumberDrift;
    if (columns_of(assertion, columns).empty()) assertion.kind = Kind::kDrift;
  }
  const Column& first = columns[resolve(signal, assertion, columns).front()];
  assertion.unit = kind == Kind::kAngleDrift ? "rad" : first.unit;
  check_unit(entry, assertion.unit);
  if (is_statistic(kind) && !is_number(assertion.unit)) signal.fail("the signal is no number");
  read_limit(limit, first, assertion);
  read_tolerance(entry, assertion);
  read_window(entry, times, assertion);
  const auto name = entry.find("name");
  assertion.name = name ? name->as_string() : default_name(assertion);
  return assertion;
}

void read_detached(const Node& legs, const controller::RobotModel& robot, Expected& expected) {
  for (const Node& leg : legs.elements(1, robot.leg.size())) {
    bool& detach = expected.detach[static_cast<std::size_t>(read_leg(leg, robot))];
    if (std::exchange(detach, true)) leg.fail("is there twice");
  }
}

void expect(const Node& place, ExpectedIncident incident, Expected& expected) {
  for (const ExpectedIncident& other : expected.incidents)
    if (other.key == incident.key && other.part == incident.part) place.fail("is there twice");
  expected.incidents.push_back(std::move(incident));
}

std::string names_of(const std::vector<Gauge>& gauges) {
  std::string names;
  for (const Gauge& gauge : gauges) names += (names.empty() ? "" : ", ") + gauge.part;
  return names;
}

/// Parts, and how much at most of each.
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
    node.fail("must say of which part, and how much at most", "by its name: " + names_of(gauges));
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
  if (detach) read_detached(*detach, robot, expected);
  if (self_collision) expected.self_collision = self_collision->as_bool();
  for (const IncidentKind& kind : incident_kinds())
    if (const auto incidents = node->find(kind.key))
      (kind.is_measured() ? read_measured : read_parts)(*incidents, kind,
                                                        kind.gauges(robot, columns), expected);
  if (!detach && !self_collision && expected.incidents.empty())
    node->fail("must say what", "give " + expected_keys());
  return expected;
}

std::vector<Assertion> read_asserts(const Node& scenario, const std::vector<Column>& columns,
                                    const ScenarioTimes& times) {
  std::vector<Assertion> asserts;
  std::vector<std::string> in_every_run = incident_names();
  in_every_run.emplace_back("same state hash");
  models::Mistakes mistakes;
  for (const Node& entry : scenario.at("asserts").elements(1))
    mistakes.collect(entry, [&] {
      asserts.push_back(read_assertion(entry, columns, times));
      for (const std::string& taken : in_every_run)
        if (asserts.back().name == taken)
          entry.fail("needs another name", "every run is judged by one that is called so");
      const auto same = [&](const Assertion& other) { return other.name == asserts.back().name; };
      if (std::count_if(asserts.begin(), asserts.end(), same) > 1)
        entry.fail("needs a name of its own",
                   "add `name:`; '" + asserts.back().name + "' is taken");
    });
  mistakes.refuse();
  return asserts;
}

}  // namespace ventosa::scenarios
