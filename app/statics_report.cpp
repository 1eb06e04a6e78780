#include "app/statics_report.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/json_number.h"
#include "app/text_table.h"
#include "scenarios/format/static_margin.h"

namespace ventosa::app {

using controller::RobotModel;
using controller::StandingFoot;
using controller::StandingStatus;
using scenarios::known_margin;
using scenarios::limit_text;
using Json = nlohmann::ordered_json;

namespace {

constexpr int kStancesSchema = 1;

std::string leg_name(const RobotModel& robot, int leg) {
  return leg < 0 ? "" : robot.leg[static_cast<std::size_t>(leg)].name;
}

std::string edge(const RobotModel& robot, const StaticsStance& stance) {
  if (stance.margins.edge_leg_a < 0) return "";
  return leg_name(robot, stance.margins.edge_leg_a) + " - " +
         leg_name(robot, stance.margins.edge_leg_b);
}

/// Direction as text, for example "+x", "-z"; empty for the zero vector.
std::string axis(const controller::Vector3d& direction) {
  for (int k = 0; k < 3; ++k)
    if (direction[k] != 0) return std::string(direction[k] > 0 ? "+" : "-") + "xyz"[k];
  return "";
}

Json to_json(const controller::Leg& leg, const StandingFoot& foot) {
  Json json{{"leg", leg.name},
            {"held", foot.attached},
            {"torque_ratio", number(foot.torque_ratio)},
            {"worst_joint", foot.worst_joint}};
  if (!foot.attached) return json;
  json["force_N"] = {foot.f_S.x(), foot.f_S.y(), foot.f_S.z()};
  json["safety_factor"] = number(foot.safety_factor);
  return json;
}

/// Margins of both answers over all possible forces, and what makes the difference.
void add_answers(const RobotModel& robot, const scenarios::StanceVerdict& verdict, Json& json) {
  const controller::LiftVerdict& plan = verdict.controller;
  json["physical"] = {{"holds", verdict.is_possible},
                      {"margin", number(known_margin(verdict.physical.load))},
                      {"limiting", limit_text(robot, verdict.physical.load)}};
  json["controller"] = {{"holds", plan.lifts()},
                        {"reason", controller::name(plan.objection.reason)},
                        {"leg", leg_name(robot, plan.objection.leg)},
                        {"margin", number(known_margin(plan.least))},
                        {"limiting", limit_text(robot, plan.least)}};
  json["difference"] = {{"options", verdict.difference.options},
                        {"together", verdict.difference.together},
                        {"rule", controller::name(verdict.difference.rule)}};
}

Json margins_json(const RobotModel& robot, const StaticsStance& stance) {
  const controller::StandingMargins& margins = stance.margins;
  return {
      {"tumble_edge", {leg_name(robot, margins.edge_leg_a), leg_name(robot, margins.edge_leg_b)}},
      {"tumble_Nm", number(margins.tumble_Nm)},
      {"direction", axis(margins.direction_B)},
      {"acceleration_m_s2", number(margins.acceleration_m_s2)}};
}

Json to_json(const RobotModel& robot, const StaticsOptions& options, const StaticsStance& stance) {
  const bool known = has_forces(stance);
  Json json{{"surface", options.surface},
            {"heading_deg", options.heading_deg},
            {"radius_m", number(stance.standing.radius_m)},
            {"height_m", number(stance.standing.height_m)}};
  if (robot.cup()) json["cup_force_N"] = stance.standing.cup_force_N;
  json["friction"] = stance.standing.friction;
  json["objective"] = options.objective;
  json["lift"] = stance.lift;
  json["status"] = status_text(stance);
  json["feasible"] = stands(stance);
  const auto shown = [&](double value) { return known ? number(value) : Json(nullptr); };
  json["torque_ratio"] = shown(stance.answer.torque_ratio);
  json[robot.foot_word() + std::string("_margin")] = shown(stance.answer.foot_margin);
  if (!robot.cup()) json["stability_m"] = shown(stance.answer.stability_m);
  json["limiting"] = limiting(robot, stance);
  if (options.map) return json;
  add_answers(robot, stance.verdict, json);
  json["margins"] = known ? margins_json(robot, stance) : Json(nullptr);
  json["feet"] = Json::array();
  for (std::size_t i = 0; known && i < robot.leg.size(); ++i)
    json["feet"].push_back(to_json(robot.leg[i], stance.answer.foot[i]));
  return json;
}

char map_letter(const StaticsStance& stance) {
  if (stance.answer.status == StandingStatus::kOutOfReach) return '.';
  if (stance.answer.status != StandingStatus::kStands) return '#';
  return static_cast<char>('0' +
                           std::clamp(static_cast<int>(10 * stance.answer.torque_ratio), 0, 9));
}

std::string meters(double value) {
  std::string text(16, '\0');
  text.resize(static_cast<std::size_t>(std::snprintf(text.data(), text.size(), "%.2f", value)));
  return text;
}

}  // namespace

void print_stances(const RobotModel& robot, const std::vector<StaticsStance>& stances) {
  std::vector<TextTable::Column> columns{{"lifted"},
                                         {"stands"},
                                         {"torque over limit", true},
                                         {robot.foot_word() + std::string(" margin"), true},
                                         {"limited by"},
                                         {"tumble margin [N m]", true},
                                         {"over"},
                                         {"acceleration left [m/s2]", true},
                                         {"along"}};
  if (!robot.cup()) columns.push_back({"stability [m]", true});
  for (const TextTable::Column& column : {TextTable::Column{"margin", true},
                                          {"controller"},
                                          {"margin", true},
                                          {"limited by"},
                                          {"by"}})
    columns.push_back(column);
  TextTable table(std::move(columns));
  for (const StaticsStance& stance : stances) {
    const bool known = has_forces(stance);
    const auto shown = [&](double value) { return known ? digits(value) : std::string("-"); };
    std::vector<std::string> row{stance.lift,
                                 status_text(stance),
                                 shown(stance.answer.torque_ratio),
                                 shown(stance.answer.foot_margin),
                                 limiting(robot, stance),
                                 shown(stance.margins.tumble_Nm),
                                 edge(robot, stance),
                                 shown(stance.margins.acceleration_m_s2),
                                 axis(stance.margins.direction_B)};
    if (!robot.cup()) row.push_back(shown(stance.answer.stability_m));
    const scenarios::StanceVerdict& verdict = stance.verdict;
    row.push_back(margin_text(verdict.physical.load));
    row.push_back(answer_text(verdict.controller));
    row.push_back(margin_text(verdict.controller.least));
    row.push_back(limit_text(robot, verdict.controller.least));
    row.push_back(difference_text(verdict.difference));
    table.add(row);
  }
  table.print(std::cout);
}

void print_map(const std::vector<StaticsStance>& stances, std::size_t n_columns) {
  std::cout << "body height [m] over stance radius [m]; a digit is the worst torque over its limit "
               "in tenths,\n# cannot be carried, . out of reach\n";
  for (std::size_t k = 0; k < stances.size(); ++k) {
    if (k % n_columns == 0) {
      const std::string height = meters(*stances[k].standing.height_m);
      std::cout << std::string(6 - std::min<std::size_t>(5, height.size()), ' ') << height << "  ";
    }
    std::cout << map_letter(stances[k]) << ((k + 1) % n_columns == 0 ? "\n" : " ");
  }
  std::cout << "        " << meters(*stances.front().standing.radius_m)
            << std::string(2 * n_columns > 10 ? 2 * n_columns - 9 : 1, ' ')
            << meters(*stances.back().standing.radius_m) << '\n';
}

void print_json(const RobotModel& robot, const StaticsOptions& options,
                const std::vector<StaticsStance>& stances) {
  auto list = Json::array();
  for (const StaticsStance& stance : stances) list.push_back(to_json(robot, options, stance));
  std::cout << Json{{"schema", kStancesSchema}, {"robot", robot.name}, {"stances", list}}.dump(2)
            << '\n';
}

}  // namespace ventosa::app
