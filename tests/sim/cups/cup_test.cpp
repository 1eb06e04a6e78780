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
                .moment_arm_k = 0.5};
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

CupGrip grip(double vacuum_N) {
  return {.vacuum_N = vacuum_N, .friction = 0.6, .lip_radius_m = kRadius_m, .moment_arm_k = 0.5};
}

// limits calculated by hand: 100 N of vacuum less 20 N of pull press the lip with 80 N. Friction
// 0.6 carries 48 N of shear, or on the lip's radius of 0.09 m a twist of 4.32 N m; one side of the
// lip is unloaded by half of the 7.2 N m that 80 N at the rim balance
TEST(CupLoad, IsOneAtEachLimitOfAHeldCup) {
  const auto load = [](double fx, double fy, double fz, double mx, double my, double mz) {
    return cup_load(wrench(fx, fy, fz, mx, my, mz), grip(100));
  };
  EXPECT_DOUBLE_EQ(load(0, 0, -100, 0, 0, 0).pull, 1);
  EXPECT_DOUBLE_EQ(load(48, 0, -20, 0, 0, 0).slide, 1);
  EXPECT_DOUBLE_EQ(load(-28.8, 38.4, -20, 0, 0, 0).slide, 1);
  EXPECT_DOUBLE_EQ(load(0, 0, -20, 0, 0, -4.32).slide, 1);
  EXPECT_DOUBLE_EQ(load(0, 0.6 * 48, -20, 0, 0, 0.8 * 4.32).slide, 1);
  EXPECT_DOUBLE_EQ(load(0, 0, -20, 0, 3.6, 0).peel, 1);
  EXPECT_DOUBLE_EQ(load(0, 0, -20, 0.6 * 3.6, -0.8 * 3.6, 0).peel, 1);
}

TEST(CupLoad, LimitsTheSafetyFactorByItsWorstRatio) {
  EXPECT_DOUBLE_EQ(safety_factor({.pull = 0.2, .slide = 0.1, .peel = 0.05}), 5);
  EXPECT_DOUBLE_EQ(safety_factor({.pull = 0.2, .slide = 0.4, .peel = 0.1}), 2.5);
  EXPECT_DOUBLE_EQ(safety_factor({.pull = 0.2, .slide = 0.4, .peel = 1}), 1);
  EXPECT_EQ(safety_factor({}), 100);
}

TEST(CupLoad, UnderPressureHasMoreFrictionAndNoPull) {
  const CupLoad load = cup_load(wrench(10, 0, 50, 0, 0, 0), grip(100));
  EXPECT_EQ(load.pull, 0);
  EXPECT_DOUBLE_EQ(load.slide, 1.0 / 9);  // 10 N of 90 N
}

TEST(CupLoad, IsInfiniteWithoutAnyLimitLeft) {
  EXPECT_TRUE(std::isinf(cup_load(wrench(0, 0, -1, 0, 0, 0), grip(0)).pull));
  EXPECT_TRUE(std::isinf(cup_load(wrench(1, 0, -9, 0, 0, 0), grip(9)).slide));
  EXPECT_EQ(safety_factor(cup_load(Vector6d::Zero(), grip(0))), kMaxSafetyFactor);
}

TEST(CupLoad, IsBorneUpToItsLimitsAndInItsDirection) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> force(-200, 200), moment(-8, 8);
  int all = 0, some = 0;
  for (int n = 0; n < 2000; ++n) {
    const Vector6d load = wrench(force(random), force(random), force(random), moment(random),
                                 moment(random), moment(random));
    const Vector6d borne = bearable(load, grip(100));
    ASSERT_GE(safety_factor(cup_load(borne, grip(100))), 1 - 1e-12);
    ASSERT_TRUE(bearable(borne, grip(100)).isApprox(borne, 1e-12));
    for (int k = 0; k < 6; ++k) {
      ASSERT_GE(borne[k] * load[k], 0);
      ASSERT_LE(std::abs(borne[k]), std::abs(load[k]));
    }
    const bool holds = safety_factor(cup_load(load, grip(100))) >= 1;
    ASSERT_EQ(holds, borne == load);
    (holds ? all : some) += 1;
  }
  EXPECT_GT(all, 100);
  EXPECT_GT(some, 100);
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

/// Pose of an anchor relative to a lip 3 mm along x, 2 mm off the patch, 0.02 rad about its normal
/// and tilted by 0.01 rad.
Isometry3d dragged(GivesWay way, double& slid_m) {
  const Isometry3d X_SL = Eigen::Translation3d(0.003, 0, 0.002) *
                          Eigen::AngleAxisd(0.02, Vector3d::UnitZ()) *
                          Eigen::AngleAxisd(0.01, Vector3d::UnitX());
  const Isometry3d X_SF = patch().X_WS.inverse() * lip_over(patch(), {0, 0, 0});
  Isometry3d X_WA = lip_over(patch(), {0, 0, 0});
  slid_m = drag_anchor(way, patch(), patch().X_WS * X_SL * X_SF, X_WA);
  return patch().X_WS.inverse() * X_WA * X_SF.inverse();
}

TEST(Cup, AnchorComesAlongOnlyInTheDirectionInWhichItsLipGivesWay) {
  double slid_m = 0;
  const auto turn = [](const Isometry3d& X) {
    const Eigen::AngleAxisd angle(X.linear());
    return Vector3d(angle.angle() * angle.axis());
  };
  const Isometry3d lifted = dragged(GivesWay::kLifts, slid_m);
  EXPECT_TRUE(lifted.translation().isApprox(Vector3d(0, 0, 0.002), 1e-12));
  EXPECT_NEAR(turn(lifted).norm(), 0, 1e-12);
  EXPECT_EQ(slid_m, 0);

  const Isometry3d slid = dragged(GivesWay::kSlides, slid_m);
  EXPECT_TRUE(slid.translation().isApprox(Vector3d(0.003, 0, 0), 1e-12));
  EXPECT_TRUE(turn(slid).isApprox(Vector3d(0, 0, 0.02), 1e-5));
  EXPECT_NEAR(slid_m, 0.003, 1e-12);

  const Isometry3d tilted = dragged(GivesWay::kTilts, slid_m);
  EXPECT_NEAR(tilted.translation().norm(), 0, 1e-12);
  EXPECT_TRUE(turn(tilted).isApprox(Vector3d(0.01, 1e-4, 0), 1e-2));
  EXPECT_NEAR(turn(tilted).z(), 0, 1e-12);
}

TEST(Cup, IsOpenBeyondTheGapOrTheTiltAtWhichItSeals) {
  const auto open = [](double height_m, double tilt_rad) {
    return is_open(config(), patch(), lip_over(patch(), {0, 0, height_m}, tilt_rad));
  };
  EXPECT_FALSE(open(0.0029, 0));
  EXPECT_TRUE(open(0.0031, 0));
  EXPECT_FALSE(open(0, 0.033));
  EXPECT_TRUE(open(0, 0.034));  // 3.06 mm at the rim
  EXPECT_TRUE(open(0.001, 0.033));
}

}  // namespace
}  // namespace ventosa::sim::cup_test
