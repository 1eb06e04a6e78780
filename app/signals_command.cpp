#include <cctype>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>

#include "app/commands.h"
#include "app/data_folder.h"
#include "app/text_table.h"
#include "scenarios/session/row_recorder.h"

/// `ventosa signals`: what a run of a robot records.
namespace ventosa::app {
namespace {

using record::Column;

/// Of a robot with all that it can have.
std::vector<Column> columns_of(const std::string& robot) {
  scenarios::Scenario scenario;
  scenario.robot = models::load(find_input(robot, {data_folder().robots}));
  scenario.twin.camera.on = scenario.robot.sensors.has_value();
  return recorded_columns(scenario);
}

/// "seen.leg0.joint2.q" -> "seen.leg*.joint*.q"
std::string with_stars(const std::string& name) {
  std::string pattern;
  for (const char c : name) {
    if (std::isdigit(static_cast<unsigned char>(c)) == 0)
      pattern += c;
    else if (pattern.empty() || pattern.back() != '*')
      pattern += '*';
  }
  return pattern;
}

/// One for all legs and joints.
std::vector<Column> patterns_of(const std::vector<Column>& columns) {
  std::set<std::string> seen;
  std::vector<Column> patterns;
  for (Column column : columns) {
    column.name = with_stars(column.name);
    if (seen.insert(column.name).second) patterns.push_back(std::move(column));
  }
  return patterns;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

void print_table(const std::vector<Column>& columns) {
  TextTable table({{"signal"}, {"unit"}, {"values"}});
  for (const Column& column : columns)
    table.add({column.name, column.unit, joined(column.enumerators)});
  table.print(std::cout);
}

void print_json(const std::vector<Column>& columns) {
  auto list = nlohmann::ordered_json::array();
  for (const Column& column : columns) {
    nlohmann::ordered_json signal{{"name", column.name}, {"unit", column.unit}};
    if (!column.enumerators.empty()) signal["values"] = column.enumerators;
    list.push_back(std::move(signal));
  }
  std::cout << nlohmann::ordered_json{{"schema", 1}, {"signals", std::move(list)}}.dump(2) << '\n';
}

}  // namespace

ExitCode signals(const SignalsOptions& options) {
  std::vector<Column> columns = columns_of(options.robot);
  if (!options.all) columns = patterns_of(columns);
  if (options.json)
    print_json(columns);
  else
    print_table(columns);
  return ExitCode::kPass;
}

}  // namespace ventosa::app
