#include <cmath>
#include <nlohmann/json.hpp>

#include "app/json_number.h"
#include "app/plan_report.h"
#include "app/stances.h"
#include "scenarios/format/static_margin.h"

/// Plans around edges as JSON.
namespace ventosa::app {

using controller::Isometry3d;
using controller::name;
using controller::Vector3d;
using planner::Plan;
using planner::PlannedStep;
using scenarios::known_margin;
using scenarios::lack_text;
using Json = nlohmann::ordered_json;

namespace {

constexpr int kPlanSchema = 1;

Json vector_json(const Vector3d& v) { return {v.x(), v.y(), v.z()}; }

Json pose_json(const Isometry3d& X) {
  const controller::Quaterniond q(X.linear());
  return {{"position_m", vector_json(X.translation())},
          {"quaternion_wxyz", {q.w(), q.x(), q.y(), q.z()}}};
}

/// The body's way: poses, and the largest speed to each.
Json way_json(const PlannedStep& step) {
  Json list = Json::array();
  for (std::size_t k = 0; k < step.body.size(); ++k) {
    list.push_back(pose_json(step.body[k]));
    list.back()["speed_m_s"] = step.speed_m_s[k];
  }
  return list;
}

Json leg_json(const PlanTask& task, int leg) {
  return leg < 0 ? Json(nullptr) : Json(task.model().leg[static_cast<std::size_t>(leg)].name);
}

/// Joint angles of a leg, from its first joint on.
Json joints_json(const controller::Leg& leg, const controller::PerJoint<double>& q_rad) {
  Json list = Json::array();
  for (int j = 0; j < leg.n_joints; ++j) list.push_back(q_rad[static_cast<std::size_t>(j)]);
  return list;
}

Json least_json(const PlanTask& task, const controller::Bottleneck& least) {
  return {{"margin", number(known_margin(least))},
          {"leg", leg_json(task, least.leg)},
          {"limit", name(least.limit)}};
}

Json room_json(const PlanTask& task, const planner::Room& room) {
  return {{"load", least_json(task, room.load)},
          {"geometry",
           {{"room", number(room.geometry.room)},
            {"leg", leg_json(task, room.geometry.leg)},
            {"limiting", name(room.geometry.limiting)}}}};
}

/// @param at  with its place as it is seen from the edge
Json place_json(const PlanTask& task, const planner::FootPlace& at) {
  return {{"surface", task.name_of(at.at.patch)},
          {"wrist_W_m", vector_json(at.at.p_WW)},
          {"cup_direction_W", vector_json(at.at.z_WF)},
          {"from_edge_m", std::abs(at.along_m)},
          {"along_edge_m", at.aside_m}};
}

Json robot_json(const PlanTask& task, const planner::Edge& edge,
                const planner::PlannedRobot& robot) {
  Json feet = Json::array();
  for (std::size_t i = 0; i < task.model().leg.size(); ++i) {
    const controller::Leg& leg = task.model().leg[i];
    Json foot{{"leg", leg.name}};
    foot.update(place_json(task, seen_from(edge, task, robot.foot[i])));
    foot["joints_rad"] = joints_json(leg, robot.q_rad[i]);
    feet.push_back(std::move(foot));
  }
  return {{"body", pose_json(robot.X_WB)}, {"feet", std::move(feet)}};
}

Json waypoints_json(const controller::Leg& leg, const controller::LegMove& move) {
  Json list = Json::array();
  for (int k = 0; k < move.n; ++k)
    list.push_back(joints_json(leg, move.q_rad[static_cast<std::size_t>(k)]));
  return list;
}

/// @param k  number of the step, from 0
Json step_json(const PlanTask& task, const Plan& plan, int k) {
  const PlannedStep& step = plan.steps[static_cast<std::size_t>(k)];
  const controller::Leg& leg = task.model().leg[static_cast<std::size_t>(step.leg)];
  const planner::BodyPose body = body_pose(plan.edge, body_in(plan, k));
  const bool leads = leg.n_lead() > 0;
  Json json{
      {"step", k + 1},
      {"body", {{"x_m", body.x_m}, {"z_m", body.z_m}, {"pitch_deg", degrees(body.pitch_rad)}}},
      {"body_way", way_json(step)},
      {"leg", leg.name}};
  json.update(place_json(task, step.to));
  json["wrist"] = leg.has_wrist() ? Json(wrist_word(step.to.branch.wrist)) : Json(nullptr);
  json["joint_0_deg"] = leads ? Json(degrees(step.to.lead_rad)) : Json(nullptr);
  json["waypoints_rad"] = waypoints_json(leg, step.move);
  json["room"] = room_json(task, step.room);
  return json;
}

Json steps_json(const PlanTask& task, const Plan& plan) {
  Json list = Json::array();
  for (int k = 0; k < plan.n_steps(); ++k) list.push_back(step_json(task, plan, k));
  return list;
}

Json edge_json(const planner::Edge& edge) {
  return {{"turn_deg", degrees(edge.turn_rad)},
          {"kind", kind_of(edge)},
          {"frame", pose_json(edge.X_WE)}};
}

Json no_room_json(const PlanTask& task, const Plan& plan) {
  const bool before = plan.outcome == planner::Outcome::kNoStart;
  return {{"surface", task.name_of(before ? task.question.from : task.question.to)},
          {"leg", leg_json(task, plan.no_room.leg)},
          {"missing_m", number(plan.no_room.missing_m)},
          {"body_from_edge_m", plan.no_room.far_m}};
}

Json furthest_json(const PlanTask& task, const Plan& plan) {
  const planner::Furthest& furthest = plan.furthest;
  Json json = robot_json(task, plan.edge, furthest.robot);
  json["next"] = nullptr;
  if (!furthest.is_tried) return json;
  json["next"] = {{"leg", leg_json(task, static_cast<int>(furthest.choice.leg))}};
  json["next"].update(place_json(task, furthest.to));
  json["next"]["room"] = room_json(task, furthest.missing);
  return json;
}

Json work_json(const planner::Work& work) {
  return {{"stances", work.stances},
          {"kinematic_checks", work.holds},
          {"load_sharing_problems", work.loads},
          {"leg_ways", work.ways},
          {"leg_ways_in_detail", work.swings}};
}

/// Start, steps and end of a plan.
void add_found(const PlanTask& task, const Plan& plan, Json& json) {
  json["start"] = robot_json(task, plan.edge, plan.start);
  json["n_steps"] = plan.n_steps();
  json["steps"] = steps_json(task, plan);
  json["last_body_way"] = way_json(plan.steps.back());
  json["least"] = least_json(task, plan.least());
}

void add_lack(const PlanTask& task, const Plan& plan, Json& json) {
  for (const char* key : {"start", "n_steps", "steps", "last_body_way", "least"})
    json[key] = nullptr;
  json["message"] = lack_text(task.subject(), plan);
}

}  // namespace

Json plan_json(const PlanTask& task, const Plan& plan) {
  using enum planner::Outcome;
  const bool lacks_room = plan.outcome == kNoStart || plan.outcome == kNoGoal;
  const bool has_searched = plan.outcome == kExhausted || plan.outcome == kSpent;
  Json json{{"schema", kPlanSchema},
            {"robot", task.model().name},
            {"from", task.name_of(task.question.from)},
            {"to", task.name_of(task.question.to)},
            {"seed", task.question.seed},
            {"outcome", name(plan.outcome)}};
  json["edge"] = plan.outcome == kNoEdge ? Json(nullptr) : edge_json(plan.edge);
  plan.outcome == kFound ? add_found(task, plan, json) : add_lack(task, plan, json);
  json["no_room"] = lacks_room ? no_room_json(task, plan) : Json(nullptr);
  json["furthest"] = has_searched ? furthest_json(task, plan) : Json(nullptr);
  json["standing"] = plan.outcome == kNoStand ? room_json(task, plan.standing) : Json(nullptr);
  json["work"] = work_json(plan.work);
  return json;
}

}  // namespace ventosa::app
