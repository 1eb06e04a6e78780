#include <iostream>
#include <nlohmann/json.hpp>

#include "app/plan_angles.h"
#include "app/plan_report.h"
#include "app/stances.h"
#include "app/text_table.h"

/// Table of plans around edges of several turns.
namespace ventosa::app {

using controller::name;
using planner::Plan;
using Json = nlohmann::ordered_json;

namespace {

constexpr int kAnglesSchema = 1;

/// For example "5 steps, 0.11 peel", "no start", "exhausted: leg clearance".
std::string cell_text(const AngleCell& cell) {
  if (!cell.plan) return "-";
  const Plan& plan = *cell.plan;
  const std::string outcome = models::spoken(name(plan.outcome));
  if (plan.outcome == planner::Outcome::kExhausted || plan.outcome == planner::Outcome::kSpent)
    return outcome + ": " + scenarios::missing_text(plan.furthest);
  if (plan.outcome != planner::Outcome::kFound) return outcome;
  const controller::Bottleneck least = plan.least();
  return std::to_string(plan.n_steps()) + " steps, " + margin_text(least) + " " +
         models::spoken(name(least.limit));
}

Json cell_json(const AngleCell& cell) {
  Json json{{"turn_deg", cell.turn_deg}, {"gravity", name(cell.gravity)}};
  json["plan"] = cell.plan ? plan_json(cell.task, *cell.plan) : Json(nullptr);
  return json;
}

std::string turn_text(int turn_deg) {
  return std::to_string(std::abs(turn_deg)) + (turn_deg > 0 ? " inner" : " outer");
}

}  // namespace

void print_angles(const std::vector<AngleCell>& cells, double cup_force_N) {
  const controller::RobotModel& robot = cells.front().task.model();
  std::cout << robot.name << " around edges";
  if (robot.cup()) std::cout << ", cups at " << digits(cup_force_N) << " N";
  std::cout << ": steps, least margin and what limits it\n";
  std::vector<TextTable::Column> columns{{"turn [deg]"}};
  for (const auto gravity : controller::kEnumerators<Gravity>)
    columns.push_back({std::string(gravity)});
  TextTable table(columns);
  std::vector<std::string> row;
  for (const AngleCell& cell : cells) {
    if (row.empty()) row.push_back(turn_text(cell.turn_deg));
    row.push_back(cell_text(cell));
    if (row.size() == columns.size()) table.add(std::exchange(row, {}));
  }
  table.print(std::cout);
}

Json angles_json(const std::vector<AngleCell>& cells, double cup_force_N) {
  const controller::RobotModel& robot = cells.front().task.model();
  Json list = Json::array();
  for (const AngleCell& cell : cells) list.push_back(cell_json(cell));
  return {{"schema", kAnglesSchema},
          {"robot", robot.name},
          {"cup_force_N", robot.cup() ? Json(cup_force_N) : Json(nullptr)},
          {"edges", std::move(list)}};
}

}  // namespace ventosa::app
