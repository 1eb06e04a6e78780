#include "sim/config/plant_errors.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

#include "models/input_error.h"
#include "sim/mujoco/world_builder.h"
#include "sim/mujoco/world_index.h"
#include "tests/sim/stands.h"

/// Effects of the errors on the plant, in MuJoCo's own numbers.
namespace ventosa::sim::plant_errors_test {
namespace {

using controller::Vector3d;

constexpr PlantNumbers kSpread{.mass_scale = 0.05,
                               .friction_scale = 0.2,
                               .surface_friction_scale = 0.1,
                               .link_scale = 0.01,
                               .joint_offset_rad = 0.005,
                               .surface_offset_m = 0.003,
                               .surface_tilt_rad = 0.01,
                               .lip_scale = 0.3};

/// every drawn number, as a share of its spread
std::vector<double> shares(const PlantErrors& errors) {
  std::vector<double> all{(errors.body_mass_scale - 1) / kSpread.mass_scale};
  for (const LegErrors& leg : errors.leg) {
    for (std::size_t j = 0; j < leg.mass_scale.size(); ++j) {
      all.push_back((leg.mass_scale[j] - 1) / kSpread.mass_scale);
      all.push_back((leg.friction_scale[j] - 1) / kSpread.friction_scale);
      all.push_back((leg.link_scale[j] - 1) / kSpread.link_scale);
      all.push_back(leg.joint_offset_rad[j] / kSpread.joint_offset_rad);
    }
    all.push_back((leg.lip_scale - 1) / kSpread.lip_scale);
  }
  for (const SurfaceErrors& surface : errors.surface) {
    all.push_back((surface.friction_scale - 1) / kSpread.surface_friction_scale);
    all.push_back(surface.offset_m / kSpread.surface_offset_m);
    all.push_back(std::hypot(surface.tilt_x_rad, surface.tilt_y_rad) / kSpread.surface_tilt_rad);
  }
  return all;
}

TEST(PlantErrors, AreDrawnWithinTheirSpreadEachOfItsOwn) {
  std::vector<double> all;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const std::vector<double> drawn = shares(draw({.given = {}, .spread = kSpread}, seed));
    all.insert(all.end(), drawn.begin(), drawn.end());
  }
  double sum = 0, squares = 0;
  for (const double x : all) {
    EXPECT_LE(std::abs(x), 1 + 1e-9);
    sum += x;
    squares += x * x;
  }
  const auto n = static_cast<double>(all.size());
  EXPECT_EQ(std::set<double>(all.begin(), all.end()).size(), all.size());
  // uniform in +-1: mean 0, its deviation 1 / sqrt(3 n); mean square 1/3. The tilts' are positive.
  EXPECT_NEAR(sum / n, 0, 4 / std::sqrt(3 * n) + 16.0 / 397);
  EXPECT_NEAR(squares / n, 1.0 / 3, 0.02);
}

TEST(PlantErrors, AreAFunctionOfTheSeed) {
  const PlantOptions options{.given = {}, .spread = kSpread};
  EXPECT_EQ(shares(draw(options, 3)), shares(draw(options, 3)));
  EXPECT_NE(shares(draw(options, 3)), shares(draw(options, 4)));
}

TEST(PlantErrors, WithoutASpreadAreThoseGiven) {
  PlantNumbers given = kSpread;
  given.surface_tilt_rad = 0.02;
  const PlantErrors errors = draw({.given = all_parts(given)}, 9);
  EXPECT_EQ(errors.body_mass_scale, 0.05);
  EXPECT_EQ(errors.leg[11].link_scale[6], 0.01);
  EXPECT_EQ(errors.leg[3].joint_offset_rad[2], 0.005);
  EXPECT_EQ(errors.surface[15].tilt_x_rad, 0.02);
  EXPECT_EQ(errors.surface[15].tilt_y_rad, 0);
}

/// The MuJoCo model of this robot.
MujocoPtr<mjModel> compiled(const models::Robot& robot) {
  return build_world(robot, standing(romerin4(), 0), Detail::kPhysics);
}

int body_id(const mjModel& model, const char* name) { return mj_name2id(&model, mjOBJ_BODY, name); }

TEST(PlantErrors, ScaleMassesAndInertiasOfMujocosBodies) {
  PlantErrors errors;
  errors.body_mass_scale = 1.1;
  errors.leg[2].mass_scale[1] = 0.9;
  const auto nominal = compiled(romerin4()), real = compiled(with_errors(romerin4(), errors));
  for (int body = 1; body < nominal->nbody; ++body) {
    double scale = 1;
    if (body == body_id(*nominal, "body")) scale = 1.1;
    if (body == body_id(*nominal, "leg2.joint1")) scale = 0.9;
    EXPECT_NEAR(real->body_mass[body], scale * nominal->body_mass[body], 1e-12);
    for (int k = 3 * body; k < 3 * body + 3; ++k)
      EXPECT_NEAR(real->body_inertia[k], scale * nominal->body_inertia[k], 1e-12);
  }
}

TEST(PlantErrors, ALongerLinkHasItsEndItsCentreAndItsInertiaFartherOut) {
  PlantErrors errors;
  errors.leg[1].link_scale[2] = 1.02;
  const auto nominal = compiled(romerin4()), real = compiled(with_errors(romerin4(), errors));
  const int link = body_id(*nominal, "leg1.joint2"), next = body_id(*nominal, "leg1.joint3");
  for (int body = 1; body < nominal->nbody; ++body) {
    const double end = body == next ? 1.02 : 1, own = body == link ? 1.02 : 1;
    EXPECT_EQ(real->body_mass[body], nominal->body_mass[body]);
    for (int k = 3 * body; k < 3 * body + 3; ++k) {
      EXPECT_NEAR(real->body_pos[k], end * nominal->body_pos[k], 1e-12);
      EXPECT_NEAR(real->body_ipos[k], own * nominal->body_ipos[k], 1e-12);
      EXPECT_NEAR(real->body_inertia[k], own * own * nominal->body_inertia[k], 1e-12);
    }
  }
}

TEST(PlantErrors, ALongerLastLinkPutsTheLipFartherFromTheWrist) {
  PlantErrors errors;
  errors.leg[0].link_scale[5] = 1.1;
  const models::Robot robot = with_errors(romerin4(), errors);
  const auto nominal = compiled(romerin4()), real = compiled(robot);
  const int cup = body_id(*nominal, "leg0.cup");
  const auto lip_m = [&](const mjModel& model) {
    return Vector3d::Map(model.body_pos + 3 * cup).norm();
  };
  EXPECT_NEAR(lip_m(*real), 1.1 * lip_m(*nominal), 1e-12);
  EXPECT_NEAR(robot.nominal.leg[0].foot.standoff_m, lip_m(*real), 1e-12);
}

TEST(PlantErrors, ScaleTheFrictionOfGearsThatMujocoUsesAndNotWhatIsKnownOfIt) {
  PlantErrors errors;
  errors.leg[3].friction_scale[0] = 1.5;
  const models::Robot real = with_errors(romerin4(), errors), nominal = romerin4();
  TwinConfig config = standing(nominal, 0);
  config.drive.friction = FrictionModel::kConstant;
  const auto rubs = build_world(nominal, config, Detail::kPhysics);
  const auto rubs_more = build_world(real, config, Detail::kPhysics);
  const WorldIndex index = index_world(*rubs, nominal, config);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 6; ++j) {
      const int dof = index.joint[i][j].dof;
      const double scale = i == 3 && j == 0 ? 1.5 : 1;
      EXPECT_GT(rubs->dof_frictionloss[dof], 0);
      EXPECT_NEAR(rubs_more->dof_frictionloss[dof], scale * rubs->dof_frictionloss[dof], 1e-12);
      EXPECT_NEAR(rubs_more->dof_damping[dof], scale * rubs->dof_damping[dof], 1e-12);
    }
  EXPECT_EQ(real.drive[3][0].gear.load_ratio, 1.5 * nominal.drive[3][0].gear.load_ratio);
  EXPECT_EQ(real.drive[3][0].gear.stribeck_Nm, 1.5 * nominal.drive[3][0].gear.stribeck_Nm);
  EXPECT_EQ(real.nominal.leg[3].joint[0].friction.coulomb_Nm,
            nominal.nominal.leg[3].joint[0].friction.coulomb_Nm);
}

