#include "controller/model/ground.h"

#include <gtest/gtest.h>

#include <random>

namespace ventosa::controller::ground_test {
namespace {

constexpr double kRadius_m = 0.09;

struct Ground : testing::Test {
  PatchList patches;

  Patch& add(const Vector2d& middle_m, const Vector2d& half_m, double turn_rad = 0) {
    Patch& patch = patches.patch[static_cast<std::size_t>(patches.n++)];
    patch = {.half_extent_m = half_m, .friction = 0.6};
    patch.X_WS = Eigen::Translation3d(middle_m.x(), middle_m.y(), 0) *
                 Eigen::AngleAxisd(turn_rad, Vector3d::UnitZ());
    return patch;
  }
  /// Disc at a place of the world, in the plane of the first patch.
  Disc disc_at(double x_m, double y_m) const {
    const Vector3d p_S = patches.patch[0].X_WS.inverse() * Vector3d(x_m, y_m, 0);
    return {p_S.head<2>(), kRadius_m};
  }
  bool covers_at(double x_m, double y_m) const { return covers(patches, 0, disc_at(x_m, y_m)); }
};

TEST_F(Ground, OfOnePatchEndsAtItsEdges) {
  add({0, 0}, {0.5, 0.3});
  EXPECT_TRUE(covers_at(0.41, 0.21));
  EXPECT_FALSE(covers_at(0.411, 0.21));
  EXPECT_FALSE(covers_at(0.41, -0.211));
}

TEST_F(Ground, GoesOnAcrossTheJointOfPatchesThatTouch) {
  add({0, 0}, {0.5, 0.5});
  add({1, 0}, {0.5, 0.5});
  for (const double x_m : {0.41, 0.45, 0.5, 0.55, 1.4}) EXPECT_TRUE(covers_at(x_m, 0.2)) << x_m;
  EXPECT_FALSE(covers_at(0.5, 0.42));
  EXPECT_FALSE(covers_at(1.42, 0));
}

TEST_F(Ground, IsOneWhereFourTilesMeet) {
  for (const double x_m : {-0.25, 0.25})
    for (const double y_m : {-0.25, 0.25}) add({x_m, y_m}, {0.25, 0.25});
  EXPECT_TRUE(covers_at(0, 0));
  EXPECT_TRUE(covers_at(0.02, -0.03));
  EXPECT_FALSE(covers_at(0.42, 0));
}

TEST_F(Ground, EndsAtACrackAndAStep) {
  add({0, 0}, {0.5, 0.5});
  Patch& other = add({1.0002, 0}, {0.5, 0.5});
  EXPECT_FALSE(covers_at(0.5, 0.2));
  EXPECT_FALSE(covers_at(0.45, 0.2));
  EXPECT_TRUE(covers_at(0.41, 0.2));
  other.X_WS.translation() = Vector3d(1, 0, 0.0002);
  EXPECT_FALSE(covers_at(0.5, 0.2));
  other.X_WS.translation() = Vector3d(1, 0, 0.00005);
  EXPECT_TRUE(covers_at(0.5, 0.2));
  other.X_WS.rotate(Eigen::AngleAxisd(M_PI, Vector3d::UnitX()));
  EXPECT_FALSE(covers_at(0.5, 0.2)) << "it faces down";
}

TEST_F(Ground, EndsAtAHoleWithinTheDisc) {
  constexpr double kHole_m = 0.05;  // between four tiles around it
  add({-0.5 + kHole_m / 2, 0.5 + kHole_m / 2}, {0.5, 0.5});
  add({0.5 + kHole_m / 2, 0.5 - kHole_m / 2}, {0.5, 0.5});
  add({0.5 - kHole_m / 2, -0.5 - kHole_m / 2}, {0.5, 0.5});
  add({-0.5 - kHole_m / 2, -0.5 + kHole_m / 2}, {0.5, 0.5});
  EXPECT_FALSE(covers_at(0, 0));
  EXPECT_FALSE(covers_at(0.03, 0));
  EXPECT_TRUE(covers_at(0.3, 0));
}

TEST_F(Ground, HasTheLeastFrictionUnderTheDisc) {
  add({0, 0}, {0.5, 0.5});
  add({1, 0}, {0.5, 0.5}).friction = 0.2;
  EXPECT_EQ(least_friction(patches, 0, disc_at(0.4, 0)), 0.6);
  EXPECT_EQ(least_friction(patches, 0, disc_at(0.42, 0)), 0.2);
  EXPECT_EQ(least_friction(patches, 1, {{-0.42, 0}, kRadius_m}), 0.2);
  patches.patch[0].friction = 0.1;
  EXPECT_EQ(least_friction(patches, 1, {{-0.42, 0}, kRadius_m}), 0.1);
}

// tiles that are turned and overlap, against points on rings all over the disc
TEST_F(Ground, CoversWhatItsPointsSay) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> at(-0.2, 0.2), half(0.05, 0.3), turn(0, 2 * M_PI);
  int n_covered = 0, n_wrong = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    patches = {};
    for (int k = 0; k < 4; ++k)
      add({at(random), at(random)}, {half(random), half(random)}, turn(random));
    bool surely = true, perhaps = true;
    const auto inside = [&](const Vector3d& p_W, double margin_m) {
      for (int k = 0; k < patches.n; ++k) {
        const Patch& patch = patches.patch[static_cast<std::size_t>(k)];
        const Vector3d p_S = patch.X_WS.inverse() * p_W;
        if ((p_S.head<2>().cwiseAbs() - patch.half_extent_m).maxCoeff() <= margin_m) return true;
      }
      return false;
    };
    for (const double share : {1.0, 0.67, 0.33, 0.0})
      for (int k = 0; k < 720; ++k) {
        const double angle_rad = k * M_PI / 360;
        const Vector3d p_W =
            share * kRadius_m * Vector3d(std::cos(angle_rad), std::sin(angle_rad), 0);
        surely = surely && inside(p_W, -0.001);
        perhaps = perhaps && inside(p_W, 0.001);
      }
    const bool covered = covers_at(0, 0);
    n_covered += covered;
    n_wrong += (surely && !covered) || (!perhaps && covered);
  }
  EXPECT_GT(n_covered, 200);
  EXPECT_LT(n_covered, 1800);
  EXPECT_EQ(n_wrong, 0);
}

}  // namespace
}  // namespace ventosa::controller::ground_test
