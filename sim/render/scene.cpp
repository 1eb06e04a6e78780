#include "sim/render/scene.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sim/mujoco/shapes.h"
#include "sim/mujoco/world_builder.h"
#include "sim/mujoco/world_index.h"

namespace ventosa::sim {

using controller::Vector3d;

namespace {

constexpr int kMaxGeoms = 2000;
constexpr float kGhostAlpha = 0.35f;

mjvCamera free_camera() {
  mjvCamera camera;
  mjv_defaultCamera(&camera);
  camera.type = mjCAMERA_FREE;
  return camera;
}

constexpr int kGeomOf[] = {mjGEOM_ARROW, mjGEOM_CAPSULE, mjGEOM_SPHERE};

mjrRect rect_of(const Area& area) { return {area.left, area.bottom, area.width, area.height}; }

}  // namespace

RobotPose pose_of(const Truth& truth) {
  RobotPose pose{.X_WB = truth.X_WB};
  for (std::size_t i = 0; i < truth.leg.size(); ++i) pose.q_rad[i] = truth.leg[i].q_rad;
  return pose;
}

Mark force_arrow(const Vector3d& p_W, const Vector3d& n_W, double lip_radius_m,
                 const Vector3d& towards_W, const Vector3d& way_W, double beside_m) {
  const Vector3d flat_W = towards_W - towards_W.dot(n_W) * n_W;
  const Vector3d out_W =
      flat_W.norm() > 1e-6 ? Vector3d(flat_W.normalized()) : n_W.unitOrthogonal();
  const Vector3d rim_W = p_W + lip_radius_m * out_W + beside_m * n_W.cross(out_W);
  const Vector3d from_W = way_W.dot(n_W) >= 0 ? rim_W : Vector3d(rim_W - way_W);
  return {.kind = Mark::Kind::kArrow, .from_W = from_W, .to_W = from_W + way_W};
}

/// A model with the geoms for pictures, and the OpenGL objects to draw it.
struct Scene::Studio {
  Studio(const models::Robot& robot, const TwinConfig& twin, Target target, int width, int height);
  ~Studio();

  void pose(const RobotPose& pose);
  void colour_cups(std::span<const Rgba> colours);
  void aim(const Vector3d& look_at_W, const Viewpoint& view);
  void aim_lamp(const Vector3d& robot_W, const Vector3d& n_W, const Vector3d& view_W);
  void look_through(const Eye& eye);
  void add_ghost(const RobotPose& ghost);
  void add(const Mark& mark);

