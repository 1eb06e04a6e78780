#include "controller/trajectory/reverse_swing.h"

#include <gtest/gtest.h>

#include <random>

#include "controller/model/rotation.h"

namespace ventosa::controller::reverse_swing_test {
namespace {

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  Vector3d vector(double size) {
    return {size * at_(engine_), size * at_(engine_), size * at_(engine_)};
  }
  Isometry3d pose(double size_m, double angle_rad) {
    Isometry3d X = Isometry3d::Identity();
    X.translation() = vector(size_m);
    X.linear() = rotation_exp(vector(angle_rad));
    return X;
  }

 private:
  std::mt19937_64 engine_;
  std::uniform_real_distribution<double> at_{-1, 1};
};

TEST(ReverseSwing, TakesPowersOfRigidMotions) {
  Random random(1);
  for (int n = 0; n < 500; ++n) {
    const Isometry3d D = random.pose(0.2, 0.8), half = power(D, 0.5);
    EXPECT_TRUE(power(D, 1).isApprox(D, 1e-12));
    EXPECT_TRUE(power(D, -1).isApprox(D.inverse(), 1e-12));
    EXPECT_TRUE((half * half).isApprox(D, 1e-12));
    EXPECT_TRUE(power(D, 3).isApprox(D * D * D, 1e-12));
    EXPECT_TRUE(power(D, 0).isApprox(Isometry3d::Identity(), 1e-15));
  }
}

/// Under a body that turns and shifts, the swinging foot is where it would stand if the body had
/// gone backwards.
TEST(ReverseSwing, IsTheMotionUnderABodyThatGoesBackwards) {
  Random random(2);
  for (int n = 0; n < 500; ++n) {
    const Isometry3d X_WB0 = random.pose(1, 1), D = random.pose(0.1, 0.3);
    const ReverseSwing swing{.X_WB0 = X_WB0, .p_W = random.vector(1), .lift_m = 0};
    const Isometry3d X_WB = X_WB0 * D, X_back = X_WB0 * D.inverse();
    const Vector3d p_BF = X_WB.inverse() * reverse_target(swing, X_WB, 0.3);
    EXPECT_LT((p_BF - X_back.inverse() * swing.p_W).norm(), 1e-12);
  }
}

/// Straight on with a scale n, the foot gains in the body's frame n times what standing feet lose.
TEST(ReverseSwing, SwingsAsFarAheadAsTheScaleSays) {
  for (const double scale : {1.0, 2.0, 5.0}) {
    const ReverseSwing swing{.p_W = {0.3, 0.2, 0}, .scale = scale, .lift_m = 0};
    Isometry3d X_WB = Isometry3d::Identity();
    X_WB.translation() = Vector3d(0.02, -0.01, 0);
    const Vector3d gain = X_WB.inverse() * reverse_target(swing, X_WB, 1) - swing.p_W;
    EXPECT_LT((gain - scale * X_WB.translation()).norm(), 1e-12);
  }
}

TEST(ReverseSwing, LiftsTheFootByATriangle) {
  const ReverseSwing swing{.up_W = Vector3d(0, 0, 1), .lift_m = 0.05};
  const auto height_m = [&](double share) {
    return reverse_target(swing, Isometry3d::Identity(), share).z();
  };
  EXPECT_DOUBLE_EQ(height_m(0), 0);
  EXPECT_DOUBLE_EQ(height_m(0.25), 0.025);
  EXPECT_DOUBLE_EQ(height_m(0.5), 0.05);
  EXPECT_NEAR(height_m(0.75), 0.025, 1e-15);
  EXPECT_DOUBLE_EQ(height_m(1), 0);
  EXPECT_DOUBLE_EQ(height_m(1.01), 0);  // the row may last longer by rounding
}

}  // namespace
}  // namespace ventosa::controller::reverse_swing_test
