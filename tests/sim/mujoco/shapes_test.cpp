#include "sim/mujoco/shapes.h"

#include <gtest/gtest.h>

#include <random>

#include "sim/mujoco/world_builder.h"
#include "sim/mujoco/world_index.h"
#include "tests/controller/romerin.h"
#include "tests/sim/stands.h"

/// The drawn shapes equal those of the self-collision check.
namespace ventosa::sim::shapes_test {
namespace {

using controller::Part;
using controller::PartId;

constexpr double kFar_m = 10;

/// Geoms of a robot in a picture, by their part; those without a part belong to a surface.
struct Drawn {
  explicit Drawn(const models::Robot& robot)
      : model(build_world(robot, standing(robot, 0), Detail::kPicture)),
        data(mj_makeData(model.get())),
        index(index_world(*model, robot, standing(robot, 0))) {
    for (int geom = 0; geom < model->ngeom; ++geom)
      part.push_back(index.part_of_body[static_cast<std::size_t>(model->geom_bodyid[geom])]);
  }

  void pose(const controller::RobotModel& robot,
            const controller::PerLeg<controller::PerJoint<double>>& q_rad) {
    for (int i = 0; i < robot.n_legs(); ++i) put_leg(index, i, q_rad[i], *data);
    mj_kinematics(model.get(), data.get());
  }

  /// Distance between all drawn geoms of two parts.
  double distance_m(const PartId& a, const PartId& b) {
    double least_m = kFar_m;
    for (int i = 0; i < model->ngeom; ++i)
      for (int k = 0; k < model->ngeom; ++k)
        if (part[static_cast<std::size_t>(i)] == a && part[static_cast<std::size_t>(k)] == b)
          least_m =
              std::min(least_m, mj_geomDistance(model.get(), data.get(), i, k, kFar_m, nullptr));
    return least_m;
  }

  MujocoPtr<mjModel> model;
  MujocoPtr<mjData> data;
  WorldIndex index;
  std::vector<std::optional<PartId>> part;
};

// a hub is 3 % thicker than its bar, the nose extends 6 mm from the body; the bowl is hollow below
// the hull of rim and neck, by up to 17 mm
TEST(Shapes, AreTheSolidsThatCollide) {
  constexpr double kProud_m = 0.007, kHollow_m = 0.017;
  const models::Robot robot = romerin4();
  Drawn drawn(robot);
  std::mt19937_64 random(4);
  int n_near = 0;
  for (int trial = 0; trial < 60; ++trial) {
    controller::PerLeg<controller::PerJoint<double>> q_rad{};
    controller::PerLeg<controller::LegPose> pose;
    for (std::size_t i = 0; i < 4; ++i) {
      q_rad[i] = test::random_pose(robot.nominal.leg[i], random);
      pose[i] = leg_pose(robot.nominal.leg[i], q_rad[i]);
    }
    drawn.pose(robot.nominal, q_rad);
    const controller::PartList parts(robot.nominal, pose);
    for (const Part& a : parts.all())
      for (const Part& b : parts.all()) {
        if (&a >= &b || !are_apart(a, b)) continue;
        const double solid_m = distance_m(a.solid, b.solid, kFar_m);
        if (solid_m < 0 || solid_m > controller::kSelfRange_m) continue;
        const double drawn_m = drawn.distance_m(a.id, b.id);
        EXPECT_LT(solid_m, drawn_m + kProud_m) << trial;
        EXPECT_GT(solid_m, drawn_m - 2 * kHollow_m) << trial;
        ++n_near;
      }
  }
  EXPECT_GT(n_near, 100);
}

TEST(Shapes, OfTheBodyAreAllItsBoxes) {
  const models::Robot robot =
      models::load(VENTOSA_SOURCE_DIR "/models/data/romerin6_extended.yaml");
  const Drawn drawn(robot);
  for (const controller::Box& box : robot.nominal.body_box) {
    int n = 0;
    for (int geom = 0; geom < drawn.model->ngeom; ++geom) {
      const auto i = static_cast<std::size_t>(geom);
      if (drawn.part[i] != PartId{} || drawn.model->geom_contype[geom] == 0) continue;
      n += controller::Vector3d::Map(drawn.model->geom_pos + 3 * geom) == box.p_BO &&
           controller::Vector3d::Map(drawn.model->geom_size + 3 * geom) == box.half_extent_m;
    }
    EXPECT_EQ(n, 1) << box.p_BO.transpose();
  }
}

}  // namespace
}  // namespace ventosa::sim::shapes_test