  const controller::RobotModel nominal;
  const controller::PatchList patches;
  MujocoPtr<mjModel> model;
  MujocoPtr<mjData> data;
  WorldIndex index;
  mjvCamera camera = free_camera();
  mjvOption option;
  mjvScene scene;
  mjrContext context;
  double resolution = 1;
};

/// A picture shows the bars of a linkage also if the twin has its serial equivalent.
TwinConfig with_bars(TwinConfig twin) {
  twin.linkage = LinkageModel::kClosed;
  return twin;
}

/// Reduces the number of triangles, which limits software OpenGL.
void make_quick(decltype(mjModel::vis.quality)& quality) {
  quality.offsamples = 0;
  quality.numslices = 16;
  quality.numstacks = 8;
  quality.numquads = 2;
}

Scene::Studio::Studio(const models::Robot& robot, const TwinConfig& twin, Target target, int width,
                      int height)
    : nominal(robot.nominal),
      patches(twin.patches),
      model(build_world(robot, with_bars(twin), Detail::kPicture)),
      data(mj_makeData(model.get())),
      index(index_world(*model, robot, with_bars(twin))) {
  mjv_defaultOption(&option);
  mjv_defaultScene(&scene);
  mjr_defaultContext(&context);
  model->vis.global.offwidth = width;
  model->vis.global.offheight = height;
  if (target == Target::kWindow) make_quick(model->vis.quality);
  mjv_makeScene(model.get(), &scene, kMaxGeoms);
  mjr_makeContext(model.get(), &context, mjFONTSCALE_150);
  mjr_setBuffer(target == Target::kOffscreen ? mjFB_OFFSCREEN : mjFB_WINDOW, &context);
}

Scene::Studio::~Studio() {
  mjr_freeContext(&context);
  mjv_freeScene(&scene);
}

void Scene::Studio::pose(const RobotPose& pose) {
  put(pose.X_WB, data->qpos, data->qpos + 3);
  for (int i = 0; i < nominal.n_legs(); ++i) put_leg(index, i, pose.q_rad[i], *data);
  mj_kinematics(model.get(), data.get());
  mj_comPos(model.get(), data.get());
  mj_camlight(model.get(), data.get());
}

void Scene::Studio::colour_cups(std::span<const Rgba> colours) {
  const std::size_t n = std::min(colours.size(), nominal.leg.size());
  for (std::size_t i = 0; i < n; ++i) {
    const float rgba[4] = {colours[i].r, colours[i].g, colours[i].b, colours[i].a};
    const int body = index.cup_body[i];
    for (int k = 1; k < model->body_geomnum[body]; ++k)  // all geoms but the lip
      std::copy_n(rgba, 4, model->geom_rgba + 4 * (model->body_geomadr[body] + k));
  }
}

void Scene::Studio::aim(const Vector3d& look_at_W, const Viewpoint& view) {
  const Vector3d forward = -view.direction_W;
  Vector3d::Map(camera.lookat) = look_at_W;
  camera.azimuth = std::atan2(forward.y(), forward.x()) * 180 / std::numbers::pi;
  camera.elevation = std::asin(std::clamp(forward.z(), -1.0, 1.0)) * 180 / std::numbers::pi;
  camera.distance = view.distance_m;
}

void Scene::Studio::look_through(const Eye& eye) {
  for (mjvGLCamera& camera_gl : scene.camera) {
    Eigen::Vector3f::Map(camera_gl.pos) = eye.X_WE.translation().cast<float>();
    Eigen::Vector3f::Map(camera_gl.forward) = eye.X_WE.linear().col(0).cast<float>();
    Eigen::Vector3f::Map(camera_gl.up) = eye.X_WE.linear().col(2).cast<float>();
    camera_gl.frustum_top =
        camera_gl.frustum_near * static_cast<float>(std::tan(eye.height_rad / 2));
    camera_gl.frustum_bottom = -camera_gl.frustum_top;
    camera_gl.frustum_center = 0;
  }
}

void Scene::Studio::aim_lamp(const Vector3d& robot_W, const Vector3d& n_W, const Vector3d& view_W) {
  const Vector3d p_W = lamp_position(patches, robot_W, n_W, view_W);
  const Vector3d direction_W = (robot_W - p_W).normalized();
  for (int k = 0; k < scene.nlight; ++k) {
    if (scene.lights[k].headlight) continue;
    Eigen::Vector3f::Map(scene.lights[k].pos) = p_W.cast<float>();
    Eigen::Vector3f::Map(scene.lights[k].dir) = direction_W.cast<float>();
  }
}

void Scene::Studio::add_ghost(const RobotPose& ghost) {
  pose(ghost);
  const int begin = scene.ngeom;
  mjvPerturb none;
  mjv_defaultPerturb(&none);
  mjv_addGeoms(model.get(), data.get(), &option, &none, mjCAT_DYNAMIC, &scene);
  for (int k = begin; k < scene.ngeom; ++k) {
    scene.geoms[k].rgba[3] = kGhostAlpha;
    scene.geoms[k].transparent = 1;
    scene.geoms[k].objtype = mjOBJ_UNKNOWN;  // excluded from picking
  }
}

void Scene::Studio::add(const Mark& mark) {
  if (scene.ngeom >= scene.maxgeom) return;
  mjvGeom& geom = scene.geoms[scene.ngeom++];
  const int type = kGeomOf[static_cast<std::size_t>(mark.kind)];
  const float rgba[4] = {mark.colour.r, mark.colour.g, mark.colour.b, mark.colour.a};
  const double size[3] = {mark.radius_m, mark.radius_m, mark.radius_m};
  mjv_initGeom(&geom, type, size, mark.from_W.data(), nullptr, rgba);
  if (mark.kind != Mark::Kind::kSphere)
    mjv_connector(&geom, type, mark.radius_m, mark.from_W.data(), mark.to_W.data());
}

Scene::Scene(const models::Robot& robot, const TwinConfig& config, Target target, int width,
             int height)
    : studio_(std::make_unique<Studio>(robot, config, target, width, height)) {}

Scene::~Scene() = default;

void Scene::compose(const Composition& c) {
  Studio& s = *studio_;
  s.colour_cups(c.cup_colour);
  s.pose(*c.robot);
  s.aim(c.look_at_W, c.view);
  mjv_updateScene(s.model.get(), s.data.get(), &s.option, nullptr, &s.camera, mjCAT_ALL, &s.scene);
  if (c.eye) s.look_through(*c.eye);
  const controller::Isometry3d& X_WB = c.robot->X_WB;
  s.aim_lamp(X_WB.translation(), X_WB.linear().col(2), c.view.direction_W);
  s.scene.flags[mjRND_SHADOW] = c.quality.shadows;
  s.scene.flags[mjRND_REFLECTION] = c.quality.reflections;
  s.resolution = c.quality.resolution;
  if (c.ghost != nullptr) {
    s.add_ghost(*c.ghost);
    s.pose(*c.robot);
  }
  for (const Mark& mark : c.marks) s.add(mark);
}

/// Draws the scene. A reduced resolution is drawn off-screen and stretched.
void Scene::draw(const Area& area) {
  Studio& s = *studio_;
  const bool is_small = s.resolution < 1 && s.context.currentBuffer == mjFB_WINDOW &&
                        area.width <= s.context.offWidth && area.height <= s.context.offHeight;
  if (!is_small) return mjr_render(rect_of(area), &s.scene, &s.context);
  const mjrRect small{0, 0, static_cast<int>(s.resolution * area.width),
                      static_cast<int>(s.resolution * area.height)};
  mjr_setBuffer(mjFB_OFFSCREEN, &s.context);
  mjr_render(small, &s.scene, &s.context);
  mjr_blitBuffer(small, rect_of(area), 1, 0, &s.context);
  mjr_setBuffer(mjFB_WINDOW, &s.context);
}

void Scene::label(const Area& area, const char* text, const Rgba& colour) {
  mjr_label(rect_of(area), mjFONT_NORMAL, text, colour.r, colour.g, colour.b, 1, 1, 1, 1,
            &studio_->context);
}

void Scene::note(const Area& area, const char* text) {
  mjr_overlay(mjFONT_NORMAL, mjGRID_TOPRIGHT, rect_of(area), text, nullptr, &studio_->context);
}

void Scene::read_pixels(const Area& area, std::vector<unsigned char>& rgb) {
  rgb.resize(static_cast<std::size_t>(3 * area.width * area.height));
  mjr_readPixels(rgb.data(), nullptr, rect_of(area), &studio_->context);
}

std::optional<Picked> Scene::pick(double x, double y, double aspect) const {
  const Studio& s = *studio_;
  double at[3];
  int geom = -1, flex = -1, skin = -1;
  const int body = mjv_select(s.model.get(), s.data.get(), &s.option, aspect, x, y, &s.scene, at,
                              &geom, &flex, &skin);
  if (body < 0) return std::nullopt;
  return Picked{s.index.part_of_body[static_cast<std::size_t>(body)], Vector3d::Map(at)};
}

}  // namespace ventosa::sim
