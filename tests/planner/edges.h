#pragma once

#include <numbers>
#include <string>

#include "planner/planner.h"
#include "scenarios/format/sections.h"

/// Two surfaces that meet in an edge, and a shipped robot that stands before it.
namespace ventosa::planner::test {

inline constexpr double kDegree = std::numbers::pi / 180;

/// How gravity acts on the surface before the edge.
enum class Gravity { kOnGround, kUpWall, kAlongEdge };

inline controller::Matrix3d turned_world(Gravity gravity) {
  const double quarter = std::numbers::pi / 2;
  if (gravity == Gravity::kOnGround) return controller::Matrix3d::Identity();
  return gravity == Gravity::kUpWall ? Eigen::AngleAxisd(-quarter, Vector3d::UnitY()).matrix()
                                     : Eigen::AngleAxisd(quarter, Vector3d::UnitX()).matrix();
}

struct EdgeOptions {
  std::string robot = "romerin4";
  double turn_deg = 90;
  Gravity gravity = Gravity::kOnGround;
  double cup_force_N = 120;
  double far_m = 0.6;      ///< distance of the body from the edge
  double heading_deg = 0;  ///< angle of the body against the normal of the edge
};

class EdgeWorld {
 public:
  explicit EdgeWorld(const EdgeOptions& options)
      : loaded_(models::load(std::string(VENTOSA_SOURCE_DIR "/models/data/") + options.robot +
                             ".yaml")),
        config(scenarios::controller_settings(loaded_, models::Effects{}, options.cup_force_N)),
        X_WE(turned_world(options.gravity)) {
    constexpr double kHalf_m = 1.5;
    const Eigen::AngleAxisd turn(-options.turn_deg * kDegree, Vector3d::UnitY());
    config.cup_goal_force_N = options.cup_force_N;
    surfaces.n = 2;
    for (Patch& patch : surfaces.patch) patch.half_extent_m.setConstant(kHalf_m);
    surfaces.patch[0].X_WS = X_WE * Eigen::Translation3d(-kHalf_m, 0, 0);
    surfaces.patch[1].X_WS = X_WE * turn * Eigen::Translation3d(kHalf_m, 0, 0);
    for (Patch& patch : surfaces.patch) patch.friction = 0.6;
    const double height_m = robot.leg[0].foot.standoff_m - robot.leg[0].p_BW_nominal.z();
    const Isometry3d X_WB = X_WE * Eigen::Translation3d(-options.far_m, 0, height_m) *
                            Eigen::AngleAxisd(options.heading_deg * kDegree, Vector3d::UnitZ());
    standing = standing_at(world, X_WB, options.cup_force_N);
  }
  EdgeWorld(const EdgeWorld&) = delete;
  EdgeWorld& operator=(const EdgeWorld&) = delete;

 private:
  models::Robot loaded_;

 public:
  const RobotModel& robot = loaded_.nominal;
  ControllerConfig config;
  Isometry3d X_WE;
  PatchList surfaces{};
  World world{robot, config, surfaces};
  Standing standing{};
};

}  // namespace ventosa::planner::test
