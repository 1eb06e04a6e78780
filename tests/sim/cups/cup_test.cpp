#include "sim/cups/cup.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace ventosa::sim::cup_test {
namespace {

using controller::CupMode;
using controller::Isometry3d;
using controller::Vector3d;
using controller::Vector6d;

constexpr double kRadius_m = 0.09;

CupConfig config() {
  CupConfig cup{.step_s = 0.002,
                .max_vacuum_Pa = 4700,
                .area_m2 = 0.0254,
                .max_force_N = 4700 * 0.0254,
                .lip_radius_m = kRadius_m,
                .attached_ratio = 0.8,
                .grip_force_N = 2.4,
                .seal_gap_m = 0.003,
                .seal_tilt_rad = 0.1,
                .moment_arm_k = 0.5,
                .slip_m_N = 1e-6,
                .twist_rad_Nm = 1e-6,
                .lag_s = 0.008,
                .give_s2 = 1.6e-5};
  cup.rise_share = -std::expm1(-cup.step_s / 0.15);
  cup.fall_share = -std::expm1(-cup.step_s / 0.3);
  return cup;
}

controller::Patch patch() {
  controller::Patch patch;
  patch.X_WS =
      Eigen::Translation3d(0.3, -0.2, 1) * Eigen::AngleAxisd(2, Vector3d(1, 2, -1).normalized());
  patch.half_extent_m = {0.5, 0.4};
  patch.friction = 0.6;
  return patch;
}

/// a lip over the patch: z_F into it, tilted about x_S
Isometry3d lip_over(const controller::Patch& patch, const Vector3d& p_SF, double tilt_rad = 0) {
  return patch.X_WS * Eigen::Translation3d(p_SF) *
         Eigen::AngleAxisd(M_PI + tilt_rad, Vector3d::UnitX());
}

Vector6d wrench(double fx, double fy, double fz, double mx, double my, double mz) {
  Vector6d w;
  w << fx, fy, fz, mx, my, mz;
  return w;
}

// limits calculated by hand: 100 N of vacuum less 20 N of pull press the lip with 80 N. Friction
// 0.6 carries 48 N of shear, or on the lip's radius of 0.09 m a twist of 4.32 N m; 80 N at the rim
// balance 7.2 N m
TEST(CupLoad, IsOneAtEachLimitOfAHeldCup) {
  const auto load = [](double fx, double fy, double fz, double mx, double my, double mz) {
    return cup_load(wrench(fx, fy, fz, mx, my, mz), 100, 0.6, kRadius_m);
  };
  EXPECT_DOUBLE_EQ(load(0, 0, -100, 0, 0, 0).pull, 1);
  EXPECT_DOUBLE_EQ(load(48, 0, -20, 0, 0, 0).slide, 1);
  EXPECT_DOUBLE_EQ(load(-28.8, 38.4, -20, 0, 0, 0).slide, 1);
  EXPECT_DOUBLE_EQ(load(0, 0, -20, 0, 0, -4.32).slide, 1);
  EXPECT_DOUBLE_EQ(load(0, 0.6 * 48, -20, 0, 0, 0.8 * 4.32).slide, 1);
  EXPECT_DOUBLE_EQ(load(0, 0, -20, 0, 7.2, 0).peel, 1);
  EXPECT_DOUBLE_EQ(load(0, 0, -20, 0.6 * 7.2, -0.8 * 7.2, 0).peel, 1);
}

TEST(CupLoad, LimitsTheSafetyFactorByItsWorstRatio) {
  EXPECT_DOUBLE_EQ(safety_factor({.pull = 0.2, .slide = 0.1, .peel = 0.05}, 0.5), 5);
  EXPECT_DOUBLE_EQ(safety_factor({.pull = 0.2, .slide = 0.4, .peel = 0.1}, 0.5), 2.5);
  EXPECT_DOUBLE_EQ(safety_factor({.pull = 0.2, .slide = 0.4, .peel = 0.5}, 0.5), 1);
  EXPECT_DOUBLE_EQ(safety_factor({.pull = 0.2, .slide = 0.4, .peel = 0.5}, 1), 2);
  EXPECT_EQ(safety_factor({}, 0.5), 100);
}

TEST(CupLoad, PeelsAtHalfTheMomentThatTipsItOver) {
  const CupLoad load = cup_load(wrench(0, 0, 0, 2.7, 0, 0), 100, 0.6, kRadius_m);
  EXPECT_DOUBLE_EQ(load.peel, 0.3);  // of 9 N m
  EXPECT_DOUBLE_EQ(safety_factor(load, 0.5), 5.0 / 3);
}

TEST(CupLoad, UnderPressureHasMoreFrictionAndNoPull) {
  const CupLoad load = cup_load(wrench(10, 0, 50, 0, 0, 0), 100, 0.6, kRadius_m);
  EXPECT_EQ(load.pull, 0);
  EXPECT_DOUBLE_EQ(load.slide, 1.0 / 9);  // 10 N of 90 N
}

TEST(CupLoad, IsInfiniteWithoutAnyLimitLeft) {
  EXPECT_TRUE(std::isinf(cup_load(wrench(0, 0, -1, 0, 0, 0), 0, 0.6, kRadius_m).pull));
  EXPECT_TRUE(std::isinf(cup_load(wrench(1, 0, -9, 0, 0, 0), 9, 0.6, kRadius_m).slide));
  EXPECT_EQ(safety_factor(cup_load(Vector6d::Zero(), 0, 0.6, kRadius_m), 0.5), kMaxSafetyFactor);
}

TEST(Cup, SealsOnlyFlatNearAndWithItsWholeLipOnThePatch) {
  controller::PatchList patches;
  patches.n = 2;
  patches.patch[0] = patch();
  patches.patch[0].X_WS.translation() += Vector3d(0, 0, 9);
  patches.patch[1] = patch();
  const auto seals = [&](const Vector3d& p_SF, double tilt_rad = 0) {
    return sealing_patch(config(), lip_over(patch(), p_SF, tilt_rad), patches);
  };
  EXPECT_EQ(seals({0, 0, 0.0029}), 1);
  EXPECT_EQ(seals({0, 0, 0.0031}), -1);
  EXPECT_EQ(seals({0.409, 0.309, 0}), 1);
  EXPECT_EQ(seals({0.411, 0, 0}), -1);
  EXPECT_EQ(seals({0, -0.311, 0}), -1);
  EXPECT_EQ(seals({0, 0, 0.001}, 0.02), 1);   // far edge 0.001 + 0.09 sin 0.02 = 2.8 mm
  EXPECT_EQ(seals({0, 0, 0.001}, 0.03), -1);  // 3.7 mm
  EXPECT_EQ(seals({0, 0, 0}, M_PI), -1);      // with its back to the wall
}

/// Steps of a sealed cup with an ideal turbine.
void draw(int n_steps, CupState& cup) {
  for (int k = 0; k < n_steps; ++k) {
    step_ideal_rotor(cup);
    step_ideal_vacuum(config(), cup);
  }
}

TEST(Cup, VacuumFollowsTheSquareOfTheTurbineAtFirstOrder) {
  CupState cup;
  cup.turbine = 0.9;
  draw(75, cup);  // one rise time
  EXPECT_NEAR(cup.vacuum_Pa, 4700 * 0.81 * (1 - std::exp(-1)), 1e-9);

  const double before_Pa = cup.vacuum_Pa;
  cup.turbine = 0;
  draw(150, cup);  // one fall time
  EXPECT_NEAR(cup.vacuum_Pa, before_Pa * std::exp(-1), 1e-9);
}

TEST(Cup, IsAttachedFromItsShareOfTheGoalUntilReleased) {
  CupState cup;
  cup.phase = CupPhase::kSealing;
  cup.turbine = 0.5;
  cup.vacuum_Pa = 0.79 * 4700 * 0.25;
  EXPECT_EQ(held_phase(config(), cup), CupPhase::kSealing);
  cup.vacuum_Pa = 0.81 * 4700 * 0.25;
  cup.phase = held_phase(config(), cup);
  EXPECT_EQ(cup.phase, CupPhase::kAttached);
  cup.turbine = 1;  // a higher goal does not undo it
  EXPECT_EQ(held_phase(config(), cup), CupPhase::kAttached);
  cup.turbine = 0;
  EXPECT_EQ(held_phase(config(), cup), CupPhase::kReleasing);
}

TEST(Cup, HoldRaisesAnAttachedCupAndChangesNoOther) {
  for (const CupPhase phase : {CupPhase::kFree, CupPhase::kSealing, CupPhase::kReleasing}) {
    CupState cup;
    cup.phase = phase;
    cup.turbine = 0.3;
    accept(config(), {}, cup);
    EXPECT_EQ(cup.turbine, 0.3);
  }
  CupState cup;
  cup.phase = CupPhase::kAttached;
  cup.turbine = 0.3;
  accept(config(), {}, cup);
  EXPECT_EQ(cup.turbine, 1);
}

TEST(Cup, HoldsWhenItsSetpointIsNotFiniteAndClampsTheRest) {
  CupState cup;
  cup.turbine = 0.3;
  accept(config(), {CupMode::kGrip, std::numeric_limits<double>::quiet_NaN()}, cup);
  EXPECT_EQ(cup.turbine, 0.3);
  accept(config(), {CupMode::kGrip, 7}, cup);
  EXPECT_EQ(cup.turbine, 1);
  accept(config(), {CupMode::kRelease, 1}, cup);
  EXPECT_EQ(cup.turbine, 0);
}

TEST(Cup, LosesItsVacuumWithoutPower) {
  CupState cup;
  cup.turbine = 1;
  draw(1000, cup);
  cup.powered = false;
  draw(1500, cup);
  EXPECT_LT(cup.vacuum_Pa, 1);
  EXPECT_EQ(cup.turbine, 1);
}

TEST(Cup, AttachesWithTheForceOfItsGoal) {
  CupState cup;
  accept(config(), {.mode = CupMode::kAttach, .goal_N = 60}, cup);
  draw(3000, cup);  // 40 rise times
  EXPECT_NEAR(vacuum_force_N(config(), cup), 60, 1e-9);
  EXPECT_EQ(cup.goal_N, 60);
  accept(config(), {.mode = CupMode::kAttach, .goal_N = 500}, cup);
  EXPECT_EQ(cup.turbine, 1);
  accept(config(), {.mode = CupMode::kAttach, .goal_N = std::nan("")}, cup);
  EXPECT_EQ(cup.goal_N, 500);
  accept(config(), {CupMode::kGrip, 0.5}, cup);
  EXPECT_EQ(cup.goal_N, 0);
  EXPECT_EQ(cup.turbine, 0.5);
}

TEST(Cup, AnchorSettlesFlushAtItsRatesAndThenRests) {
  Isometry3d X_WA = lip_over(patch(), {0.1, 0.1, 0.002}, 0.03);
  int steps = 0;
  while (settle_anchor(config(), patch(), X_WA) && steps < 1000) ++steps;
  // 2 mm at 10 um per step, 0.03 rad at 0.2 mrad per step
  EXPECT_NEAR(steps, 200, 2);
  const Isometry3d X_SA = patch().X_WS.inverse() * X_WA;
  EXPECT_NEAR(X_SA.translation().z(), 0, 1e-9);
  EXPECT_NEAR(X_SA.linear()(2, 2), -1, 1e-12);
}

TEST(Cup, SticksBelowTheFrictionLimitAndSlidesAlongThePullAboveIt) {
  const controller::Patch ground = patch();
  CupState cup;
  cup.vacuum_Pa = 100 / config().area_m2;
  Isometry3d X_WA = lip_over(patch(), {0, 0, 0});
  const Isometry3d start = X_WA;
  as_vector(cup.wrench_S) = wrench(-59, 0, 0, 0, 0, 0);
  EXPECT_FALSE(creep(config(), {.patch = ground, .friction = ground.friction}, cup, X_WA));
  EXPECT_TRUE(X_WA.isApprox(start, 0));

  // the surface pulls with 66 N towards -x: the foot is pulled towards +x, with 6 N too much
  as_vector(cup.wrench_S) = wrench(-66, 0, 0, 0, 0, 0);
  EXPECT_TRUE(creep(config(), {.patch = ground, .friction = ground.friction}, cup, X_WA));
  const Vector3d moved_S =
      patch().X_WS.linear().transpose() * (X_WA.translation() - start.translation());
  EXPECT_NEAR(moved_S.x(), 6 * config().slip_m_N, 1e-15);
  EXPECT_NEAR(moved_S.tail<2>().norm(), 0, 1e-15);
  EXPECT_NEAR(cup.creep.slip_m, 6e-6, 1e-15);
}

// 1010 N too many would put the anchor 0.95 mm ahead of a lip that slides by 10 um in a step; the
// weld's delay of four steps and 20 m/s2 allow 0.04 and 0.32 mm
TEST(Cup, AnchorIsNeverSoFarAheadThatItDrivesASlidingLipOn) {
  const controller::Patch ground = patch();
  const Isometry3d start = lip_over(ground, {0, 0, 0});
  CupState cup;
  cup.vacuum_Pa = 100 / config().area_m2;
  as_vector(cup.X_WF.p) = start.translation();
  as_vector(cup.wrench_S) = wrench(-1000, 0, 0, 0, 0, 0);
  const auto ahead_m = [&](double moved_m) {
    const Vector3d moved_W = ground.X_WS.linear() * Vector3d(moved_m, 0, 0);
    as_vector(cup.moved_W) = as_vector(cup.moved_before_W) = moved_W;
    cup.creep = {};
    Isometry3d X_WA = start;
    EXPECT_TRUE(creep(config(), {.patch = ground, .friction = ground.friction}, cup, X_WA));
    return (ground.X_WS.linear().transpose() * (X_WA.translation() - start.translation())).x();
  };
  EXPECT_NEAR(ahead_m(1e-5), 0.36e-3, 1e-9);
  EXPECT_NEAR(ahead_m(0), 0.94e-3, 1e-5);
}

}  // namespace
}  // namespace ventosa::sim::cup_test
