#include "sim/render/portrait.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "controller/kinematics/forward_kinematics.h"
#include "sim/render/offscreen.h"
#include "sim/render/png_file.h"

namespace ventosa::sim {

using controller::PatchList;
using controller::RobotModel;
using controller::Vector3d;
using JointAngles = controller::PerLeg<controller::PerJoint<double>>;

namespace {

constexpr double kMargin_m = 0.4;  // margin of the ground around the feet
constexpr double kDistance = 2.8;  // in sizes of the robot

/// Space that the feet of a pose take.
struct Extent {
  double radius_m = 0.2;  ///< about the body's origin
  double lowest_m = std::numeric_limits<double>::infinity();
};

Extent extent_of(const RobotModel& robot, const JointAngles& q_rad) {
  Extent extent;
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    const Vector3d p_BF = leg_pose(robot.leg[i], q_rad[i]).X_BF.translation();
    extent.radius_m =
        std::max(extent.radius_m, p_BF.head<2>().norm() + robot.leg[i].foot.radius_m());
    extent.lowest_m = std::min(extent.lowest_m, p_BF.z());
  }
  return extent;
}

PatchList ground(double half_extent_m) {
  PatchList patches{.n = 1};
  patches.patch[0].half_extent_m.setConstant(half_extent_m);
  return patches;
}

TwinConfig world_of(const PatchList& surfaces) {
  TwinConfig config;
  config.patches = surfaces;
  return config;
}

}  // namespace

struct Portraits::Studio {
  Studio(const models::Robot& robot, const PatchList& surfaces, int width_px, int height_px)
      : all{0, 0, width_px, height_px} {
    const Current current(gl);
    scene.emplace(robot, world_of(surfaces), Scene::Target::kOffscreen, width_px, height_px);
  }
  ~Studio() {
    const Current current(gl);
    scene.reset();
  }

  const Area all;
  Offscreen gl;
  std::optional<Scene> scene;
  std::vector<unsigned char> rgb;
};

Portraits::Portraits(const models::Robot& robot, const PatchList& surfaces, int width_px,
                     int height_px)
    : studio_(std::make_unique<Studio>(robot, surfaces, width_px, height_px)) {}

Portraits::~Portraits() = default;

void Portraits::draw(const RobotPose& pose, const Look& look, const std::filesystem::path& file) {
  const Current current(studio_->gl);
  Scene& scene = *studio_->scene;
  scene.compose({.robot = &pose, .look_at_W = look.at_W, .view = look.from});
  scene.draw(studio_->all);
  scene.read_pixels(studio_->all, studio_->rgb);
  write_png(studio_->rgb, studio_->all.width, studio_->all.height, file);
}

void draw_portrait(const models::Robot& robot, const JointAngles& q_rad,
                   const std::filesystem::path& file) {
  const Extent extent = extent_of(robot.nominal, q_rad);
  const PatchList patches = ground(extent.radius_m + kMargin_m);
  RobotPose pose{.q_rad = q_rad};
  pose.X_WB.translation().z() = -extent.lowest_m;
  const Vector3d robot_W = pose.X_WB.translation();
  const Viewpoint view =
      choose_view(patches, robot_W, Vector3d::UnitZ(), kDistance * extent.radius_m);
  Portraits(robot, patches).draw(pose, {robot_W, view}, file);
}

double portrait_distance_m(const RobotModel& robot, const JointAngles& q_rad) {
  return kDistance * extent_of(robot, q_rad).radius_m;
}

}  // namespace ventosa::sim
