#include "app/robot_check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "app/text_table.h"
#include "controller/kinematics/clearance.h"
#include "controller/kinematics/joint_limits.h"
#include "controller/kinematics/workspace.h"
#include "controller/load_sharing/load_check.h"
#include "models/input_error.h"
#include "models/self_collision.h"
#include "scenarios/format/sections.h"

namespace ventosa::app {

using controller::RobotModel;
using controller::SharingConfig;
using controller::Standing;
using controller::StandingStatus;
using controller::Vector3d;

namespace {

constexpr int kFewestFeet = 3;
constexpr double kFriction = 0.6;

struct Plane {
  const char* name;
  double incline_rad;
  int n_headings;  ///< evenly spaced; one suffices on level surfaces
};
constexpr std::array<Plane, 3> kPlanes{
    {{"ground", 0, 1}, {"wall", std::numbers::pi / 2, 8}, {"ceiling", std::numbers::pi, 1}}};

Vector3d furthest_ahead(const controller::Leg& leg) {
  constexpr double kFar_m = 100;
  return controller::project_on_reach(leg, kFar_m * Vector3d::UnitX(), {}).p_LW;
}

/// Sliders' angles at the corners of their ranges.
std::array<controller::Vector2d, 4> slider_corners(const controller::Leg& leg) {
  const auto a = static_cast<std::size_t>(leg.n_lead());
  const controller::Joint &out = leg.joint[a + 1], &up = leg.joint[a + 2];
  return {{{out.q_min_rad, up.q_min_rad},
           {out.q_min_rad, up.q_max_rad},
           {out.q_max_rad, up.q_min_rad},
           {out.q_max_rad, up.q_max_rad}}};
}

/// @param leg  with a knee, whose default stance is within reach
KneeCheck check_knee(const controller::Leg& leg) {
  const controller::Knee& knee = *leg.knee;
  controller::PerJoint<double> home_rad{};
  static_cast<void>(models::find_home(leg, home_rad));  // loading has found it
  const auto corners = slider_corners(leg);
  const auto n = std::count_if(corners.begin(), corners.end(), [&](const auto& corner) {
    return !controller::knee_permits(knee, corner);
  });
  return {.min_rad = knee.min_rad,
          .max_rad = knee.max_rad,
          .stance_rad = controller::knee_rad(knee, controller::slider_rad(leg, home_rad)),
          .corners_cut = static_cast<int>(n)};
}

std::vector<Reach> reach_of(const RobotModel& robot) {
  std::vector<Reach> all;
  for (const controller::Leg& leg : robot.leg) {
    const auto of_kind = [&](const Reach& reach) {
      return reach.n_joints == leg.n_joints && reach.knee.has_value() == leg.knee.has_value();
    };
    auto found = std::find_if(all.begin(), all.end(), of_kind);
    if (found == all.end()) found = all.insert(found, Reach{.n_joints = leg.n_joints});
    if (leg.knee && !found->knee) found->knee = check_knee(leg);
    const Vector3d p_LW = furthest_ahead(leg);
    found->from_hip_m = std::max(found->from_hip_m, p_LW.norm());
    found->from_body_m = std::max(found->from_body_m, (leg.X_BL * p_LW).head<2>().norm());
  }
  return all;
}

Footing worst_footing(const RobotModel& robot, const Plane& plane, double cup_force_N) {
  Footing most{.surface = plane.name, .cup_force_N = cup_force_N, .all_feet = {}, .one_lifted = {}};
  const SharingConfig limits = controller::physical_limits();
  for (int k = 0; k < plane.n_headings; ++k) {
    const Standing standing{.incline_rad = plane.incline_rad,
                            .heading_rad = 2 * std::numbers::pi * k / plane.n_headings,
                            .cup_force_N = cup_force_N,
                            .friction = kFriction};
    const auto take_worse = [k](StaticsStance next, StaticsStance& so_far) {
      if (k == 0 || is_worse(next, so_far)) so_far = std::move(next);
    };
    take_worse(weigh(robot, limits, standing, {}), most.all_feet);
    take_worse(worst(robot, limits, standing, each_leg(robot)), most.one_lifted);
  }
  return most;
}

std::string missing_text(const RobotModel& robot, const StaticsStance& stance) {
  const std::string what = "the robot does not stand on level ground in its default stance: ";
  if (!has_forces(stance)) return what + status_text(stance);
  if (stance.answer.status == StandingStatus::kTips)
    return what + "tips, stability margin " + digits(stance.answer.stability_m) + " m, at " +
           limiting(robot, stance);
  const bool torque = stance.answer.limiting.limit == controller::Limit::kTorque;
  const std::string number = torque ? "torque over limit " + digits(stance.answer.torque_ratio)
                                    : "share of the " + std::string(robot.foot_word()) +
                                          "'s limit " + digits(1 - stance.answer.foot_margin);
  return what + number + " > 1 at " + limiting(robot, stance);
}

/// Suction forces at which a robot is checked, the largest last; 0 without cups.
std::vector<double> cup_forces_N(const RobotModel& robot) {
  const controller::Cup* cup = robot.cup();
  if (!cup) return {0};
  return {cup->goal_force_N, cup->max_force_N};
}

Heights heights_of(const RobotModel& robot) {
  const auto at_rest = controller::rest(robot, {});
  if (!at_rest) return {};  // cannot happen: loading would have failed
  const controller::Isometry3d X_SB = at_rest->surfaces.patch[0].X_WS.inverse();
  Heights height{.body_m = body_height_m(robot, X_SB),
                 .leg_m = std::numeric_limits<double>::infinity()};
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    const double leg_m = links_height_m(robot.leg[i], at_rest->stance.leg[i].pose, X_SB);
    if (leg_m >= height.leg_m) continue;
    height.leg_m = leg_m;
    height.lowest_leg = static_cast<int>(i);
  }
  return height;
}

/// @param key  of the robot's file
void require_above_ground(const std::string& key, const std::string& part, double height_m) {
  constexpr double kRounding_m = 1e-9;
  if (height_m >= -kRounding_m) return;
  throw models::InputError(
      key, "",
      "in its default stance " + part + " is " + digits(-1000 * height_m) + " mm inside the ground",
      "a larger drop_m in the stance of the legs");
}

/// The gaits within the limits that the controller has by default.
void add_gaits(const models::Robot& robot, const Plane& plane, double cup_force_N,
               std::vector<scenarios::GaitVerdict>& gaits) {
  const auto config = scenarios::controller_settings(robot, models::Effects{}, cup_force_N);
  for (scenarios::GaitVerdict& gait : scenarios::judge_gaits(
           robot.nominal, config,
           {.name = plane.name, .incline_rad = plane.incline_rad, .friction = kFriction},
           cup_force_N))
    gaits.push_back(std::move(gait));
}

}  // namespace

