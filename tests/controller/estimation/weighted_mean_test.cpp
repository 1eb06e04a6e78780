#include "controller/estimation/weighted_mean.h"

#include <gtest/gtest.h>

#include "controller/model/rotation.h"
#include "tests/controller/romerin.h"

namespace ventosa::controller::weighted_mean_test {
namespace {

Isometry3d pose(const Vector3d& rotation_rad, const Vector3d& p_m) {
  Isometry3d X = Isometry3d::Identity();
  X.linear() = rotation_exp(rotation_rad);
  X.translation() = p_m;
  return X;
}

/// A foot at X_WF that implies a body pose X_WB.
void add_foot(const Isometry3d& X_WF, const Isometry3d& X_WB, OdometryInput& in) {
  const auto k = static_cast<std::size_t>(in.n_feet++);
  const Isometry3d X_BF = X_WB.inverse() * X_WF;
  in.p_WW[k] = X_WF.translation();
  in.R_WF[k] = X_WF.linear();
  in.p_BW[k] = X_BF.translation();
  in.R_BF[k] = X_BF.linear();
}

TEST(WeightedMean, IsExactWithFeetThatNeverMoved) {
  std::mt19937_64 rng{5};
  for (int n = 0; n < 1000; ++n) {
    OdometryInput in{.period_s = 0.01};
    const Isometry3d X_WB = pose(test::random_vector(1.8, rng), test::random_vector(2, rng));
    for (int i = 0; i < 1 + n % 12; ++i)
      add_foot(pose(test::random_vector(1.8, rng), test::random_vector(2, rng)), X_WB, in);
    const Isometry3d found = mean_of_feet(Isometry3d::Identity(), in);
    ASSERT_LT((found.matrix() - X_WB.matrix()).norm(), 1e-13);
  }
}

TEST(WeightedMean, MeansWhatTheFeetSay) {
  // eight feet against two: 0.8 of 0 and 0.2 of 0.3 rad is 0.06 to second order
  OdometryInput in{.period_s = 0.01};
  for (int i = 0; i < 10; ++i)
    add_foot(pose({0, 0, 0}, {1, 0, 0}),
             i < 8 ? pose({0, 0, 0}, {0, 0, 0}) : pose({0, 0, .3}, {.1, 0, 0}), in);
  const Isometry3d found = mean_of_feet(Isometry3d::Identity(), in);
  EXPECT_NEAR(rotation_log(found.linear()).z(), 0.06, 5e-4);
  EXPECT_NEAR(found.translation().x(), 0.02, 1e-12);
}

TEST(WeightedMean, FollowsTheGyroscopeWithoutFeet) {
  const OdometryInput in{.w_WB_B = {0, 0, 0.5}, .period_s = 0.01};
  Isometry3d X = pose({0, 0, 0}, {1, 2, 3});
  for (int n = 0; n < 100; ++n) X = mean_of_feet(X, in);
  EXPECT_NEAR(rotation_log(X.linear()).z(), 0.5, 1e-12);
  EXPECT_EQ(X.translation(), Vector3d(1, 2, 3));
}

}  // namespace
}  // namespace ventosa::controller::weighted_mean_test
