#include "sim/render/portrait.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "controller/kinematics/forward_kinematics.h"
#include "sim/render/offscreen.h"
#include "sim/render/png_file.h"
#include "sim/render/scene.h"

namespace ventosa::sim {

using controller::RobotModel;
using controller::Vector3d;

namespace {

constexpr double kMargin_m = 0.4;  // margin of the ground around the feet
constexpr double kDistance = 2.8;  // in sizes of the robot

/// Space that the feet of a pose take.
struct Extent {
  double radius_m = 0.2;  ///< about the body's origin
  double lowest_m = std::numeric_limits<double>::infinity();
};

Extent extent_of(const RobotModel& robot,
                 const controller::PerLeg<controller::PerJoint<double>>& q_rad) {
  Extent extent;
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    const Vector3d p_BF = leg_pose(robot.leg[i], q_rad[i]).X_BF.translation();
    extent.radius_m =
        std::max(extent.radius_m, p_BF.head<2>().norm() + robot.leg[i].foot.radius_m());
    extent.lowest_m = std::min(extent.lowest_m, p_BF.z());
  }
  return extent;
}

TwinConfig on_ground(double half_extent_m) {
  TwinConfig config;
  config.patches.n = 1;
  config.patches.patch[0].half_extent_m.setConstant(half_extent_m);
  return config;
}

}  // namespace

void draw_portrait(const models::Robot& robot,
                   const controller::PerLeg<controller::PerJoint<double>>& q_rad,
                   const std::filesystem::path& file, int width_px, int height_px) {
  const Extent extent = extent_of(robot.nominal, q_rad);
  const TwinConfig config = on_ground(extent.radius_m + kMargin_m);
  RobotPose pose{.q_rad = q_rad};
  pose.X_WB.translation().z() = -extent.lowest_m;
  const Vector3d robot_W = pose.X_WB.translation();

  const Offscreen gl;
  const Current current(gl);
  Scene scene(robot, config, Scene::Target::kOffscreen, width_px, height_px);
  scene.compose({.robot = &pose,
                 .look_at_W = robot_W,
                 .view = choose_view(config.patches, robot_W, Vector3d::UnitZ(),
                                     kDistance * extent.radius_m)});
  const Area all{0, 0, width_px, height_px};
  scene.draw(all);
  std::vector<unsigned char> rgb;
  scene.read_pixels(all, rgb);
  write_png(rgb, width_px, height_px, file);
}

}  // namespace ventosa::sim
