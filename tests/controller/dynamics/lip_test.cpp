#include "controller/dynamics/lip.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ventosa::controller::lip_test {
namespace {

const Foot kFoot{.standoff_m = 0.087, .hold = Cup{.lip_radius_m = 0.09}};
const Vector3d kUp = Vector3d::UnitZ();

LipConfig elastic() {
  LipConfig config;
  config.model = LipModel::kElastic;
  return config;
}

TEST(Lip, GivesAlongItsNormalByItsStiffness) {
  const Vector3d pull(0, 0, -40);
  EXPECT_NEAR((lip_deflection(elastic(), kFoot, kUp, {pull, pull}) - Vector3d(0, 0, 1e-3)).norm(),
              0, 1e-15);
}

TEST(Lip, GivesSidewaysByShearAndTiltApart) {
  const Vector3d F(20, 0, 0);
  const double k_r = 4e4 * 0.09 * 0.09 / 2;
  LipConfig config = elastic();
  config.shear_stiffness_N_m = 1e4;
  const auto give = [&](const LipLoad& load) {
    return lip_deflection(config, kFoot, kUp, load).x();
  };
  EXPECT_NEAR(give({F, Vector3d::Zero()}), -20 / 1e4, 1e-15);
  EXPECT_NEAR(give({Vector3d::Zero(), F}), -20 * kFoot.standoff_m * kFoot.standoff_m / k_r, 1e-15);
  EXPECT_NEAR(give({F, F}), give({F, Vector3d::Zero()}) + give({Vector3d::Zero(), F}), 1e-15);
}

TEST(Lip, GivesTheSameInWhateverFrame) {
  const Matrix3d R = Quaterniond(0.3, -0.5, 0.7, 0.1).normalized().toRotationMatrix();
  const LipLoad load{Vector3d(3, -7, 20), Vector3d(5, 1, -30)};
  const Vector3d turned =
      lip_deflection(elastic(), kFoot, R * kUp, {R * load.shear, R * load.tilt});
  EXPECT_LT((turned - R * lip_deflection(elastic(), kFoot, kUp, load)).norm(), 1e-15);
}

TEST(Lip, StandsUpAsItsVacuumGoes) {
  const LipConfig config = elastic();
  EXPECT_EQ(lip_extension_m(config, 130, 120), 0);
  EXPECT_EQ(lip_extension_m(config, 120, 120), 0);
  EXPECT_NEAR(lip_extension_m(config, 40, 120), config.free_height_m * 2 / 3, 1e-15);
  EXPECT_EQ(lip_extension_m(config, 0, 120), config.free_height_m);
  EXPECT_NEAR(lip_touch_m(config), config.free_height_m - config.press_m, 1e-15);
}

TEST(Lip, IsNothingWhenRigid) {
  const LipConfig config;
  EXPECT_TRUE(lip_deflection(config, kFoot, kUp, {kUp, kUp}).isZero());
  EXPECT_EQ(lip_extension_m(config, 0, 120), 0);
  EXPECT_EQ(lip_touch_m(config), 0);
}

TEST(Lip, LosesItsVacuumAsItsTurbineRunsDown) {
  LipConfig config;
  config.vacuum_fade_s = 0.4;
  EXPECT_EQ(vacuum_gone(config, 0), 0);
  EXPECT_NEAR(vacuum_gone(config, 0.4), 1 - std::exp(-1), 1e-15);
  EXPECT_NEAR(vacuum_gone(config, 8), 1, 1e-8);
}

}  // namespace
}  // namespace ventosa::controller::lip_test
