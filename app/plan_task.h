#pragma once

#include <string>
#include <vector>

#include "models/robot.h"
#include "planner/planner.h"
#include "scenarios/format/scenario.h"
#include "scenarios/verdict/plan_lack.h"

namespace ventosa::app {

/// A plan that is asked for: a robot on one of several surfaces, as its controller knows them.
struct PlanTask {
  models::Robot robot;
  controller::ControllerConfig config;
  controller::PatchList surfaces;
  std::vector<std::string> surface_name;
  controller::Isometry3d X_WB = controller::Isometry3d::Identity();  ///< the robot stands here
  planner::Question question;

  const controller::RobotModel& model() const { return robot.nominal; }
  scenarios::PlanSubject subject() const { return {model(), surface_name, question}; }
  std::string name_of(int surface) const { return surface_name[static_cast<std::size_t>(surface)]; }
};

/// Task of a scenario, from where it places its robot.
/// @param to  name of the surface to reach; empty: the only other one
/// @throws models::InputError  no such surface, or a scenario without a robot on its feet on planes
PlanTask plan_task(const scenarios::Scenario& scenario, const std::string& to);

planner::Plan make_plan(const PlanTask& task);

}  // namespace ventosa::app
