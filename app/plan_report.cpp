#include "app/plan_report.h"

#include <cmath>
#include <cstdio>
#include <iostream>
#include <numbers>

#include "app/stances.h"
#include "app/text_table.h"
#include "scenarios/format/static_margin.h"

namespace ventosa::app {

using planner::Edge;
using planner::FootPlace;
using planner::Plan;
using planner::PlannedStep;
using scenarios::lack_text;
using scenarios::limit_text;

namespace {

std::string fixed(double value, int decimals) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

std::string angle_text(double angle_rad) {
  const double rounded = std::round(degrees(angle_rad));
  return fixed(rounded == 0 ? 0 : rounded, 0);  // without the sign of a negative zero
}

bool has_joint_0(const PlanTask& task) {
  for (const controller::Leg& leg : task.model().leg)
    if (leg.n_lead() > 0) return true;
  return false;
}

std::string title(const PlanTask& task, const Plan& plan) {
  const std::string way = task.model().name + " from " + task.name_of(task.question.from) + " to " +
                          task.name_of(task.question.to);
  if (plan.outcome == planner::Outcome::kNoEdge) return way;
  return way + ", around an " + kind_of(plan.edge) + " edge of " +
         angle_text(std::abs(plan.edge.turn_rad)) + " degrees";
}

/// x, z and pitch of the body as cells of a table.
std::vector<std::string> body_cells(const Edge& edge, const controller::Isometry3d& X_WB) {
  const planner::BodyPose pose = body_pose(edge, X_WB);
  return {fixed(pose.x_m, 2), fixed(pose.z_m, 2), angle_text(pose.pitch_rad)};
}

/// "(-0.12 0.18 90)"
std::string body_text(const Edge& edge, const controller::Isometry3d& X_WB) {
  const std::vector<std::string> cells = body_cells(edge, X_WB);
  return "(" + cells[0] + " " + cells[1] + " " + cells[2] + ")";
}

/// Surface, distance from the edge, and place along it.
std::vector<std::string> place_cells(const PlanTask& task, const FootPlace& place) {
  return {task.name_of(place.at.patch), fixed(std::abs(place.along_m), 2), fixed(place.aside_m, 2)};
}

TextTable step_table(const PlanTask& task) {
  std::vector<TextTable::Column> columns{
      {"step", true}, {"body x [m]", true}, {"z [m]", true},         {"pitch [deg]", true},
      {"leg"},        {"surface"},          {"from edge [m]", true}, {"along edge [m]", true},
      {"wrist"}};
  if (has_joint_0(task)) columns.push_back({"joint 0 [deg]", true});
  for (const TextTable::Column& column :
       {TextTable::Column{"via points", true}, {"margin", true}, {"limited by"}})
    columns.push_back(column);
  return TextTable(std::move(columns));
}

/// @param k  number of the step, from 0
std::vector<std::string> step_row(const PlanTask& task, const Plan& plan, int k) {
  const PlannedStep& step = plan.steps[static_cast<std::size_t>(k)];
  const controller::Leg& leg = task.model().leg[static_cast<std::size_t>(step.leg)];
  std::vector<std::string> row{std::to_string(k + 1)};
  for (const std::string& cell : body_cells(plan.edge, body_in(plan, k))) row.push_back(cell);
  row.push_back(leg.name);
  for (const std::string& cell : place_cells(task, step.to)) row.push_back(cell);
  row.push_back(leg.has_wrist() ? wrist_word(step.to.branch.wrist) : "-");
  if (has_joint_0(task)) row.push_back(leg.n_lead() > 0 ? angle_text(step.to.lead_rad) : "-");
  row.push_back(std::to_string(step.move.n - 1));
  row.push_back(margin_text(step.room.load));
  row.push_back(limit_text(task.model(), step.room.load));
  return row;
}

void print_steps(const PlanTask& task, const Plan& plan) {
  TextTable table = step_table(task);
  for (int k = 0; k < plan.n_steps(); ++k) table.add(step_row(task, plan, k));
  table.print(std::cout);
}

/// The body's way over the feet as they stand in the end.
void print_last_way(const Plan& plan) {
  if (plan.steps.back().body.empty()) return;
  std::cout << "then the body (x [m], z [m], pitch [deg]):";
  for (const controller::Isometry3d& X_WB : plan.steps.back().body)
    std::cout << ' ' << body_text(plan.edge, X_WB);
  std::cout << '\n';
}

void print_feet(const PlanTask& task, const Plan& plan) {
  const planner::PlannedRobot& robot = plan.furthest.robot;
  std::cout << "furthest stance, the body at " << body_text(plan.edge, robot.X_WB)
            << " (x [m], z [m], pitch [deg]):\n";
  TextTable table({{"leg"}, {"surface"}, {"from edge [m]", true}, {"along edge [m]", true}});
  for (std::size_t i = 0; i < task.model().leg.size(); ++i) {
    std::vector<std::string> row = place_cells(task, seen_from(plan.edge, task, robot.foot[i]));
    row.insert(row.begin(), task.model().leg[i].name);
    table.add(std::move(row));
  }
  table.print(std::cout);
}

std::string work_text(const planner::Work& work) {
  return std::to_string(work.stances) + " stances, " + std::to_string(work.holds) +
         " kinematic checks, " + std::to_string(work.loads) + " problems of load sharing";
}

void print_found(const PlanTask& task, const Plan& plan) {
  const controller::Bottleneck least = plan.least();
  print_steps(task, plan);
  print_last_way(plan);
  std::cout << plan.n_steps() << " steps, least margin " << margin_text(least) << " ("
            << limit_text(task.model(), least) << "); looked at " << work_text(plan.work) << '\n';
}

bool has_searched(const Plan& plan) {
  return plan.outcome == planner::Outcome::kExhausted || plan.outcome == planner::Outcome::kSpent;
}

void print_lack(const PlanTask& task, const Plan& plan) {
  std::cout << "no plan: " << lack_text(task.subject(), plan) << '\n';
  if (!has_searched(plan)) return;
  print_feet(task, plan);
  std::cout << "looked at " << work_text(plan.work) << '\n';
}

}  // namespace

void print_plan(const PlanTask& task, const Plan& plan) {
  std::cout << title(task, plan) << '\n';
  plan.outcome == planner::Outcome::kFound ? print_found(task, plan) : print_lack(task, plan);
}

const char* wrist_word(controller::Wrist wrist) {
  return wrist == controller::Wrist::kPlain ? "plain" : "flipped";
}

controller::Isometry3d body_in(const Plan& plan, int step) {
  for (int k = step; k >= 0; --k)
    if (const auto& way = plan.steps[static_cast<std::size_t>(k)].body; !way.empty())
      return way.back();
  return plan.start.X_WB;
}

planner::BodyPose body_pose(const Edge& edge, const controller::Isometry3d& X_WB) {
  const controller::Isometry3d X_EB = edge.X_WE.inverse() * X_WB;
  const controller::Vector3d z_E = X_EB.linear().col(2);
  return {X_EB.translation().x(), X_EB.translation().z(), std::atan2(-z_E.x(), z_E.z())};
}

FootPlace seen_from(const Edge& edge, const PlanTask& task, const controller::Foothold& at) {
  return place_at(edge, task.question.to, at, {});
}

const char* kind_of(const Edge& edge) { return edge.turn_rad > 0 ? "inner" : "outer"; }

double degrees(double angle_rad) { return angle_rad * 180 / std::numbers::pi; }

}  // namespace ventosa::app