TEST(PlantErrors, RefuseAGearThatWouldLockItself) {
  PlantErrors errors;
  errors.leg[0].friction_scale[1] = 1.001 / romerin4().drive[0][1].gear.load_ratio;
  EXPECT_THROW(with_errors(romerin4(), errors), models::InputError);
}

// a plane by three of its points: each moves by the offset, and about the centre
TEST(PlantErrors, MoveASurfaceAlongItsNormalAndTiltItAboutItsCentre) {
  const controller::Patch nominal = plane(1.1);
  const controller::Patch real = with_errors(
      nominal,
      {.friction_scale = 0.5, .offset_m = 0.003, .tilt_x_rad = 0.006, .tilt_y_rad = -0.008});
  const Vector3d n_W = nominal.X_WS.linear().col(2), n_real_W = real.X_WS.linear().col(2);
  EXPECT_NEAR(n_W.dot(real.X_WS.translation() - nominal.X_WS.translation()), 0.003, 1e-15);
  EXPECT_NEAR(std::acos(n_W.dot(n_real_W)), 0.01, 1e-9);
  // rotation about +x by 6 mrad raises points at +y, about +y by -8 mrad points at +x
  const auto height_m = [&](const Vector3d& p_S) {
    const Vector3d p_nominal_W = nominal.X_WS * p_S;
    return n_real_W.dot(real.X_WS.translation() - p_nominal_W) / n_real_W.dot(n_W);
  };
  EXPECT_NEAR(height_m({0, 1, 0}), 0.003 + 0.006, 1e-6);
  EXPECT_NEAR(height_m({1, 0, 0}), 0.003 + 0.008, 1e-6);
  EXPECT_EQ(real.friction, 0.5 * nominal.friction);
  EXPECT_EQ(real.half_extent_m, nominal.half_extent_m);
}

}  // namespace
}  // namespace ventosa::sim::plant_errors_test
