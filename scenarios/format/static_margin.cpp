#include "scenarios/format/static_margin.h"

#include <cmath>
#include <limits>

#include "controller/load_sharing/load_check.h"
#include "models/text.h"

namespace ventosa::scenarios {
namespace {

using controller::Patch;
using controller::PatchList;
using controller::Vector3d;

/// The nearest patch among those below the lip's centre.
int patch_under(const PatchList& surfaces, const Vector3d& p_WF) {
  int nearest = 0;
  double nearest_m = std::numeric_limits<double>::infinity();
  for (int k = 0; k < surfaces.n; ++k) {
    const Patch& patch = surfaces.patch[static_cast<std::size_t>(k)];
    const Vector3d p_SF = patch.X_WS.inverse() * p_WF;
    const bool inside = (p_SF.head<2>().cwiseAbs() - patch.half_extent_m).maxCoeff() <= 0;
    if (!inside || std::abs(p_SF.z()) >= nearest_m) continue;
    nearest = k;
    nearest_m = std::abs(p_SF.z());
  }
  return nearest;
}

/// The surfaces in the frame of the body.
PatchList seen_from(const controller::Isometry3d& X_WB, PatchList surfaces) {
  const controller::Isometry3d X_BW = X_WB.inverse();
  for (Patch& patch : surfaces.patch) patch.X_WS = X_BW * patch.X_WS;
  return surfaces;
}

}  // namespace

controller::RobotAtRest at_rest(const controller::RobotModel& robot, const Vector3d& gravity_W,
                                const PatchList& surfaces, const FootedRobot& feet) {
  controller::RobotAtRest at_rest{.q_rad = feet.q_rad, .surfaces = seen_from(feet.X_WB, surfaces)};
  controller::Stance& stance = at_rest.stance;
  stance.g_B = feet.X_WB.linear().transpose() * gravity_W;
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    controller::StanceLeg& to = stance.leg[i];
    to.pose = controller::leg_pose(robot.leg[i], feet.q_rad[i]);
    to.attached = feet.attached[i];
    to.grip_force_N = feet.grip_force_N[i];
    at_rest.patch[i] = patch_under(at_rest.surfaces, to.pose.X_BF.translation());
    const Patch& patch = at_rest.surfaces.patch[static_cast<std::size_t>(at_rest.patch[i])];
    to.R_BS = patch.X_WS.linear();
    to.friction = patch.friction;
    controller::weigh_leg(robot.leg[i], stance.g_B, to);
  }
  return at_rest;
}

controller::RobotAtRest at_start(const Scenario& scenario) {
  const sim::TwinConfig& twin = scenario.twin;
  const controller::RobotModel& robot = scenario.robot.nominal;
  FootedRobot feet{.X_WB = twin.X_WB, .q_rad = {}, .attached = {}, .grip_force_N = {}};
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    feet.q_rad[i] = twin.leg[i].q_rad;
    feet.attached[i] = twin.leg[i].attached;
    feet.grip_force_N[i] = twin.start_cup_force_N;
  }
  return at_rest(robot, twin.gravity_W, twin.patches, feet);
}

controller::Bottleneck static_margin(const controller::RobotModel& robot,
                                     const controller::RobotAtRest& at_rest) {
  const controller::SharingConfig limits = controller::physical_limits();
  controller::SharingWarmStart cold;
  return controller::load_margin({robot, limits, at_rest.stance}, cold);
}

std::string excess_text(const controller::RobotModel& robot, const controller::Bottleneck& least) {
  if (least.margin <= controller::kNothingHolds || least.leg < 0)
    return "no contact forces balance its weight";
  return robot.leg[static_cast<std::size_t>(least.leg)].name + "'s " +
         std::string(name(least.limit)) + " is exceeded by " +
         models::decimal(-100 * least.margin, 3) + " % of its limit";
}

std::string limit_text(const controller::RobotModel& robot, const controller::Bottleneck& least) {
  if (least.leg < 0) return "";
  const std::string& leg = robot.leg[static_cast<std::size_t>(least.leg)].name;
  return least.limit == controller::Limit::kNone ? leg
                                                 : leg + " " + models::spoken(name(least.limit));
}

std::optional<double> known_margin(const controller::Bottleneck& least) {
  const bool known = std::isfinite(least.margin) && least.margin > controller::kNothingHolds;
  return known ? std::optional(least.margin) : std::nullopt;
}

}  // namespace ventosa::scenarios
