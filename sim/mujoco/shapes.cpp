#include "sim/mujoco/shapes.h"

#include <algorithm>
#include <array>
#include <vector>

namespace ventosa::sim {

using controller::Isometry3d;
using controller::Patch;
using controller::Quaterniond;
using controller::Vector3d;

namespace {

constexpr float kBodyColour[4] = {0.20f, 0.24f, 0.30f, 1};
constexpr float kNoseColour[4] = {0.90f, 0.90f, 0.92f, 1};
constexpr float kLinkColour[4] = {0.93f, 0.55f, 0.18f, 1};
constexpr float kJointColour[4] = {0.25f, 0.28f, 0.33f, 1};
constexpr float kLipColour[4] = {0.16f, 0.17f, 0.19f, 1};

/// Collision partners of a geom.
enum class Touch { kNothing, kPatches, kRobot };

mjsGeom& add_geom(mjsBody& body, mjtGeom type, const Vector3d& size, Touch touch) {
  mjsGeom& geom = *mjs_addGeom(&body, nullptr);
  geom.type = type;
  put(size, geom.size);
  geom.contype = touch == Touch::kPatches;
  geom.conaffinity = touch == Touch::kRobot;
  geom.mass = 0;
  geom.group = touch == Touch::kRobot ? kSurfaceGroup : kRobotGroup;
  return geom;
}

void colour(mjsGeom& geom, const float (&rgba)[4]) { std::copy_n(rgba, 4, geom.rgba); }

mjsGeom& add_disc(mjsBody& cup, double radius_m, double low_m, double high_m, Touch touch) {
  mjsGeom& disc = add_geom(cup, mjGEOM_CYLINDER, {radius_m, (high_m - low_m) / 2, 0}, touch);
  put({0, 0, -(high_m + low_m) / 2}, disc.pos);
  colour(disc, kLipColour);
  return disc;
}

void span(const Vector3d& from, const Vector3d& to, mjsGeom& geom) {
  Vector3d::Map(geom.fromto) = from;
  Vector3d::Map(geom.fromto + 3) = to;
}

void add_texture(mjSpec& spec, const char* name, mjtTexture type, mjtBuiltin builtin,
                 const Vector3d& rgb1, const Vector3d& rgb2, int size) {
  mjsTexture& texture = *mjs_addTexture(&spec, nullptr);
  mjs_setName(texture.element, name);
  texture.type = type;
  texture.builtin = builtin;
  put(rgb1, texture.rgb1);
  put(rgb2, texture.rgb2);
  texture.width = size;
  texture.height = type == mjTEXTURE_SKYBOX ? 6 * size : size;
  texture.nchannel = 3;
}

}  // namespace

void put(const Vector3d& v, double* to) { Vector3d::Map(to) = v; }

void put(const Isometry3d& X, double* pos, double* quat) {
  put(X.translation(), pos);
  const Quaterniond q(X.linear());
  Eigen::Vector4d::Map(quat) << q.w(), q.x(), q.y(), q.z();
}

void add_scenery(mjSpec& spec) {
  mjsBody& world = *mjs_findBody(&spec, "world");
  add_texture(spec, "sky", mjTEXTURE_SKYBOX, mjBUILTIN_GRADIENT, {0.98, 0.99, 1},
              {0.86, 0.90, 0.94}, 128);
  add_texture(spec, "grid", mjTEXTURE_2D, mjBUILTIN_CHECKER, {0.84, 0.86, 0.88}, {0.90, 0.91, 0.92},
              128);
  mjsMaterial& surface = *mjs_addMaterial(&spec, nullptr);
  mjs_setName(surface.element, "surface");
  mjs_setInStringVec(surface.textures, mjTEXROLE_RGB, "grid");
  surface.texuniform = true;
  surface.specular = 0;
  std::fill_n(surface.texrepeat, 2, 5.0f);  // a checker of 0.1 m
  for (mjsElement* geom = mjs_firstChild(&world, mjOBJ_GEOM, 0); geom;
       geom = mjs_nextChild(&world, geom, 0))
    mjs_setString(mjs_asGeom(geom)->material, "surface");

  // a lamp, which Picture aims, and a soft headlight
  mjsLight& lamp = *mjs_addLight(&world, nullptr);
  lamp.type = mjLIGHT_SPOT;  // light from afar would meet other surfaces first
  lamp.cutoff = 75;
  std::copy_n(std::array{1.0f, 0.0f, 0.0f}.begin(), 3, lamp.attenuation);
  std::fill_n(lamp.diffuse, 3, 0.40f);
  std::fill_n(lamp.specular, 3, 0.15f);
  std::fill_n(spec.visual.headlight.ambient, 3, 0.42f);
  std::fill_n(spec.visual.headlight.diffuse, 3, 0.25f);
  std::fill_n(spec.visual.headlight.specular, 3, 0.0f);
  spec.visual.quality.shadowsize = 4096;
  spec.visual.quality.offsamples = 8;
  spec.visual.quality.numslices = 48;
  spec.stat.extent = 1.5;  // [m] covered by the shadow map
}

mjsGeom& add_patch(mjsBody& world, const Patch& patch) {
  const Vector3d half(patch.half_extent_m.x(), patch.half_extent_m.y(), kPatchThickness_m / 2);
  mjsGeom& box = add_geom(world, mjGEOM_BOX, half, Touch::kRobot);
  put(patch.X_WS * Eigen::Translation3d(0, 0, -kPatchThickness_m / 2), box.pos, box.quat);
  box.priority = 1;  // the patch's friction and contact law, not a mean with the robot's
  box.friction[0] = patch.friction;
  box.solref[0] = 0.004;
  box.solimp[0] = 0.95;
  box.solimp[1] = 0.99;
  return box;
}

namespace {

/// Heights of the nodes, row by row along x, from the smallest y on.
std::vector<float> heights(const Relief& relief) {
  const Eigen::Vector2i n = relief.n_nodes();
  std::vector<float> all_m;
  all_m.reserve(static_cast<std::size_t>(n.prod()));
  for (int y = 0; y < n.y(); ++y)
    for (int x = 0; x < n.x(); ++x) all_m.push_back(static_cast<float>(relief.node_m(x, y)));
  return all_m;
}

}  // namespace

void set_relief(mjSpec& spec, const Patch& patch, const Relief& relief, mjsGeom& geom) {
  const std::vector<float> height_m = heights(relief);
  const auto [low_m, high_m] = std::minmax_element(height_m.begin(), height_m.end());
  mjsHField& field = *mjs_addHField(&spec);
  const char* const name = mjs_getString(mjs_getName(geom.element));
  mjs_setName(field.element, name);
  field.ncol = relief.n_nodes().x();
  field.nrow = relief.n_nodes().y();
  mjs_setFloat(field.userdata, height_m.data(), static_cast<int>(height_m.size()));
  // MuJoCo scales the heights to 0 .. size[2]
  put({patch.half_extent_m.x(), patch.half_extent_m.y(), *high_m - *low_m}, field.size);
  field.size[3] = kPatchThickness_m;
  geom.type = mjGEOM_HFIELD;
  mjs_setString(geom.hfieldname, name);
  put(patch.X_WS * Eigen::Translation3d(0, 0, *low_m), geom.pos, geom.quat);
}

void add_torso(mjsBody& body, const controller::Box& box) {
  mjsGeom& geom = add_geom(body, mjGEOM_BOX, box.half_extent_m, Touch::kPatches);
  put(box.p_BO, geom.pos);
  colour(geom, kBodyColour);
}

void add_nose(mjsBody& body, const controller::Box& box) {
  const Vector3d half(0.006, 0.4 * box.half_extent_m.y(), 0.4 * box.half_extent_m.z());
  mjsGeom& nose = add_geom(body, mjGEOM_BOX, half, Touch::kNothing);
  put(box.p_BO + Vector3d(box.half_extent_m.x(), 0, 0), nose.pos);
  colour(nose, kNoseColour);
}

void add_bar(mjsBody& link, const Vector3d& to, double radius_m) {
  if (to.norm() < 1e-3) return;
  mjsGeom& bar = add_geom(link, mjGEOM_CAPSULE, {radius_m, 0, 0}, Touch::kPatches);
  span(Vector3d::Zero(), to, bar);
  colour(bar, kLinkColour);
}

void add_hub(mjsBody& link, double radius_m) {
  constexpr double kVisible = 1.03;  // over the ends of the bars
  colour(add_geom(link, mjGEOM_SPHERE, {kVisible * radius_m, 0, 0}, Touch::kNothing), kJointColour);
}

mjsGeom& add_lip(mjsBody& body, const controller::Cup& cup, double recess_m) {
  const double top_m = std::max(cup.rim_m, 2 * recess_m);
  return add_disc(body, cup.lip_radius_m, recess_m, top_m, Touch::kPatches);
}

// a flared bowl within the hull of rim and neck
void add_bowl(mjsBody& body, const controller::Cup& cup) {
  constexpr int kSteps = 16;
  constexpr double kWidest = 0.95;  // relative to the lip
  const double rise_m = (cup.height_m - cup.rim_m) / kSteps;
  const double widest_m = kWidest * cup.lip_radius_m;
  for (int i = 0; i < kSteps; ++i) {
    const double low_m = cup.rim_m + rise_m * i;
    const double share = (i + 0.5) / kSteps;
    const double radius_m =
        cup.neck_radius_m + (widest_m - cup.neck_radius_m) * (1 - share) * (1 - share);
    add_disc(body, radius_m, low_m, low_m + rise_m, Touch::kNothing);
  }
}

}  // namespace ventosa::sim
