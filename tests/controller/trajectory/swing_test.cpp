#include "controller/trajectory/swing.h"

#include <gtest/gtest.h>

#include "tests/controller/romerin.h"

namespace ventosa::controller::swing_test {
namespace {

constexpr int kSwings = 3000;

/// Nominal times too short for all limits: only the limits determine the swing.
ControllerConfig hasty() {
  ControllerConfig config;
  config.gait.lift_s = config.gait.transfer_s = config.gait.lower_s = config.gait.touch_s = 1e-3;
  return config;
}

SwingPath random_path(std::mt19937_64& rng) {
  SwingPath path;
  path.p_from_W = test::random_vector(0.2, rng);
  path.goal.p_WW = path.p_from_W + test::random_vector(0.1, rng);
  path.z_from_W = test::random_vector(1, rng).normalized();
  path.goal.z_WF = rng() % 3 == 0 ? path.z_from_W : test::random_vector(1, rng).normalized();
  path.roll_from_rad = rng() % 3 == 0 ? 0 : test::random_vector(1.5, rng).x();
  return path;
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
  const auto [linear, angular, rolling] = swing_limits(config.gait);
  std::mt19937_64 rng(1);
  for (int n = 0; n < kSwings; ++n) {
    const SwingPath path = random_path(rng);
    const FootPhase phase = swing_phase(n);
    const double T = swing_duration_s(path, phase, config), h = T / 200;
    const auto at = [&](double t) { return swing_target(path, phase, t, config); };
    for (double t = h; t <= T; t += 7 * h) {
      const SwingTarget a = at(t - h), b = at(t), c = at(t + h);
      const Vector3d v = (b.p_WW - a.p_WW) / h, acc = (c.p_WW - 2 * b.p_WW + a.p_WW) / (h * h);
      const double w = turned_rad(a.z_WF, b.z_WF) / h;
      const double roll = (b.wrist_roll - a.wrist_roll) * path.roll_from_rad / h;
      ASSERT_LE(v.norm(), linear.speed * (1 + 1e-6));
      ASSERT_LE(acc.norm(), linear.acceleration * (1 + 1e-4));
      ASSERT_LE(w, angular.speed * (1 + 1e-6));
      ASSERT_LE(std::abs(turned_rad(b.z_WF, c.z_WF) / h - w) / h, angular.acceleration * 1.01);
      ASSERT_LE(std::abs(roll), rolling.speed * (1 + 1e-6));
    }
  }
}

TEST(Swing, GoesStraightAndTurnsOnTheGeodesicFromRestToRest) {
  const ControllerConfig config = hasty();
  std::mt19937_64 rng(2);
  for (int n = 0; n < kSwings; ++n) {
    const SwingPath path = random_path(rng);
    const FootPhase phase = swing_phase(n);
    const double T = swing_duration_s(path, phase, config);
    const auto at = [&](double t) { return swing_target(path, phase, t, config); };
    const SwingTarget from = at(0), to = at(T);
    const double turn = turned_rad(from.z_WF, to.z_WF);
    for (double s = 0; s <= 1; s += 0.1) {
      const SwingTarget now = at(s * T);
      ASSERT_LT((now.p_WW - from.p_WW).cross(to.p_WW - from.p_WW).norm(), 1e-12);
      ASSERT_NEAR(turned_rad(from.z_WF, now.z_WF) + turned_rad(now.z_WF, to.z_WF), turn, 1e-6);
      ASSERT_NEAR(now.z_WF.norm(), 1, 1e-12);
    }
    EXPECT_LT((at(1e-3 * T).p_WW - from.p_WW).norm(), 1e-7);
    EXPECT_LT((at(0.999 * T).p_WW - to.p_WW).norm(), 1e-7);
  }
}

TEST(Swing, StartsEachPhaseWhereTheLastOneEnds) {
  const ControllerConfig config;
  std::mt19937_64 rng(3);
  const SwingPath path = random_path(rng);
  FootPhase last = FootPhase::kLift;
  for (const FootPhase next :
       {FootPhase::kTransfer, FootPhase::kLower, FootPhase::kTouch, FootPhase::kSeal}) {
    const SwingTarget end = swing_target(path, last, swing_duration_s(path, last, config), config);
    const SwingTarget start = swing_target(path, next, 0, config);
    EXPECT_LT((start.p_WW - end.p_WW).norm(), 1e-12);
    EXPECT_LT((start.z_WF - end.z_WF).norm(), 1e-12);
    EXPECT_NEAR(start.wrist_roll * path.roll_from_rad, end.wrist_roll * path.roll_from_rad, 1e-12);
    last = next;
  }
}

TEST(Swing, LiftsOffAndComesDownAlongTheNormalsOfItsSurfaces) {
  const ControllerConfig config;
  std::mt19937_64 rng(5);
  for (int n = 0; n < 100; ++n) {
    const SwingPath path = random_path(rng);
    const auto end = [&](FootPhase phase) {
      return swing_target(path, phase, swing_duration_s(path, phase, config), config).p_WW;
    };
    const double lift_m = config.gait.lift_m, touch_m = config.gait.touch_m;
    const Vector3d from = swing_target(path, FootPhase::kLift, 0, config).p_WW;
    EXPECT_LT((from - path.p_from_W).norm(), 1e-12);
    EXPECT_LT((end(FootPhase::kLift) - from + lift_m * path.z_from_W).norm(), 1e-12);
    EXPECT_LT((end(FootPhase::kTransfer) - path.goal.p_WW + lift_m * path.goal.z_WF).norm(), 1e-12);
    EXPECT_LT((end(FootPhase::kLower) - path.goal.p_WW + touch_m * path.goal.z_WF).norm(), 1e-12);
    EXPECT_LT((end(FootPhase::kTouch) - path.goal.p_WW).norm(), 1e-12);
  }
}

TEST(Swing, ApproachesUnevenGroundAtConstantSpeedWithinTheTimeOfItsRow) {
  ControllerConfig config;
  std::mt19937_64 rng(7);
  SwingPath path = random_path(rng);
  path.times = {.lift_s = 1, .transfer_s = 1, .lower_s = 0.8, .touch_s = 0.4, .row_s = 2};
  path.goal.approach = {.from_m = 0.01, .speed_m_s = 0.05};
  const auto duration_s = [&](FootPhase phase) { return swing_duration_s(path, phase, config); };
  const double touch_s = duration_s(FootPhase::kTouch);
  EXPECT_NEAR(duration_s(FootPhase::kLower) + touch_s, 1.2, 1e-12);
  const auto depth_m = [&](double before_s) {
    const SwingTarget at = swing_target(path, FootPhase::kTouch, touch_s - before_s, config);
    return path.goal.z_WF.dot(at.p_WW - path.goal.p_WW);
  };
  EXPECT_NEAR(depth_m(touch_s), -0.01, 1e-12);
  for (const double before_s : {0.0, 0.02, 0.05, 0.1})
    EXPECT_NEAR(depth_m(before_s), -0.05 * before_s, 1e-9);
}

TEST(Swing, BeginsInTheAirWithoutALift) {
  const ControllerConfig config;
  std::mt19937_64 rng(6);
  SwingPath path = random_path(rng);
  path.from_air = true;
  EXPECT_LT((swing_target(path, FootPhase::kTransfer, 0, config).p_WW - path.p_from_W).norm(),
            1e-12);
}

/// From the ground to a wall: seventy periods without a jump of the cup's pose.
TEST(Swing, TurnsTheCupFromOneSurfaceToTheOtherWithoutAJump) {
  const ControllerConfig config;
  SwingPath path{.p_from_W = {0, 0, 0.087},
                 .z_from_W = -Vector3d::UnitZ(),
                 .goal = {.p_WW = {0.3, 0, 0.3}, .z_WF = Vector3d::UnitX()},
                 .roll_from_rad = 1};
  const double T = swing_duration_s(path, FootPhase::kTransfer, config);
  Vector3d last = path.z_from_W;
  double roll = 1;
  for (double t = 0; t <= T; t += config.period_s) {
    const SwingTarget now = swing_target(path, FootPhase::kTransfer, t, config);
    // a quarter turn, at most twice as fast as its mean rate
    ASSERT_LE(turned_rad(last, now.z_WF), M_PI * config.period_s / T);
    ASSERT_LE(now.wrist_roll, roll);
    last = now.z_WF, roll = now.wrist_roll;
  }
  EXPECT_LT(roll, 1e-3);
  EXPECT_LT((last - Vector3d::UnitX()).norm(), 1e-3);
}

TEST(Swing, TakesAtLeastTheConfiguredTime) {
  ControllerConfig config;
  std::mt19937_64 rng(4);
  const SwingPath path = random_path(rng);
  config.gait.lift_s = 1;
  EXPECT_NEAR(swing_duration_s(path, FootPhase::kLift, config), 1, 1e-12);
  config.gait.lift_s = 1e-3;
  EXPECT_NEAR(swing_duration_s(path, FootPhase::kLift, config),
              rest_to_rest(config.gait.lift_m, swing_limits(config.gait).linear).duration_s(),
              1e-12);
}

TEST(Swing, TakesItsWaySlowerIfItsTransferIsTo) {
  const ControllerConfig config = hasty();
  std::mt19937_64 rng(5);
  SwingPath path = random_path(rng), slow = path;
  path.form.slower = 1;
  slow.form.slower = 1.5;
  for (int n = 0; n < 4; ++n) {
    const FootPhase phase = swing_phase(n);
    const double times = phase == FootPhase::kTransfer ? 1.5 : 1;
    const double T = swing_duration_s(path, phase, config);
    EXPECT_NEAR(swing_duration_s(slow, phase, config), times * T, 1e-12);
    for (double s = 0; s <= 1; s += 0.1) {
      const SwingTarget a = swing_target(path, phase, s * T, config);
      const SwingTarget b = swing_target(slow, phase, s * times * T, config);
      EXPECT_LT((a.p_WW - b.p_WW).norm(), 1e-12);
      EXPECT_LT((a.z_WF - b.z_WF).norm(), 1e-9);
      EXPECT_NEAR(a.wrist_roll, b.wrist_roll, 1e-9);
    }
  }
}

TEST(Swing, TurnsToTheOppositeDirectionToo) {
  const ControllerConfig config = hasty();
  const SwingPath path{.z_from_W = -Vector3d::UnitZ(), .goal = {.z_WF = Vector3d::UnitZ()}};
  const double T = swing_duration_s(path, FootPhase::kTransfer, config);
  EXPECT_NEAR(swing_target(path, FootPhase::kTransfer, T / 2, config).z_WF.z(), 0, 1e-9);
  EXPECT_LT((swing_target(path, FootPhase::kTransfer, T, config).z_WF - path.goal.z_WF).norm(),
            1e-12);
}

// z points into the surface, so the height of a lip and a surface found too deep are along -z
TEST(Swing, SetsItsElasticCupDownUnpressedAndLowersItWithItsVacuum) {
  ControllerConfig config;
  config.lip = {.model = LipModel::kElastic, .free_height_m = 0.003, .press_m = 0.001};
  SwingPath path{.p_from_W = {0.2, 0.1, 0.087},
                 .z_from_W = -Vector3d::UnitZ(),
                 .goal = {.p_WW = {0.26, 0.1, 0.087}, .z_WF = -Vector3d::UnitZ()},
                 .depth_m = 0.004};
  const double found_m = 0.087 - 0.004;
  const auto z_of = [&](FootPhase phase, double extension_m, double after_s) {
    path.extension_m = extension_m;
    return swing_target(path, phase, after_s, config).p_WW.z();
  };
  constexpr double kLong_s = 10;
  EXPECT_NEAR(z_of(FootPhase::kLift, 0.002, 0), 0.087 + 0.002, 1e-12);
  EXPECT_NEAR(z_of(FootPhase::kTouch, 0.003, 0), found_m + 0.002 + config.gait.touch_m, 1e-12);
  EXPECT_NEAR(z_of(FootPhase::kTouch, 0.003, kLong_s), found_m + 0.002, 1e-12);
  EXPECT_NEAR(z_of(FootPhase::kSeal, 0.003, 0), found_m + 0.002, 1e-12);
  EXPECT_NEAR(z_of(FootPhase::kSeal, 0.001, 0), found_m + 0.001, 1e-12);
  EXPECT_NEAR(z_of(FootPhase::kSeal, 0, 0), found_m, 1e-12);
}

}  // namespace
}  // namespace ventosa::controller::swing_test
