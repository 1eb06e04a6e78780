#include "app/plan_pictures.h"

#include <cstdio>
#include <stdexcept>

#include "controller/kinematics/inverse_kinematics.h"
#include "record/output_error.h"
#include "sim/render/portrait.h"

namespace ventosa::app {

using controller::Isometry3d;
using controller::RobotModel;
using controller::Vector3d;
using planner::PlannedRobot;

namespace {

/// Moves the body over the attached cups.
void follow_body(const RobotModel& model, const std::vector<Isometry3d>& way, PlannedRobot& robot) {
  for (const Isometry3d& X_WB : way) {
    const int leg = move_straight(model, X_WB, robot);
    if (leg >= 0)
      throw record::OutputError("--draw", "the plan cannot be followed by leg " +
                                              model.leg[static_cast<std::size_t>(leg)].name);
  }
}

/// Puts a foot on its new place.
void land(const RobotModel& model, const planner::PlannedStep& step, PlannedRobot& robot) {
  const auto i = static_cast<std::size_t>(step.leg);
  const controller::Leg& leg = model.leg[i];
  const Isometry3d X_LW = (robot.X_WB * leg.X_BL).inverse();
  controller::PerJoint<double> q_rad{};
  if (leg.n_lead() > 0) q_rad[0] = step.to.lead_rad;
  if (solve_leg(leg, X_LW * step.to.at.p_WW, X_LW.linear() * step.to.at.z_WF, step.to.branch,
                q_rad) != controller::IkStatus::kOk)
    throw record::OutputError("--draw", leg.name + " does not reach its planned place");
  set_down(model, i, step.to.at, q_rad, robot);
}

/// Look along the edge at the space in which the robot moves.
sim::Look look_at(const PlanTask& task, const planner::Plan& plan) {
  constexpr double kFarther = 1.8;  // than a portrait
  constexpr double kBefore = 0.1;   // share of the distance
  const Vector3d n_W = plan.edge.X_WE.linear().col(2);
  const Vector3d other_W = plan.edge.X_WE.linear() * plan.edge.X_EA().linear().col(2);
  const double far_m = kFarther * sim::portrait_distance_m(task.model(), plan.start.q_rad);
  const Vector3d at_W =
      plan.edge.X_WE.translation() + kBefore * far_m * (n_W + other_W).normalized();
  const sim::PicturedEdge edge{plan.edge.X_WE.linear().col(1), n_W, other_W};
  return {at_W, view_along(edge, task.surfaces, at_W, far_m)};
}

std::string file_name(std::size_t number) {
  char name[32];
  std::snprintf(name, sizeof name, "%02d.png", static_cast<int>(number));
  return name;
}

}  // namespace

std::vector<PlannedRobot> robots_of(const PlanTask& task, const planner::Plan& plan) {
  PlannedRobot robot = plan.start;
  std::vector<PlannedRobot> robots{robot};
  for (const planner::PlannedStep& step : plan.steps) {
    follow_body(task.model(), step.body, robot);
    if (step.leg < 0) {
      robots.back() = robot;
      continue;
    }
    land(task.model(), step, robot);
    robots.push_back(robot);
  }
  return robots;
}

void draw_plan(const PlanTask& task, const planner::Plan& plan,
               const record::OutputFolder& folder) {
  const std::vector<PlannedRobot> robots = robots_of(task, plan);
  try {
    sim::Portraits pictures(task.robot, task.surfaces);
    const sim::Look look = look_at(task, plan);
    for (std::size_t k = 0; k < robots.size(); ++k)
      pictures.draw({robots[k].X_WB, robots[k].q_rad}, look, folder.file(file_name(k)));
  } catch (const std::runtime_error& error) {
    throw record::OutputError("--draw", error.what());
  }
}

}  // namespace ventosa::app