RobotCheck check_robot(const models::Robot& robot) {
  const RobotModel& model = robot.nominal;
  RobotCheck check{.reach = reach_of(model), .height = {}, .footing = {}, .gait = {}};
  if (model.n_legs() < kFewestFeet) return check;
  check.height = heights_of(model);
  for (const Plane& plane : kPlanes)
    for (const double cup_force_N : cup_forces_N(model)) {
      check.footing.push_back(worst_footing(model, plane, cup_force_N));
      add_gaits(robot, plane, cup_force_N, check.gait);
    }
  return check;
}

void require_stand(const RobotModel& robot, const RobotCheck& check) {
  const auto lowest = static_cast<std::size_t>(check.height.lowest_leg);
  require_above_ground("legs", "the body", check.height.body_m);
  require_above_ground("legs[" + std::to_string(lowest) + "]",
                       "a link of " + robot.leg[lowest].name, check.height.leg_m);
  for (const Footing& footing : check.footing)
    if (footing.surface == kPlanes.front().name &&
        footing.cup_force_N == cup_forces_N(robot).back() && !stands(footing.all_feet))
      throw models::InputError("legs", "", missing_text(robot, footing.all_feet),
                               "a lighter body or payload, feet nearer to the hips, more legs");
}

}  // namespace ventosa::app
