#include "scenarios/format/input_log.h"

#include <filesystem>

#include "models/input_error.h"
#include "models/strict_yaml.h"
#include "models/text.h"
#include "scenarios/format/input_fields.h"
#include "scenarios/format/json_fields.h"
#include "scenarios/format/route_entry.h"
#include "scenarios/format/sections.h"
#include "sim/config/effects.h"

namespace ventosa::scenarios {

using controller::ControllerConfig;
using nlohmann::ordered_json;

namespace {

ordered_json levels_of(const Input& input, const Scenario& scenario) {
  auto json = ordered_json::object();
  const JsonFields field(json, scenario.robot.nominal.n_legs());
  describe_levels(field, input);
  if (!sim::is_sound(input.stimulus, period_ns_of(scenario))) json["stimulus"] = kRefused;
  return json;
}

/// Options of the `controller` section.
ordered_json section_of(const ControllerConfig& options) {
  auto json = ordered_json::object();
  const JsonFields field(json, 0);
  describe(field, options);
  return json;
}

ordered_json options_of(const ControllerConfig& options) {
  auto json = ordered_json::object();
  const JsonFields field(json, 0);
  describe_all_options(field, options);
  return json;
}

std::int32_t fingerprint_of(const std::shared_ptr<const controller::Route>& route) {
  return route ? route->fingerprint : 0;
}

ordered_json request_of(const OperatorRequest& request) {
  return {{"action", std::string(controller::name(request.action))},
          {"confirmed", request.confirmed},
          {"supported", request.supported}};
}

/// Members of `now` that are missing in `before` or differ. Compared as text: -0 differs from 0.
ordered_json changes_of(const ordered_json& before, const ordered_json& now) {
  auto changes = ordered_json::object();
  for (const auto& [key, value] : now.items()) {
    const auto old = before.find(key);
    if (old == before.end())
      changes[key] = value;
    else if (value.dump() != old->dump())
      changes[key] = value.is_object() && old->is_object() ? changes_of(*old, value) : value;
  }
  return changes;
}

/// Applies the changes to members that `state` has; ignores others.
void apply(const ordered_json& changes, ordered_json& state) {
  if (!changes.is_object()) return;
  for (const auto& [key, value] : changes.items()) {
    if (!state.contains(key)) continue;
    if (value.is_object() && state[key].is_object())
      apply(value, state[key]);
    else
      state[key] = value;
  }
}

/// Reduces an input to the part that persists after its tick: see sim::going_on.
void go_on(ordered_json& levels) {
  if (!levels["stimulus"].is_object()) return;
  for (ordered_json& list : levels["stimulus"]) {
    auto next = ordered_json::array();
    for (ordered_json& each : list) {
      if (!each["to_ns"].is_null()) continue;
      each["from_ns"] = 0;
      next.push_back(each);
    }
    list = std::move(next);
  }
}

/// Text of a top-level member; a list gets one line per element.
std::string member_text(const std::string& key, const models::Node& value) {
  if (!value.is_list() || value.elements().empty()) return key + ": " + value.as_flow() + "\n";
  std::string text = key + ":\n";
  for (const models::Node& element : value.elements()) text += "- " + element.as_flow() + "\n";
  return text;
}

}  // namespace

InputLog::InputLog(const Scenario& scenario)
    : scenario_(scenario),
      levels_(levels_of(Input{}, scenario)),
      options_(options_of(scenario.controller)) {}

void InputLog::add(std::int64_t tick, const Input& input) {
  forget_from(tick);
  ordered_json levels = levels_of(input, scenario_);
  ordered_json changes = changes_of(levels_, levels);
  const auto& route = input.goal.route;
  if (fingerprint_of(route) != route_) changes["route"] = route_of(route);
  const bool repeated = is_repeated(tick, input);
  if (repeated && changes.empty()) return;
  route_ = fingerprint_of(route);
  if (input.request.action != OperatorAction::kNone) changes["request"] = request_of(input.request);
  if (input.options) add_options(*input.options, changes);
  if (input.ends_run) changes["ends_run"] = true;
  levels_ = std::move(levels);
  go_on(levels_);
  const auto made = input.tick == tick ? std::nullopt : std::optional(input.tick);
  entries_.push_back({tick, made, std::move(changes)});
}

/// True if replaying the entries so far would give an input with this tick again.
bool InputLog::is_repeated(std::int64_t tick, const Input& input) const {
  const bool asks =
      input.request.action != OperatorAction::kNone || input.options.has_value() || input.ends_run;
  if (entries_.empty()) return false;
  if (entries_.back().made) return input.tick == *entries_.back().made;
  return input.tick == tick && !asks;
}

void InputLog::add_options(const ControllerConfig& options, ordered_json& changes) {
  if (!are_sound(options)) {
    changes["options"] = kRefused;
    return;
  }
  ordered_json all = options_of(options);
  changes["options"] = changes_of(options_, all);
  options_ = std::move(all);
}

ordered_json InputLog::route_of(const std::shared_ptr<const controller::Route>& route) const {
  return route ? to_json(*route, scenario_.robot.nominal.n_legs()) : ordered_json();
}

void InputLog::forget_from(std::int64_t tick) {
  if (entries_.empty() || entries_.back().tick < tick) return;
  while (!entries_.empty() && entries_.back().tick >= tick) entries_.pop_back();
  levels_ = levels_of(Input{}, scenario_);
  options_ = options_of(scenario_.controller);
  route_ = 0;
  for (const Entry& entry : entries_) {
    apply(entry.changes, levels_);
    go_on(levels_);
    if (entry.changes.contains("options")) apply(entry.changes["options"], options_);
    if (const auto route = entry.changes.find("route"); route != entry.changes.end())
      route_ = route->is_null() ? 0 : route->at("fingerprint").get<std::int32_t>();
  }
}

std::string InputLog::text() const {
  if (entries_.empty()) return "inputs: []\n";
  std::string text = "inputs:\n";
  for (const Entry& entry : entries_) {
    ordered_json line{{"tick", entry.tick}};
    if (entry.made) line["made"] = *entry.made;
    line.update(entry.changes);
    text += "- " + line.dump() + "\n";
  }
  return text;
}

std::string InputLog::scenario_text(std::uint64_t seed) const {
  const models::Node root = models::Node::parse(scenario_.source.text, scenario_.source.scenario);
  check_options(root);
  std::string text = root.find("name") ? "" : "name: " + scenario_.name + "_recorded\n";
  for (const auto& [key, value] : root.members())
    if (key == "robot" && models::is_path(value.as_string()))  // wherever the new file is
      text += "robot: " +
              nlohmann::json(std::filesystem::absolute(scenario_.source.robot).string()).dump() +
              "\n";
    else if (key != "script" && key != "until" && key != "inputs" && key != "seed" &&
             key != "seeds")
      text += member_text(key, value);
  return text + "seed: " + std::to_string(seed) + "\n" + this->text();
}

/// @throws models::InputError  options were set by other means than the file
void InputLog::check_options(const models::Node& root) const {
  ControllerConfig written = controller_settings(scenario_.robot, effects_of(scenario_.twin),
                                                 scenario_.twin.start_cup_force_N);
  read_controller(root, written);
  if (section_of(written) == section_of(scenario_.controller)) return;
  throw models::InputError("", scenario_.source.scenario.string(),
                           "runs with options that are not in its file",
                           "write them under controller: to record its inputs");
}

}  // namespace ventosa::scenarios
