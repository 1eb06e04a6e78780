#include <algorithm>
#include <array>
#include <utility>

#include "models/mistakes.h"
#include "models/spelling.h"
#include "scenarios/assertions/incident_kinds.h"
#include "scenarios/format/sections.h"

namespace ventosa::scenarios {

using models::Node;
using record::Column;

namespace {

using Kind = Assertion::Kind;

bool is_drift(Kind kind) {
  return kind == Kind::kDrift || kind == Kind::kNumberDrift || kind == Kind::kAngleDrift;
}

/// The only member present out of several that exclude each other.
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

/// Indices of the signal's columns, which must have one unit.
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

/// Checks the unit; counts, ratios, enumerations and bools need none.
void check_unit(const Node& entry, const std::string& unit) {
  const bool required = unit != "1" && unit != "enum" && unit != "bool";
  const auto node = required ? std::optional(entry.at("unit")) : entry.find("unit");
  if (node && node->as_string() != unit) node->fail("must be the signal's unit, " + unit);
}

bool is_number(const std::string& unit) { return unit != "enum" && unit != "bool"; }

/// Reads the limit: the name of an enumerator, true or false for a bool, a number for all others.
void read_limit(const Node& limit, const Column& column, Assertion& assertion) {
  if (is_number(assertion.unit)) {
    assertion.limit = limit.as_double();
    return;
  }
  if (assertion.bound != Bound::kEquals) limit.fail("needs equals: the signal is not a number");
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
    node->fail("is only for equals with a number");
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
      if (const auto time = entry.find(key)) time->fail("cannot be combined with at: end");
  }
  if (!is_drift(assertion.kind)) return;
  assertion.since_s = read_time(entry, "since_s", assertion.from_s, duration_s);
  if (!assertion.at_end && assertion.since_s > assertion.from_s)
    entry.at("since_s").fail("must not lie after from_s", "or give from_s, too");
}

std::string default_name(const Assertion& assertion) {
  static constexpr std::array kWhat{"",      " drift", " drift", " angle drift",
                                    " mean", " rms",   " share"};
  return assertion.signal + kWhat[static_cast<std::size_t>(assertion.kind)];
}

/// A share and what is divided by a peak are ratios.
std::string unit_of(const Node& entry, Kind kind, const Column& signal) {
  if (kind == Kind::kAngleDrift) return "rad";
  return kind == Kind::kShare || entry.find("of_peak") ? "1" : signal.unit;
}

/// Reads the name of a signal that belongs to that of the assertion.
/// @param unit  that it must have; null: any number or bool
std::string read_partner(const Node& node, const std::vector<Column>& columns, const char* unit,
                         const Assertion& assertion) {
  const std::string partner = node.as_string();
  const auto found = partner_columns(partner, assertion, columns);
  if (found.empty())
    node.fail("no such signal for each one of " + assertion.signal,
              "its stars stand for the same as the first ones there");
  const std::string& has = columns[found.front()].unit;
  if (has == "enum") node.fail("must be a number or a bool");
  if (unit != nullptr && has != unit) node.fail("must have the unit of " + assertion.signal);
  return partner;
}

void read_partners(const Node& entry, const std::vector<Column>& columns, Assertion& assertion) {
  const auto during = entry.find("while"), peak = entry.find("of_peak");
  const bool is_share = assertion.kind == Kind::kShare;
  if (is_share) assertion.above = entry.at("above").as_double();
  if (const auto above = entry.find("above"); above && !is_share) above->fail("is only for share");
  if (peak && (is_share || !is_statistic(assertion.kind))) peak->fail("is only for mean and rms");
  if (during && is_drift(assertion.kind)) during->fail("cannot be combined with a drift");
  const std::string& unit = columns[columns_of(assertion, columns).front()].unit;
  if (during) assertion.during = read_partner(*during, columns, nullptr, assertion);
  if (peak) assertion.peak_of = read_partner(*peak, columns, unit.c_str(), assertion);
}

Assertion read_assertion(const Node& entry, const std::vector<Column>& columns,
                         const ScenarioTimes& times) {
  Assertion assertion;
  const auto [signal, kind] =
      exactly_one<Kind>(entry, "needs exactly one of signal, drift, angle_drift, mean, rms, share",
                        {{"signal", Kind::kSignal},
                         {"drift", Kind::kDrift},
                         {"angle_drift", Kind::kAngleDrift},
                         {"mean", Kind::kMean},
                         {"rms", Kind::kRms},
                         {"share", Kind::kShare}});
  const auto [limit, bound] =
      exactly_one<Bound>(entry, "needs exactly one of max, min, equals",
                         {{"max", Bound::kMax}, {"min", Bound::kMin}, {"equals", Bound::kEquals}});
  assertion.kind = kind;
  assertion.bound = bound;
  assertion.signal = signal.as_string();
  // drift of a signal that is not a position: of a number
  if (kind == Kind::kDrift && columns_of(assertion, columns).empty()) {
    assertion.kind = Kind::kNumberDrift;
    if (columns_of(assertion, columns).empty()) assertion.kind = Kind::kDrift;
  }
  const Column& first = columns[resolve(signal, assertion, columns).front()];
  assertion.unit = unit_of(entry, kind, first);
  check_unit(entry, assertion.unit);
  if (is_statistic(kind) && !is_number(first.unit)) signal.fail("the signal is not a number");
  read_partners(entry, columns, assertion);
  read_limit(limit, first, assertion);
  read_tolerance(entry, assertion);
  read_window(entry, times, assertion);
  const auto name = entry.find("name");
  assertion.name = name ? name->as_string() : default_name(assertion);
  return assertion;
}

}  // namespace

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
          entry.fail("needs another name", "every run has an assertion of this name");
      const auto same = [&](const Assertion& other) { return other.name == asserts.back().name; };
      if (std::count_if(asserts.begin(), asserts.end(), same) > 1)
        entry.fail("needs a name of its own",
                   "add `name:`; '" + asserts.back().name + "' is taken");
    });
  mistakes.refuse();
  return asserts;
}

}  // namespace ventosa::scenarios
