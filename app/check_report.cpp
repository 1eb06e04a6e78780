#include "app/check_report.h"

#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/gait_table.h"
#include "app/text_table.h"
#include "controller/kinematics/clearance.h"
#include "scenarios/statics/walk_check.h"

namespace ventosa::app {

namespace fs = std::filesystem;

using controller::RobotModel;
using nlohmann::ordered_json;

namespace {

double heading_deg(const StaticsStance& stance) {
  return stance.standing.heading_rad / controller::kRadPerDegree;
}

/// Surface and, on a wall, the worst heading with a foot lifted. On all feet another heading may be
/// the worst.
std::string where(const Footing& footing) {
  if (footing.surface != "wall") return footing.surface;
  return footing.surface + ", heading " + digits(heading_deg(footing.one_lifted)) + " deg";
}

/// Titles of the columns of a stance.
void add_titles(const RobotModel& robot, std::vector<TextTable::Column>& columns) {
  columns.push_back({"torque", true});
  columns.push_back({robot.foot_word() + std::string(" margin"), true});
  if (!robot.cup()) columns.push_back({"stability [m]", true});
  columns.push_back({"limited by"});
}

/// Adds status, torque over limit, margin of the feet, of those that only push the stability
/// margin, and the limiting part.
void add_cells(const RobotModel& robot, const StaticsStance& stance,
               std::vector<std::string>& row) {
  const auto shown = [&](double value) {
    constexpr double kSolved = 1e-9;  // tolerance of the solver
    return has_forces(stance) ? digits(std::abs(value) < kSolved ? 0 : value) : "-";
  };
  row.push_back(status_text(stance));
  row.push_back(shown(stance.answer.torque_ratio));
  row.push_back(shown(stance.answer.foot_margin));
  if (!robot.cup()) row.push_back(shown(stance.answer.stability_m));
  row.push_back(limiting(robot, stance));
}

std::vector<TextTable::Column> footing_columns(const RobotModel& robot) {
  std::vector<TextTable::Column> columns{{"  on"}};
  if (robot.cup()) columns.push_back({"cups [N]", true});
  columns.push_back({"all feet"});
  add_titles(robot, columns);
  columns.push_back({"worst foot lifted"});
  columns.push_back({""});
  add_titles(robot, columns);
  return columns;
}

void print_footing(const CheckedRobot& checked) {
  TextTable table(footing_columns(checked.robot));
  for (const Footing& footing : checked.check.footing) {
    std::vector<std::string> row{"  " + where(footing)};
    if (checked.robot.cup()) row.push_back(digits(footing.cup_force_N));
    add_cells(checked.robot, footing.all_feet, row);
    row.push_back(footing.one_lifted.lift);
    add_cells(checked.robot, footing.one_lifted, row);
    table.add(row);
  }
  table.print(std::cout);
}

ordered_json footing_json(const RobotModel& robot, const Footing& footing,
                          const StaticsStance& stance) {
  const bool known = has_forces(stance);
  const auto shown = [known](double value) {
    return known && std::isfinite(value) ? ordered_json(value) : ordered_json(nullptr);
  };
  ordered_json json{{"surface", footing.surface}, {"heading_deg", heading_deg(stance)}};
  if (robot.cup()) json["cup_force_N"] = footing.cup_force_N;
  json["lift"] = stance.lift;
  json["status"] = status_text(stance);
  json["feasible"] = stands(stance);
  json["torque_ratio"] = shown(stance.answer.torque_ratio);
  json[robot.foot_word() + std::string("_margin")] = shown(stance.answer.foot_margin);
  if (!robot.cup()) json["stability_m"] = shown(stance.answer.stability_m);
  json["limiting"] = limiting(robot, stance);
  return json;
}

/// Says how far the body is from the plane, and if plans want more.
void print_clearance(const CheckedRobot& checked) {
  const double clearance_m = checked.check.height.body_m;
  std::cout << "  the body is " << digits(clearance_m) << " m above the surface";
  if (clearance_m < controller::kLeastClearance_m)
    std::cout << ", less than the " << digits(controller::kLeastClearance_m)
              << " m that plans keep: no motion may bring it nearer";
  std::cout << '\n';
}

double degrees(double rad) { return rad / controller::kRadPerDegree; }

void print_knee(const KneeCheck& knee) {
  std::cout << "    the knee has " << digits(degrees(knee.stance_rad))
            << " deg in the default stance, "
            << "range " << digits(degrees(knee.min_rad)) << " to " << digits(degrees(knee.max_rad))
            << " deg, which takes " << knee.corners_cut << " of 4 corners of the sliders' ranges\n";
}

ordered_json knee_json(const KneeCheck& knee) {
  return {{"stance_deg", degrees(knee.stance_rad)},
          {"min_deg", degrees(knee.min_rad)},
          {"max_deg", degrees(knee.max_rad)},
          {"corners_cut", knee.corners_cut}};
}

}  // namespace

void print_checked(const CheckedRobot& checked) {
  const RobotModel& robot = checked.robot;
  std::cout << "good: " << checked.file.string() << ": robot " << robot.name << ": "
            << robot.n_legs() << " leg(s), " << digits(robot.total_mass_kg(), 4) << " kg\n";
  for (const Reach& reach : checked.check.reach) {
    std::cout << "  legs of " << reach.n_joints << " joints reach " << digits(reach.from_hip_m)
              << " m from the hip, " << digits(reach.from_body_m) << " m from the body's origin\n";
    if (reach.knee) print_knee(*reach.knee);
  }
  if (checked.check.footing.empty()) {
    std::cout << "  fewer than three legs: the robot must be clamped\n" << std::flush;
    return;
  }
  print_clearance(checked);
  print_footing(checked);
  print_gaits(robot, checked.check.gait);
  std::cout << std::flush;
}

void print_checked(const fs::path& file, const scenarios::Scenario& scenario) {
  std::cout << "good: " << file.string() << ": scenario " << scenario.name << ": "
            << scenario.robot.nominal.name << ", " << digits(scenario.duration_s, 4) << " s, "
            << scenario.seeds.size() << " seed(s), " << scenario.asserts.size()
            << " assertion(s)\n";
  print_gaits(scenario.robot.nominal, judge_gaits(scenario));
  std::cout << std::flush;
}

ordered_json checked_json(const CheckedRobot& checked) {
  const RobotModel& robot = checked.robot;
  ordered_json json{{"file", checked.file.string()},
                    {"good", true},
                    {"robot", robot.name},
                    {"legs", robot.n_legs()},
                    {"mass_kg", robot.total_mass_kg()},
                    {"reach", ordered_json::array()},
                    {"stances", ordered_json::array()}};
  if (!checked.check.footing.empty()) json["clearance_m"] = checked.check.height.body_m;
  json["gaits"] = gaits_json(robot, checked.check.gait);
  for (const Reach& reach : checked.check.reach) {
    json["reach"].push_back({{"joints", reach.n_joints},
                             {"from_hip_m", reach.from_hip_m},
                             {"from_body_m", reach.from_body_m}});
    if (reach.knee) json["reach"].back()["knee"] = knee_json(*reach.knee);
  }
  for (const Footing& footing : checked.check.footing)
    for (const StaticsStance* stance : {&footing.all_feet, &footing.one_lifted})
      json["stances"].push_back(footing_json(robot, footing, *stance));
  return json;
}

ordered_json checked_json(const fs::path& file, const scenarios::Scenario& scenario) {
  return {{"file", file.string()},
          {"good", true},
          {"scenario", scenario.name},
          {"robot", scenario.robot.nominal.name},
          {"duration_s", scenario.duration_s},
          {"seeds", scenario.seeds.size()},
          {"asserts", scenario.asserts.size()},
          {"gaits", gaits_json(scenario.robot.nominal, judge_gaits(scenario))}};
}

}  // namespace ventosa::app
