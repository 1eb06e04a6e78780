#include "app/gait_table.h"

#include <iostream>
#include <nlohmann/json.hpp>

#include "app/text_table.h"
#include "scenarios/format/static_margin.h"

namespace ventosa::app {

using controller::RobotModel;
using nlohmann::ordered_json;
using scenarios::GaitVerdict;
using scenarios::known_margin;
using scenarios::limit_text;
using scenarios::RowVerdict;

namespace {

std::vector<std::string> lifted_names(const RobotModel& robot, const RowVerdict& row) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < robot.leg.size(); ++i)
    if (row.lifted[i]) names.push_back(robot.leg[i].name);
  return names;
}

double heading_deg(const RowVerdict& row) { return row.heading_rad / controller::kRadPerDegree; }

/// For example "1 of 2".
std::string rows_text(const GaitVerdict& gait) {
  return std::to_string(gait.n_held()) + " of " + std::to_string(gait.row.size());
}

std::vector<TextTable::Column> columns_for(const RobotModel& robot) {
  std::vector<TextTable::Column> columns{{"  gait"}, {"on"}};
  if (robot.cup()) columns.push_back({"cups [N]", true});
  for (const TextTable::Column& column : {TextTable::Column{"rows that hold"},
                                          {"worst row lifts"},
                                          {"controller"},
                                          {"margin", true},
                                          {"limited by"},
                                          {"physical margin", true},
                                          {"by"}})
    columns.push_back(column);
  return columns;
}

ordered_json row_json(const RobotModel& robot, const RowVerdict& row) {
  const auto margin = [](const controller::Bottleneck& least) {
    const auto known = known_margin(least);
    return known ? ordered_json(*known) : ordered_json(nullptr);
  };
  const scenarios::StanceVerdict& verdict = row.verdict;
  return {{"row", row.row},
          {"lift", lifted_names(robot, row)},
          {"heading_deg", heading_deg(row)},
          {"holds", verdict.controller.lifts()},
          {"reason", controller::name(verdict.controller.objection.reason)},
          {"margin", margin(verdict.controller.least)},
          {"limiting", limit_text(robot, verdict.controller.least)},
          {"physical_margin", margin(verdict.physical.load)},
          {"options", verdict.difference.options},
          {"together", verdict.difference.together}};
}

}  // namespace

void print_gaits(const RobotModel& robot, const std::vector<GaitVerdict>& gaits) {
  if (gaits.empty()) return;
  TextTable table(columns_for(robot));
  for (const GaitVerdict& gait : gaits) {
    const RowVerdict& worst = gait.worst();
    const scenarios::StanceVerdict& verdict = worst.verdict;
    std::vector<std::string> row{"  " + gait.gait, gait.surface};
    if (robot.cup()) row.push_back(digits(gait.cup_force_N));
    row.push_back(rows_text(gait));
    row.push_back(joined(lifted_names(robot, worst)));
    row.push_back(answer_text(verdict.controller));
    row.push_back(margin_text(verdict.controller.least));
    row.push_back(limit_text(robot, verdict.controller.least));
    row.push_back(margin_text(verdict.physical.load));
    row.push_back(difference_text(verdict.difference));
    table.add(row);
  }
  table.print(std::cout);
}

ordered_json gaits_json(const RobotModel& robot, const std::vector<GaitVerdict>& gaits) {
  auto list = ordered_json::array();
  for (const GaitVerdict& gait : gaits) {
    ordered_json json{{"gait", gait.gait}, {"surface", gait.surface}};
    if (robot.cup()) json["cup_force_N"] = gait.cup_force_N;
    json["holds"] = gait.holds();
    json["rows"] = ordered_json::array();
    for (const RowVerdict& row : gait.row) json["rows"].push_back(row_json(robot, row));
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace ventosa::app
