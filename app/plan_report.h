#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "app/plan_task.h"

/// Reports of plans around edges.
namespace ventosa::app {

/// Prints the steps of a plan, or what it lacks.
void print_plan(const PlanTask& task, const planner::Plan& plan);

nlohmann::ordered_json plan_json(const PlanTask& task, const planner::Plan& plan);

/// Pose X_WB of the body during a step of a plan, from 0; it moves only if it has to.
controller::Isometry3d body_in(const planner::Plan& plan, int step);

/// Pose of the body in the plane across an edge.
planner::BodyPose body_pose(const planner::Edge& edge, const controller::Isometry3d& X_WB);

/// Place of a foot as it is seen from the edge, without its leg.
planner::FootPlace seen_from(const planner::Edge& edge, const PlanTask& task,
                             const controller::Foothold& at);

/// "inner" or "outer".
const char* kind_of(const planner::Edge& edge);

/// "plain" or "flipped".
const char* wrist_word(controller::Wrist wrist);

double degrees(double angle_rad);

}  // namespace ventosa::app
