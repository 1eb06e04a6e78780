#include "sim/model/dragged_anchor.h"

#include <gtest/gtest.h>

#include "tests/controller/random_robot.h"

namespace ventosa::sim::dragged_anchor_test {
namespace {

using controller::Vector3d;

constexpr FrictionSpring kSpring{.stiffness_N_m = 2e4, .damping_s = 0.002};

TEST(DraggedAnchor, IsASpringWithDampingBelowTheLimit) {
  const Vector3d deflection(1e-3, -2e-3, 0), rate(0.1, 0.2, 0);
  const Grip held = grip(kSpring, deflection, rate, 100);
  EXPECT_LT((held.force_N - Vector3d(-24, 32, 0)).norm(), 1e-12);
  EXPECT_EQ(held.dragged_m.norm(), 0);
}

TEST(DraggedAnchor, PullsWithTheLimitAndComesToRestThere) {
  ventosa::test::Rng rng(1);
  for (int n = 0; n < 1000; ++n) {
    const Vector3d deflection = ventosa::test::any_vector(0.01, rng),
                   rate = ventosa::test::any_vector(0.1, rng);
    const double limit_N = ventosa::test::uniform(0, 20, rng);
    const Grip slides = grip(kSpring, deflection, rate, limit_N);
    if (slides.dragged_m.isZero(0)) continue;
    EXPECT_NEAR(slides.force_N.norm(), limit_N, 1e-9);
    // what is left of the deflection alone gives the same force: the next step drags nothing more
    const Grip rests = grip(kSpring, deflection - slides.dragged_m, Vector3d::Zero(), limit_N);
    EXPECT_LT((rests.force_N - slides.force_N).norm(), 1e-9);
    EXPECT_LT(rests.dragged_m.norm(), 1e-12);
  }
}

TEST(DraggedAnchor, FollowsWhereNothingHolds) {
  const Vector3d deflection(0.3, 0.4, 0);
  const Grip loose = grip(kSpring, deflection, Vector3d::Zero(), 0);
  EXPECT_EQ(loose.force_N.norm(), 0);
  EXPECT_EQ(loose.dragged_m, deflection);
}

}  // namespace
}  // namespace ventosa::sim::dragged_anchor_test
