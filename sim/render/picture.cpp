#include "sim/render/picture.h"

#include <png.h>

#include <cmath>
#include <cstdio>
#include <numbers>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/mujoco/shapes.h"
#include "sim/mujoco/world.h"
#include "sim/render/offscreen.h"
#include "sim/render/viewpoint.h"

namespace ventosa::sim {

using controller::Vector3d;

namespace {

constexpr int kMaxGeoms = 1000;
constexpr double kArrow_m_N = 0.005;
constexpr double kArrowWidth_m = 0.008;
constexpr float kArrowColour[4] = {0.80f, 0.16f, 0.42f, 1};

struct Colour {
  float rgba[4];
};
constexpr Colour kPhaseColour[] = {{{0.45f, 0.47f, 0.50f, 1}},   // free
                                   {{0.95f, 0.78f, 0.15f, 1}},   // sealing
                                   {{0.18f, 0.62f, 0.32f, 1}},   // attached
                                   {{0.85f, 0.25f, 0.18f, 1}}};  // releasing

/// largest distance of a foot from the body
double robot_size_m(const World& world) {
  double size_m = 0.2;
  for (int i = 0; i < world.n_legs(); ++i)
    size_m = std::max(
        size_m, (as_vector(world.state.cup[i].X_WF.p) - Vector3d::Map(world.data->qpos)).norm());
  return size_m;
}

constexpr double kViewDistance = 3.4;  // in sizes of the robot

mjvCamera free_camera() {
  mjvCamera camera;
  mjv_defaultCamera(&camera);
  camera.type = mjCAMERA_FREE;
  return camera;
}

void write_png(const std::vector<unsigned char>& rgb, int width, int height,
               const std::filesystem::path& file) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(width);
  image.height = static_cast<png_uint_32>(height);
  image.format = PNG_FORMAT_RGB;
  const int bottom_up = -3 * width;
  if (!png_image_write_to_file(&image, file.c_str(), 0, rgb.data(), bottom_up, nullptr))
    throw std::runtime_error(file.string() + ": cannot write the picture: " + image.message);
}

}  // namespace

/// A model with the geoms for pictures, in the twin's pose, and the OpenGL objects to render it.
struct Picture::Studio {
  Studio(const World& world, int width_px, int height_px);
  ~Studio();

  void pose(const World& world);
  void colour_cups(const World& world);
  void add_arrow(const Vector3d& from_W, const Vector3d& to_W);
  void add_forces(const World& world);
  void aim_camera(const World& world);
  void aim_lamp(const World& world);
  void compose(const World& world);
  void draw(double time_s);
  void explain(const mjrRect& all, double time_s);

  const int width, height;
  Offscreen gl;
  MujocoPtr<mjModel> model;
  MujocoPtr<mjData> data;
  WorldIndex index;
  Viewpoint view;  ///< kept until a surface comes in between
  mjvCamera camera;
  mjvOption option;
  mjvScene scene;
  mjrContext context;
  std::vector<unsigned char> rgb;
};

Picture::Studio::Studio(const World& world, int width_px, int height_px)
    : width(width_px),
      height(height_px),
      model(build_world(world.robot, world.config, Detail::kPicture)),
      data(mj_makeData(model.get())),
      index(index_world(*model, world.robot.nominal)),
      camera(free_camera()),
      rgb(static_cast<std::size_t>(3 * width * height)) {
  gl.make_current();
  mjv_defaultOption(&option);
  mjv_defaultScene(&scene);
  mjr_defaultContext(&context);
  model->vis.global.offwidth = width;
  model->vis.global.offheight = height;
  mjv_makeScene(model.get(), &scene, kMaxGeoms);
  mjr_makeContext(model.get(), &context, mjFONTSCALE_150);
  mjr_setBuffer(mjFB_OFFSCREEN, &context);
  gl.release();
}

Picture::Studio::~Studio() {
  gl.make_current();
  mjr_freeContext(&context);
  mjv_freeScene(&scene);
}

void Picture::Studio::pose(const World& world) {
  std::copy_n(world.data->qpos, model->nq, data->qpos);
  mj_kinematics(model.get(), data.get());
  mj_comPos(model.get(), data.get());
  mj_camlight(model.get(), data.get());
}

void Picture::Studio::colour_cups(const World& world) {
  for (int i = 0; i < world.n_legs(); ++i) {
    const Colour& colour = kPhaseColour[static_cast<int>(world.state.cup[i].phase)];
    const int body = index.cup_body[i];
    for (int k = 1; k < model->body_geomnum[body]; ++k)  // all geoms but the lip
      std::copy_n(colour.rgba, 4, model->geom_rgba + 4 * (model->body_geomadr[body] + k));
  }
}

