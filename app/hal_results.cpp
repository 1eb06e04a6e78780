#include "app/hal_results.h"

#include <algorithm>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "app/report.h"
#include "app/text_table.h"
#include "app/wire.h"
#include "record/output_file.h"
#include "record/state_hash.h"
#include "scenarios/session/row_recorder.h"
#include "scenarios/verdict/verdict.h"

namespace ventosa::app {

using hal::LinkStatistics;
using scenarios::Assertion;
using scenarios::AssertResult;
using scenarios::Scenario;
using scenarios::Subject;

namespace {

constexpr const char* kUnknownText = "unknown";

double seconds(std::int64_t time_ns) { return 1e-9 * static_cast<double>(time_ns); }

nlohmann::json seconds_or_null(const std::optional<std::int64_t>& time_ns) {
  return time_ns ? nlohmann::json(seconds(*time_ns)) : nlohmann::json();
}
std::string ms_or_unknown(const std::optional<std::int64_t>& time_ns) {
  return time_ns ? digits(1e3 * seconds(*time_ns)) : kUnknownText;
}

/// Assertions that the robot's readings can judge, or those that they cannot, as `judged` says.
std::vector<Assertion> asserts_of(const Scenario& scenario,
                                  const std::vector<record::Column>& columns, bool judged) {
  std::vector<Assertion> some;
  for (const Assertion& each : scenario.asserts)
    if (columns_of(each, columns).empty() != judged) some.push_back(each);
  return some;
}

nlohmann::ordered_json to_json(const std::vector<hal::RejectCount>& rejects) {
  auto json = nlohmann::ordered_json::object();
  for (const hal::RejectCount& each : rejects) json[std::string(each.reason)] = each.n;
  return json;
}

/// Numbers by reason, for example "number 3, size 12".
std::string text_of(const std::vector<hal::RejectCount>& rejects) {
  std::string text;
  for (const hal::RejectCount& each : rejects)
    text += (text.empty() ? "" : ", ") + std::string(each.reason) + " " + std::to_string(each.n);
  return text;
}

nlohmann::ordered_json link_json(const hal::WireRobot& robot, std::size_t device) {
  const LinkStatistics link = robot.link(device);
  return {{"device", robot.device_name(device)},
          {"sent", link.sent},
          {"heard", link.heard},
          {"missing", link.missing ? nlohmann::json(*link.missing) : nlohmann::json()},
          {"rejected", link.rejected},
          {"rejected_by_reason", to_json(robot.rejects(device))},
          {"foreign", link.foreign ? nlohmann::json(*link.foreign) : nlohmann::json()},
          {"age_s", seconds_or_null(link.age_ns)},
          {"longest_gap_s", seconds_or_null(link.longest_gap_ns)},
          {"round_trip_p50_s", seconds_or_null(link.round_trip_p50_ns)},
          {"round_trip_p99_s", seconds_or_null(link.round_trip_p99_ns)}};
}

}  // namespace

HalResults::Judge::Judge(const Scenario& judged, const std::vector<record::Column>& columns,
                         const scenarios::Inputs& requested)
    : scenario(judged),
      inputs(requested),
      first(columns.size()),
      folds(asserts_of(judged, columns, true), columns, judged.twin.control_period_s),
      incidents(judged, columns) {
  for (const Assertion& each : asserts_of(judged, columns, false)) unknown.push_back(each.name);
}

bool HalResults::Judge::take(std::int64_t tick, std::span<const double> row) noexcept {
  n_past = inputs.n_past(tick);
  if (n_past == 0) {
    std::copy(row.begin(), row.end(), first.begin());
    return true;
  }
  const auto judge = [&](std::int64_t n, std::span<const double> values) {
    return folds.take(n, values) && incidents.take(n, values);
  };
  return (std::exchange(has_begun, true) || judge(0, first)) && judge(n_past, row);
}

HalResults::HalResults(const Scenario& scenario, const scenarios::Inputs& inputs,
                       const std::filesystem::path& folder, const SessionLabel& label)
    : scenario_(scenario),
      label_(label),
      folder_(folder),
      story_(folder_.file(record::OutputFolder::kStory), label),
      writer_(folder_.file("signals.mcap"), recorded_schema(scenario, Subject::kRobot),
              std::llround(1e9 * scenario.twin.control_period_s),
              {{"scenario", scenario.name}, {"robot", scenario.robot.nominal.name}}),
      log_(writer_, recorded_columns(scenario, Subject::kRobot).size()),
      hash_(recorded_columns(scenario, Subject::kRobot)),
      judge_(scenario, recorded_columns(scenario, Subject::kRobot), inputs),
      reasons_(scenario, recorded_columns(scenario, Subject::kRobot)) {}

void HalResults::begin() {
  folder_.keep();
  story_.say("the run begins: time 0 s of the run and of signals.mcap");
}

std::vector<AssertResult> HalResults::Judge::results() const {
  if (!is_judged) return {};
  std::vector<AssertResult> known;
  const auto add = [&known](std::vector<AssertResult> results) {
    std::move(results.begin(), results.end(), std::back_inserter(known));
  };
  if (has_begun) add(folds.results());
  add(judge(events()));
  if (has_begun) add(incidents.results());
  if (!is_complete) std::erase_if(known, [](const AssertResult& result) { return result.pass; });
  return known;
}

/// Those that may still come are left out.
std::vector<scenarios::ScriptEvent> HalResults::Judge::events() const {
  const double time_s = static_cast<double>(n_past) * scenario.twin.control_period_s;
  auto all = script_events(scenario, inputs.script_state(), time_s);
  if (!is_complete) std::erase_if(all, [](const auto& event) { return !event.tick; });
  return all;
}

bool HalResults::has_failed() const {
  const auto results = judge_.results();
  return std::any_of(results.begin(), results.end(),
                     [](const AssertResult& result) { return !result.pass; });
}

void HalResults::finish(const HalSummary& summary, const hal::WireRobot& robot, bool json) {
  story_.say(std::string("ended: ") + summary.ended);
  const std::string text = json_text(summary, robot);
  if (json) {
    std::cout << text;
  } else {
    print_asserts();
    print_links(robot);
  }
  log_.finish();
  write(text);
  folder_.commit();
  if (log_.n_dropped() > 0)
    throw record::OutputError(
        folder_.target() / "signals.mcap",
        "it is incomplete: " + std::to_string(log_.n_dropped()) + " ticks are missing");
}

/// Writes each file, even if others fail.
void HalResults::write(const std::string& summary) {
  std::optional<record::OutputError> failure;
  const auto attempt = [&](auto write_one) {
    try {
      write_one();
    } catch (const record::OutputError& error) {
      failure.emplace(error);
    }
  };
  attempt([&] { record::write_text(folder_.file("hal.json"), summary); });
  attempt([&] { writer_.close(); });
  attempt([&] { story_.close(); });
  if (failure) throw *failure;
}

std::vector<std::string> HalResults::unknown() const {
  if (!judge_.is_judged) return {};
  if (judge_.is_complete) return judge_.unknown;
  const std::vector<AssertResult> failed = judge_.results();
  std::vector<std::string> open;
  for (const Assertion& each : scenario_.asserts)
    if (std::none_of(failed.begin(), failed.end(),
                     [&](const AssertResult& result) { return result.name == each.name; }))
      open.push_back(each.name);
  return open;
}

std::vector<std::string> HalResults::not_judged() const {
  const auto judged = judge_.incidents.results();
  std::vector<std::string> names;
  const auto columns = recorded_columns(scenario_, Subject::kTwin);
  for (const AssertResult& each : scenarios::Incidents(scenario_, columns).results())
    if (std::none_of(judged.begin(), judged.end(),
                     [&](const AssertResult& result) { return result.name == each.name; }))
      names.push_back(each.name);
  return names;
}

std::string HalResults::json_text(const HalSummary& summary, const hal::WireRobot& robot) const {
  auto asserts = nlohmann::ordered_json::array();
  for (const AssertResult& result : judge_.results())
    asserts.push_back({{"name", result.name},
                       {"pass", result.pass},
                       {"value", result.value},
                       {"limit", result.limit},
                       {"unit", result.unit}});
  for (const std::string& name : unknown()) asserts.push_back({{"name", name}, {"pass", nullptr}});
  auto events = nlohmann::ordered_json::array();
  for (const scenarios::ScriptEvent& each : judge_.events()) events.push_back(to_json(each));
  auto hindrances = nlohmann::ordered_json::array();
  for (const scenarios::Hindrance& each : reasons_.hindrances())
    hindrances.push_back(scenarios::to_json(each));
  auto links = nlohmann::ordered_json::array();
  for (std::size_t k = 0; k < robot.n_devices(); ++k) links.push_back(link_json(robot, k));
  const nlohmann::ordered_json all{{"schema", 1},
                                   {"date", label_.date},
                                   {"version", label_.version},
                                   {"robot", label_.robot},
                                   {"scenario", label_.scenario},
                                   {"wire", label_.wire},
                                   {"owner", label_.owner},
                                   {"devices", label_.devices},
                                   {"ended", summary.ended},
                                   {"exit_code", summary.exit_code},
                                   {"time_s", summary.time_s},
                                   {"held", summary.held},
                                   {"asserts", asserts},
                                   {"not_judged", not_judged()},
                                   {"events", events},
                                   {"hindrance_count", reasons_.n_hindrances()},
                                   {"hindrances", hindrances},
                                   {"late_periods", summary.n_late},
                                   {"worst_lateness_s", seconds(summary.worst_lateness_ns)},
                                   {"command_hash", record::hexadecimal(hash_.value())},
                                   {"links", links}};
  return all.dump(2) + "\n";
}

void HalResults::print_asserts() const {
  if (!judge_.is_judged) return;
  TextTable table(
      {{"assertion"}, {"verdict"}, {"value"}, {"limit"}, {"worst at [s]", true}, {"of"}});
  for (const AssertResult& result : judge_.results())
    table.add({result.name, result.pass ? "pass" : "FAIL", value_text(result), limit_text(result),
               digits(result.worst_s, 5), result.worst_signal});
  const char* const why = judge_.is_complete ? "no reading of the robot covers it"
                          : judge_.has_begun ? "the scenario has not come to its end"
                                             : "the scenario has not begun";
  for (const std::string& name : unknown()) table.add({name, "unknown", why});
  table.print(std::cout);
  std::cout << judge_.results().size() << " of " << judge_.results().size() + unknown().size()
            << " assertions could be judged"
            << (unknown().empty() ? "" : std::string(" (others: ") + why + ")")
            << "\nnot judged without a true state: " << joined(not_judged()) << "\n\n";
}

void HalResults::print_links(const hal::WireRobot& robot) const {
  TextTable table({{"device"},
                   {"sent", true},
                   {"received", true},
                   {"missing", true},
                   {"refused", true},
                   {"foreign", true},
                   {"longest gap [ms]", true},
                   {"round trip p50 [ms]", true},
                   {"p99 [ms]", true},
                   {"why refused"}});
  for (std::size_t k = 0; k < robot.n_devices(); ++k) {
    const LinkStatistics link = robot.link(k);
    table.add({robot.device_name(k), std::to_string(link.sent), std::to_string(link.heard),
               link.missing ? std::to_string(*link.missing) : kUnknownText,
               std::to_string(link.rejected),
               link.foreign ? std::to_string(*link.foreign) : kUnknownText,
               ms_or_unknown(link.longest_gap_ns), ms_or_unknown(link.round_trip_p50_ns),
               ms_or_unknown(link.round_trip_p99_ns), text_of(robot.rejects(k))});
  }
  table.print(std::cout);
}

}  // namespace ventosa::app
