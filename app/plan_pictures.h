#pragma once

#include <filesystem>
#include <vector>

#include "app/plan_task.h"
#include "record/output_folder.h"

namespace ventosa::app {

/// The robot at the start of a plan, with each foot on its new place, and at the end of the plan.
std::vector<planner::PlannedRobot> robots_of(const PlanTask& task, const planner::Plan& plan);

/// Draws the start and the end of each step: 00.png, 01.png, ...; the end of the plan is the last
/// step's.
/// @throws record::OutputError
void draw_plan(const PlanTask& task, const planner::Plan& plan, const record::OutputFolder& folder);

}  // namespace ventosa::app