void Picture::Studio::add_arrow(const Vector3d& from_W, const Vector3d& to_W) {
  if (scene.ngeom >= scene.maxgeom || (to_W - from_W).norm() < kArrowWidth_m) return;
  mjvGeom& arrow = scene.geoms[scene.ngeom++];
  mjv_initGeom(&arrow, mjGEOM_ARROW, nullptr, nullptr, nullptr, kArrowColour);
  mjv_connector(&arrow, mjGEOM_ARROW, kArrowWidth_m, from_W.data(), to_W.data());
}

// at the rim on the camera's side, because the leg would occlude it at the centre; outside the
// surface: a push begins at the rim, a pull ends there
void Picture::Studio::add_forces(const World& world) {
  for (int i = 0; i < world.n_legs(); ++i) {
    const CupState& cup = world.state.cup[i];
    if (cup.patch < 0) continue;
    const controller::Matrix3d R_WS = world.config.patches.patch[cup.patch].X_WS.linear();
    const Vector3d view_S = R_WS.transpose() * view.direction_W;
    const Vector3d rim_S = Vector3d(view_S.x(), view_S.y(), 0).normalized();
    const Vector3d p_W = as_vector(cup.X_WF.p) + world.cup.lip_radius_m * (R_WS * rim_S);
    const Vector3d f_S = as_vector(cup.wrench_S).head<3>();
    const Vector3d arrow_W = kArrow_m_N * (R_WS * f_S);
    f_S.z() >= 0 ? add_arrow(p_W, p_W + arrow_W) : add_arrow(p_W - arrow_W, p_W);
  }
}

void Picture::Studio::aim_camera(const World& world) {
  const Vector3d robot_W = Vector3d::Map(data->qpos);
  const controller::PatchList& patches = world.config.patches;
  const bool blocked =
      clear_way_m(patches, robot_W, view.direction_W, view.distance_m) < view.distance_m;
  if (view.distance_m == 0 || blocked)
    view = choose_view(patches, robot_W, rotation(body_pose(world)).col(2),
                       kViewDistance * robot_size_m(world));
  const Vector3d forward = -view.direction_W;
  Vector3d::Map(camera.lookat) = robot_W;
  camera.azimuth = std::atan2(forward.y(), forward.x()) * 180 / std::numbers::pi;
  camera.elevation = std::asin(forward.z()) * 180 / std::numbers::pi;
  camera.distance = view.distance_m;
}

void Picture::Studio::aim_lamp(const World& world) {
  const Vector3d robot_W = Vector3d::Map(data->qpos);
  const Vector3d p_W = lamp_position(world.config.patches, robot_W,
                                     rotation(body_pose(world)).col(2), view.direction_W);
  const Vector3d direction_W = (robot_W - p_W).normalized();
  for (int k = 0; k < scene.nlight; ++k) {
    if (scene.lights[k].headlight) continue;
    Eigen::Vector3f::Map(scene.lights[k].pos) = p_W.cast<float>();
    Eigen::Vector3f::Map(scene.lights[k].dir) = direction_W.cast<float>();
  }
}

void Picture::Studio::compose(const World& world) {
  pose(world);
  colour_cups(world);
  aim_camera(world);
  mjv_updateScene(model.get(), data.get(), &option, nullptr, &camera, mjCAT_ALL, &scene);
  aim_lamp(world);
  add_forces(world);
}

/// Simulated time on top; below what the colours say.
void Picture::Studio::explain(const mjrRect& all, double time_s) {
  char time[32];
  std::snprintf(time, sizeof time, "%.2f s", time_s);
  mjr_overlay(mjFONT_NORMAL, mjGRID_TOPRIGHT, all, time, nullptr, &context);
  constexpr int kWidth = 130, kHeight = 40, kGap = 6;
  int left = all.left + kGap;
  const auto label = [&](const std::string& text, const float(&rgba)[4]) {
    const mjrRect place{left, all.bottom + kGap, kWidth, kHeight};
    mjr_label(place, mjFONT_NORMAL, text.c_str(), rgba[0], rgba[1], rgba[2], 1, 1, 1, 1, &context);
    left += kWidth + kGap;
  };
  for (std::size_t i = 0; i < std::size(kPhaseColour); ++i)
    label(std::string(controller::name(static_cast<CupPhase>(i))), kPhaseColour[i].rgba);
  label("20 N: 10 cm", kArrowColour);
}

void Picture::Studio::draw(double time_s) {
  gl.make_current();
  const mjrRect all{0, 0, width, height};
  mjr_render(all, &scene, &context);
  explain(all, time_s);
  mjr_readPixels(rgb.data(), nullptr, all, &context);
  gl.release();
}

Picture::Picture(const Twin& twin, int width, int height)
    : studio_(std::make_unique<Studio>(twin.world(), width, height)) {}

Picture::~Picture() = default;

void Picture::write(const Twin& twin, const std::filesystem::path& file) {
  studio_->compose(twin.world());
  studio_->draw(twin.time_s());
  write_png(studio_->rgb, studio_->width, studio_->height, file);
}

}  // namespace ventosa::sim
