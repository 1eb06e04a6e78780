#include <gtest/gtest.h>

#include <numbers>
#include <random>

#include "sim/mujoco/shapes.h"
#include "sim/mujoco/world_builder.h"
#include "tests/sim/stands.h"

/// The relief as MuJoCo's height field: rays and bodies meet it where Ground says it is.
namespace ventosa::sim::height_field_test {
namespace {

using controller::Vector3d;

/// Flat triangles between nodes a tenth of the correlation length apart: 1 % of 30 mm.
constexpr double kFacet_m = 0.0003;

TwinConfig rough(double tilt_rad) {
  TwinConfig config;
  config.patches.n = 1;
  config.patches.patch[0] = plane(tilt_rad);
  config.patches.patch[0].half_extent_m = {1.5, 1};
  config.relief[0] = {.seed = 1, .height_m = 0.03, .correlation_m = 0.2};
  return config;
}

Ground ground_of(const TwinConfig& config) {
  return Ground(config.patches, config.relief, config.seed);
}

/// Length of a ray that starts at a height of 0.5 m over a patch's point and points at it.
double ray_m(const mjModel& model, const mjData& data, const controller::Patch& patch, double x,
             double y) {
  const Vector3d from_W = patch.X_WS * Vector3d(x, y, 0.5);
  const Vector3d way_W = -patch.X_WS.linear().col(2);
  const mjtByte surfaces[mjNGROUP] = {1, 0, 0, 0, 0, 0};
  int geom = -1;
  return mj_ray(&model, &data, from_W.data(), way_W.data(), surfaces, true, -1, &geom, nullptr);
}

TEST(HeightField, RaysMeetTheReliefOnGroundWallAndCeiling) {
  const models::Robot robot = one_cup({});
  for (const double tilt_rad : {0.0, std::numbers::pi / 2, std::numbers::pi}) {
    const TwinConfig config = rough(tilt_rad);
    const controller::Patch& patch = config.patches.patch[0];
    const Ground ground = ground_of(config);
    const MujocoPtr<mjModel> model = build_world(robot, config, Detail::kPhysics);
    const MujocoPtr<mjData> data(mj_makeData(model.get()));
    mj_kinematics(model.get(), data.get());
    std::mt19937 random(3);
    std::uniform_real_distribution<double> unit(-0.99, 0.99);
    for (int i = 0; i < 500; ++i) {
      const double x = 1.5 * unit(random), y = unit(random);
      const GroundPoint point = ground.on(0, patch.X_WS * Vector3d(x, y, 0.5));
      EXPECT_NEAR(ray_m(*model, *data, patch, x, y), point.height_m, kFacet_m);
    }
  }
}

/// A free box of 40 x 40 x 20 mm over a relief.
struct Dropped {
  static constexpr double kHalf_m[3] = {0.02, 0.02, 0.01};

  Dropped(const TwinConfig& config, const Vector3d& from_W) {
    const MujocoPtr<mjSpec> spec(mj_makeSpec());
    mjsBody& world = *mjs_findBody(spec.get(), "world");
    mjsGeom& patch = add_patch(world, config.patches.patch[0]);
    mjs_setName(patch.element, "patch");
    set_relief(*spec, config.patches.patch[0], *ground_of(config).relief(0), patch);
    mjsBody& body = *mjs_addBody(&world, nullptr);
    put(from_W, body.pos);
    mjs_addFreeJoint(&body);
    mjsGeom& box = *mjs_addGeom(&body, nullptr);
    box.type = mjGEOM_BOX;
    std::copy_n(kHalf_m, 3, box.size);
    box.mass = 0.2;
    spec->option.timestep = 0.002;
    model.reset(mj_compile(spec.get(), nullptr));
    data.reset(mj_makeData(model.get()));
  }

  /// Heights of the lower corners over the ground, the smallest first.
  std::vector<double> corners_m(const Ground& ground) const {
    std::vector<double> all_m;
    for (const double x : {-kHalf_m[0], kHalf_m[0]})
      for (const double y : {-kHalf_m[1], kHalf_m[1]}) {
        const Vector3d p(x, y, -kHalf_m[2]);
        Vector3d p_W;
        mju_rotVecQuat(p_W.data(), p.data(), data->qpos + 3);
        all_m.push_back(ground.on(0, p_W + Vector3d::Map(data->qpos)).height_m);
      }
    std::sort(all_m.begin(), all_m.end());
    return all_m;
  }

  MujocoPtr<mjModel> model;
  MujocoPtr<mjData> data;
};

TEST(HeightField, ABoxComesToRestOnTheRelief) {
  const TwinConfig config = rough(0);
  const Ground ground = ground_of(config);
  for (const Vector3d& from_W :
       {Vector3d(0, 0, 0.1), Vector3d(0.6, -0.4, 0.1), Vector3d(-1, 0.5, 0.1)}) {
    Dropped box(config, from_W);
    for (int k = 0; k < 1000; ++k) mj_step(box.model.get(), box.data.get());
    const std::vector<double> height_m = box.corners_m(ground);
    EXPECT_NEAR(height_m[0], 0, 0.001);
    EXPECT_NEAR(height_m[1], 0, 0.001);
    EXPECT_NEAR(height_m[2], 0, 0.001);
    EXPECT_LT(Eigen::Map<Eigen::VectorXd>(box.data->qvel, 6).norm(), 0.01);
  }
}

}  // namespace
}  // namespace ventosa::sim::height_field_test
