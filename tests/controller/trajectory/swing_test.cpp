#include "controller/trajectory/swing.h"

#include <gtest/gtest.h>

#include "controller/organizer/gait.h"
#include "tests/controller/romerin.h"

namespace ventosa::controller {
namespace {

constexpr int kSwings = 3000;

/// Times that are too short for every limit: the limits alone make the swing.
ControllerConfig hasty() {
  ControllerConfig config;
  config.gait.lift_s = config.gait.transfer_s = config.gait.lower_s = config.gait.touch_s = 1e-3;
  return config;
}

Foot random_step(FootPhase phase, std::mt19937_64& rng) {
  Foot foot;
  foot.p_WW = test::random_vector(0.2, rng);
  foot.p_WW_goal = foot.p_WW + test::random_vector(0.1, rng);
  foot.z_WF = test::random_vector(1, rng).normalized();
  foot.z_WF_goal = rng() % 3 == 0 ? foot.z_WF : test::random_vector(1, rng).normalized();
  foot.roll_from_rad = rng() % 3 == 0 ? 0 : test::random_vector(1.5, rng).x();
  enter(foot, phase);
  return foot;
}

FootPhase swing_phase(int n) {
  static constexpr FootPhase kPhase[] = {FootPhase::kLift, FootPhase::kTransfer, FootPhase::kLower,
                                         FootPhase::kTouch};
  return kPhase[n % 4];
}

double turned_rad(const Vector3d& a, const Vector3d& b) {
  return std::atan2(a.cross(b).norm(), a.dot(b));
}

TEST(Swing, KeepsEveryLimitOfItsPointItsCupAndItsRoll) {
  const ControllerConfig config = hasty();
  const auto [linear, angular] = swing_limits(config.gait);
  std::mt19937_64 rng(1);
  for (int n = 0; n < kSwings; ++n) {
    const Foot foot = random_step(swing_phase(n), rng);
    const double T = swing_duration_s(foot, config), h = T / 200;
    const auto at = [&](double t) { return swing_target(foot, config, t); };
    for (double t = h; t <= T; t += 7 * h) {
      const SwingTarget a = at(t - h), b = at(t), c = at(t + h);
      const Vector3d v = (b.p_WW - a.p_WW) / h, acc = (c.p_WW - 2 * b.p_WW + a.p_WW) / (h * h);
      const double w = turned_rad(a.z_WF, b.z_WF) / h;
      const double roll = (b.wrist_roll - a.wrist_roll) * foot.roll_from_rad / h;
      ASSERT_LE(v.norm(), linear.speed * (1 + 1e-6));
      ASSERT_LE(acc.norm(), linear.acceleration * (1 + 1e-4));
      ASSERT_LE(w, angular.speed * (1 + 1e-6));
      ASSERT_LE(std::abs(turned_rad(b.z_WF, c.z_WF) / h - w) / h, angular.acceleration * 1.01);
      ASSERT_LE(std::abs(roll), angular.speed * (1 + 1e-6));
    }
  }
}

TEST(Swing, GoesStraightAndTurnsOnTheGeodesicFromRestToRest) {
  const ControllerConfig config = hasty();
  std::mt19937_64 rng(2);
  for (int n = 0; n < kSwings; ++n) {
    const Foot foot = random_step(swing_phase(n), rng);
    const double T = swing_duration_s(foot, config);
    const SwingTarget from = swing_target(foot, config, 0), to = swing_target(foot, config, T);
    const double turn = turned_rad(from.z_WF, to.z_WF);
    for (double s = 0; s <= 1; s += 0.1) {
      const SwingTarget now = swing_target(foot, config, s * T);
      ASSERT_LT((now.p_WW - from.p_WW).cross(to.p_WW - from.p_WW).norm(), 1e-12);
      ASSERT_NEAR(turned_rad(from.z_WF, now.z_WF) + turned_rad(now.z_WF, to.z_WF), turn, 1e-6);
      ASSERT_NEAR(now.z_WF.norm(), 1, 1e-12);
    }
    EXPECT_LT((swing_target(foot, config, 1e-3 * T).p_WW - from.p_WW).norm(), 1e-7);
    EXPECT_LT((swing_target(foot, config, 0.999 * T).p_WW - to.p_WW).norm(), 1e-7);
  }
}

TEST(Swing, StartsEachPhaseWhereTheLastOneEnds) {
  const ControllerConfig config;
  std::mt19937_64 rng(3);
  Foot foot = random_step(FootPhase::kLift, rng);
  for (const FootPhase next :
       {FootPhase::kTransfer, FootPhase::kLower, FootPhase::kTouch, FootPhase::kSeal}) {
    const SwingTarget end = swing_target(foot, config, swing_duration_s(foot, config));
    enter(foot, next);
    const SwingTarget start = swing_target(foot, config);
    EXPECT_LT((start.p_WW - end.p_WW).norm(), 1e-12);
    EXPECT_LT((start.z_WF - end.z_WF).norm(), 1e-12);
    EXPECT_NEAR(start.wrist_roll * foot.roll_from_rad, end.wrist_roll * foot.roll_from_rad, 1e-12);
  }
}

TEST(Swing, TakesAtLeastTheConfiguredTime) {
  ControllerConfig config;
  std::mt19937_64 rng(4);
  const Foot foot = random_step(FootPhase::kLift, rng);
  EXPECT_NEAR(swing_duration_s(foot, config), config.gait.lift_s, 1e-12);
  config.gait.lift_s = 1e-3;
  EXPECT_NEAR(swing_duration_s(foot, config),
              rest_to_rest(config.gait.lift_m, swing_limits(config.gait).linear).duration_s(),
              1e-12);
}

TEST(Swing, TurnsToTheOppositeDirectionToo) {
  const ControllerConfig config = hasty();
  Foot foot;
  foot.z_WF = -Vector3d::UnitZ();
  foot.z_WF_goal = Vector3d::UnitZ();
  enter(foot, FootPhase::kTransfer);
  const double T = swing_duration_s(foot, config);
  EXPECT_NEAR(swing_target(foot, config, T / 2).z_WF.z(), 0, 1e-9);
  EXPECT_LT((swing_target(foot, config, T).z_WF - foot.z_WF_goal).norm(), 1e-12);
}

}  // namespace
}  // namespace ventosa::controller
