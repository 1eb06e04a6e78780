#include "sim/render/picture.h"

#include <cstdio>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/mujoco/world.h"
#include "sim/render/offscreen.h"
#include "sim/render/png_file.h"
#include "sim/render/scene.h"

namespace ventosa::sim {

using controller::Vector3d;

namespace {

constexpr double kArrow_m_N = 0.005;
constexpr double kArrowWidth_m = 0.008;
constexpr Rgba kArrowColour{0.80f, 0.16f, 0.42f, 1};

constexpr Rgba kPhaseColour[] = {{0.45f, 0.47f, 0.50f, 1},   // free
                                 {0.95f, 0.78f, 0.15f, 1},   // sealing
                                 {0.18f, 0.62f, 0.32f, 1},   // attached
                                 {0.85f, 0.25f, 0.18f, 1}};  // releasing

/// Largest distance of a foot from the body.
double robot_size_m(const World& world) {
  double size_m = 0.2;
  for (int i = 0; i < world.n_legs(); ++i)
    size_m = std::max(
        size_m, (as_vector(world.state.cup[i].X_WF.p) - Vector3d::Map(world.data->qpos)).norm());
  return size_m;
}

constexpr double kViewDistance = 3.4;  // camera distance, as a multiple of the robot's size

std::vector<Rgba> phase_colours(const World& world) {
  std::vector<Rgba> colours;
  for (int i = 0; i < world.n_legs(); ++i)
    colours.push_back(kPhaseColour[static_cast<int>(world.state.cup[i].phase)]);
  return colours;
}

/// Force of a surface on a foot.
struct FootForce {
  int patch = -1;  ///< -1: none
  Vector3d f_W = Vector3d::Zero();
};

FootForce foot_force(const World& world, int leg) {
  const PointFootState& point = world.state.point[leg];
  if (!world.leg(leg).cup()) return {point.patch, as_vector(point.f_F_W)};
  const CupState& cup = world.state.cup[leg];
  if (cup.patch < 0) return {};
  const controller::Matrix3d R_WS = world.config.patches.patch[cup.patch].X_WS.linear();
  return {cup.patch, R_WS * as_vector(cup.wrench_S).head<3>()};
}

Mark foot_arrow(const World& world, int leg, const FootForce& force, const Vector3d& view_W) {
  const Vector3d n_W = world.config.patches.patch[force.patch].X_WS.linear().col(2);
  Mark arrow = force_arrow(as_vector(world.state.cup[leg].X_WF.p), n_W,
                           world.leg(leg).foot.radius_m(), view_W, kArrow_m_N * force.f_W);
  arrow.radius_m = kArrowWidth_m;
  arrow.colour = kArrowColour;
  return arrow;
}

std::vector<Mark> force_arrows(const World& world, const Vector3d& view_W) {
  std::vector<Mark> arrows;
  for (int i = 0; i < world.n_legs(); ++i) {
    const FootForce force = foot_force(world, i);
    if (force.patch < 0) continue;
    const Mark arrow = foot_arrow(world, i, force, view_W);
    if ((arrow.to_W - arrow.from_W).norm() >= kArrowWidth_m) arrows.push_back(arrow);
  }
  return arrows;
}

}  // namespace

struct Picture::Studio {
  Studio(const World& world, int width_px, int height_px) : width(width_px), height(height_px) {
    const Current current(gl);
    scene.emplace(world.robot, world.config, Scene::Target::kOffscreen, width, height);
  }
  ~Studio() {
    const Current current(gl);
    scene.reset();
  }

  void aim(const World& world);
  void explain(const World& world, const Area& all);

  const int width, height;
  Offscreen gl;
  std::optional<Scene> scene;
  Viewpoint view;  ///< kept until a surface comes in between
  std::vector<unsigned char> rgb;
};

void Picture::Studio::aim(const World& world) {
  const Vector3d robot_W = Vector3d::Map(world.data->qpos);
  const controller::PatchList& patches = world.config.patches;
  const bool blocked =
      clear_way_m(patches, robot_W, view.direction_W, view.distance_m) < view.distance_m;
  if (view.distance_m == 0 || blocked)
    view = choose_view(patches, robot_W, rotation(body_pose(world)).col(2),
                       kViewDistance * robot_size_m(world));
}

/// Adds the simulated time at the top and a legend of the colours at the bottom.
void Picture::Studio::explain(const World& world, const Area& all) {
  char time[32];
  std::snprintf(time, sizeof time, "%.2f s", 1e-9 * static_cast<double>(world.now_ns()));
  scene->note(all, time);
  constexpr int kWidth = 130, kHeight = 40, kGap = 6;
  int left = all.left + kGap;
  const auto label = [&](const std::string& text, const Rgba& colour) {
    scene->label({left, all.bottom + kGap, kWidth, kHeight}, text.c_str(), colour);
    left += kWidth + kGap;
  };
  const std::size_t n_phases = world.robot.nominal.cup() ? std::size(kPhaseColour) : 0;
  for (std::size_t i = 0; i < n_phases; ++i)
    label(std::string(controller::name(static_cast<CupPhase>(i))), kPhaseColour[i]);
  label("20 N: 10 cm", kArrowColour);
}

Picture::Picture(const Twin& twin, int width, int height)
    : studio_(std::make_unique<Studio>(twin.world(), width, height)) {}

Picture::~Picture() = default;

void Picture::write(const Twin& twin, const std::filesystem::path& file) {
  Studio& studio = *studio_;
  const World& world = twin.world();
  const Area all{0, 0, studio.width, studio.height};
  studio.aim(world);
  const std::vector<Mark> arrows = force_arrows(world, studio.view.direction_W);
  const std::vector<Rgba> colours = phase_colours(world);
  const Current current(studio.gl);
  const RobotPose pose = pose_of(twin.truth());
  studio.scene->compose({.robot = &pose,
                         .look_at_W = Vector3d::Map(world.data->qpos),
                         .view = studio.view,
                         .cup_colour = colours,
                         .marks = arrows});
  studio.scene->draw(all);
  studio.explain(world, all);
  studio.scene->read_pixels(all, studio.rgb);
  write_png(studio.rgb, studio.width, studio.height, file);
}

}  // namespace ventosa::sim
