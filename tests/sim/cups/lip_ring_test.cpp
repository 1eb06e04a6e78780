#include "sim/cups/lip_ring.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <tuple>

#include "tests/sim/stands.h"

namespace ventosa::sim::lip_ring_test {
namespace {

using controller::Isometry3d;
using controller::Vector3d;

constexpr double kRadius_m = 0.09;
constexpr double kRim_m = 2 * std::numbers::pi * kRadius_m;

LipConfig config() {
  static const LipConfig lip = lip_config(*romerin4().cup, kRadius_m);
  return lip;
}

struct Ground {
  controller::PatchList patches;
  std::array<double, controller::kMaxPatches> roughness_m{};

  explicit Ground(std::initializer_list<controller::Patch> all) {
    for (const controller::Patch& patch : all)
      patches.patch[static_cast<std::size_t>(patches.n++)] = patch;
  }
  RingContact press(const Isometry3d& X_WF, const LipTwist& twist = {}) const {
    return sim::ring_contact(config(), {patches, roughness_m}, X_WF, twist, -1);
  }
};

/// a level patch of half extents hx, hy around (x, 0, z)
controller::Patch level(double x_m = 0, double hx_m = 2, double z_m = 0) {
  controller::Patch patch;
  patch.X_WS.translation() << x_m, 0, z_m;
  patch.half_extent_m << hx_m, 2;
  patch.friction = 0.6;
  return patch;
}

/// lip plane at this height over z = 0, tilted about x; its free lip is `free_height_m` below
Isometry3d cup_at(double height_m, double tilt_rad = 0, double x_m = 0) {
  return Eigen::Translation3d(x_m, 0, height_m) *
         Eigen::AngleAxisd(M_PI + tilt_rad, Vector3d::UnitX());
}

TEST(LipRing, PushesBackWithItsAxialStiffness) {
  const Ground ground{level()};
  const double free_m = config().free_height_m;
  for (const double sunk_m : {0.0, 0.001, 0.004}) {
    const RingContact ring = ground.press(cup_at(free_m - sunk_m));
    EXPECT_NEAR(ring.f_W.z(), config().stiffness_N_m * sunk_m, 1e-9);
    EXPECT_NEAR(ring.f_W.head<2>().norm() + ring.m_W.norm(), 0, 1e-12);
    EXPECT_NEAR(ring.pressed_N, ring.f_W.z(), 1e-12);
  }
  EXPECT_EQ(ground.press(cup_at(free_m + 1e-6)).pressed_N, 0);
  EXPECT_EQ(ground.press(cup_at(free_m + 1e-6)).patch, -1);
}

TEST(LipRing, ResistsTiltingWithHalfTheStiffnessTimesTheRadiusSquared) {
  const Ground ground{level()};
  const double tilt_rad = 0.01;
  const RingContact ring = ground.press(cup_at(0, tilt_rad));
  const double k_Nm_rad = config().stiffness_N_m * kRadius_m * kRadius_m / 2;
  EXPECT_NEAR(k_Nm_rad, 162, 1e-9);
  EXPECT_NEAR(ring.m_W.x(), -k_Nm_rad * tilt_rad, 1e-3 * k_Nm_rad * tilt_rad);
  EXPECT_NEAR(ring.f_W.z(), config().stiffness_N_m * config().free_height_m, 1e-9);
}

TEST(LipRing, UnloadsItsFarSideAtHalfTheRadius) {
  // tilted so that one side just touches: M = N r / 2
  const Ground ground{level()};
  const double tilt_rad = std::asin(config().free_height_m / kRadius_m);
  const RingContact touching = ground.press(cup_at(0, tilt_rad));
  EXPECT_NEAR(std::abs(touching.m_W.x()) / (touching.pressed_N * kRadius_m), 0.5, 1e-3);
  EXPECT_LT(touching.widest_gap_m, 1e-9);
  EXPECT_GT(ground.press(cup_at(0, 1.05 * tilt_rad)).widest_gap_m, 1e-4);
}

TEST(LipRing, TipsNoEarlierThanTheRadiusLessTwoPercent) {
  // tilted far up on one edge, in any direction
  const Ground ground{level()};
  for (int k = 0; k < 60; ++k) {
    const double tilt_rad = 0.3, turn = 2 * M_PI * k / 60;
    const Isometry3d X_WF = Eigen::Translation3d(0, 0, kRadius_m * std::sin(tilt_rad) + 0.0025) *
                            Eigen::AngleAxisd(M_PI + tilt_rad, Vector3d::UnitX()) *
                            Eigen::AngleAxisd(turn, Vector3d::UnitZ());
    const RingContact ring = ground.press(X_WF);
    ASSERT_GT(ring.pressed_N, 0);
    const double arm = std::abs(ring.m_W.x()) / (ring.pressed_N * kRadius_m * std::cos(tilt_rad));
    EXPECT_GT(arm, 0.98);
    EXPECT_LE(arm, 1 + 1e-12);
  }
}

TEST(LipRing, NeverPullsHoweverFastItLeaves) {
  const Ground ground{level()};
  LipTwist up;
  up.v_WF = {0, 0, 10};
  EXPECT_EQ(ground.press(cup_at(0.001), up).pressed_N, 0);
  LipTwist down;
  down.v_WF = {0, 0, -0.1};
  EXPECT_NEAR(ground.press(cup_at(0.001), down).pressed_N,
              config().stiffness_N_m * (0.002 + 0.1 * config().damping_s), 1e-9);
}

TEST(LipRing, LeaksThroughRoughnessAndLiftedSegments) {
  Ground ground{level()};
  ground.roughness_m[0] = 1e-4;
  EXPECT_NEAR(ground.press(cup_at(0)).leak_m2, kRim_m * 1e-4, 1e-12);
  const double lifted_m = config().free_height_m + 0.002;
  EXPECT_NEAR(ground.press(cup_at(lifted_m)).leak_m2, kRim_m * 2.1e-3, 1e-9);
}

TEST(LipRing, IsOpenWhereAnEdgeEndsItsSupport) {
  // over the edge by a share of the circumference: x > 0 has no patch
  const double open_m = config().open_gap_m;
  for (const double overhang_m : {0.0, 0.001, 0.01, 0.05, 0.09}) {
    const Ground ground{level(-1, 1)};
    const RingContact ring = ground.press(cup_at(0, 0, overhang_m - kRadius_m));
    const double half_angle = std::acos(1 - overhang_m / kRadius_m);
    const double one_piece_m2 = kRim_m / kFineLipSegments * open_m;
    EXPECT_NEAR(ring.leak_m2, 2 * half_angle * kRadius_m * open_m, 2 * one_piece_m2) << overhang_m;
  }
  EXPECT_NEAR(Ground{level(-1, 1)}.press(cup_at(0, 0, 0.2)).leak_m2, kRim_m * open_m, 1e-12);
  EXPECT_NEAR(Ground{level()}.press(cup_at(0, M_PI)).leak_m2, kRim_m * open_m, 1e-12);
}

TEST(LipRing, LeaksThroughACrackWhereItCrossesIt) {
  // two level patches 8 mm apart: the lip crosses the crack twice
  const Ground ground{level(-1.004, 1), level(1.004, 1)};
  const double crossed_m = 2 * 0.008, one_piece_m = kRim_m / kFineLipSegments;
  const RingContact over = ground.press(cup_at(0));
  EXPECT_NEAR(over.leak_m2, crossed_m * config().open_gap_m, 2 * one_piece_m * config().open_gap_m);
  EXPECT_NEAR(over.pressed_N, config().stiffness_N_m * 0.003 * (1 - crossed_m / kRim_m), 3);
  EXPECT_NEAR(ground.press(cup_at(0, 0, 0.2)).leak_m2, 0, 1e-12);
}

TEST(LipRing, HangsOverALowerStep) {
  // the half at x > 0 is 5 mm lower: out of reach of the lip by 5 - 3 mm
  const Ground ground{level(-1, 1), level(1, 1, -0.005)};
  const RingContact ring = ground.press(cup_at(0));
  EXPECT_NEAR(ring.pressed_N, config().stiffness_N_m * 0.003 / 2, 3);
  EXPECT_NEAR(ring.leak_m2, kRim_m / 2 * 0.002, 2 * 0.002 * kRim_m / kFineLipSegments);
  EXPECT_EQ(ring.patch, 0);
  EXPECT_NEAR(ring.m_W.y(), 2 / M_PI * kRadius_m * ring.pressed_N,
              0.02 * ring.pressed_N * kRadius_m);
}

TEST(LipRing, TouchesTheUpperOfTwoPatches) {
  const controller::Patch upper = level(), lower = level(0, 2, -0.02);
  for (const auto& [first, second, seen] :
       {std::tuple(lower, upper, 1), std::tuple(upper, lower, 0)}) {
    const RingContact ring = Ground{first, second}.press(cup_at(0));
    EXPECT_EQ(ring.patch, seen);
    EXPECT_NEAR(ring.pressed_N, config().stiffness_N_m * 0.003, 1e-6);
  }
}

// friction

struct Rubbing {
  controller::Patch patch = level();
  LipState lip;
  Isometry3d X_WF = cup_at(0);

  Rubbing() { step_friction(config(), patch, X_WF, 0, lip); }
  FrictionForce move(double x_m, double turn_rad, double pressed_N) {
    const Isometry3d X =
        Eigen::Translation3d(x_m, 0, 0) * Eigen::AngleAxisd(turn_rad, Vector3d::UnitZ()) * X_WF;
    return step_friction(config(), patch, X, patch.friction * pressed_N, lip);
  }
};

TEST(LipFriction, SpringsBackBelowItsLimitAndNeverCreeps) {
  Rubbing cup;
  for (int k = 0; k < 1000; ++k) {
    const double x_m = 2.2e-4 * std::sin(k);  // 8.8 N of 60 N
    const FrictionForce grip = cup.move(x_m, 0, 100);
    EXPECT_EQ(grip.slip_m, 0);
    EXPECT_NEAR(grip.load_S.x(), -config().shear_N_m * x_m, 1e-9);
  }
  EXPECT_EQ(as_vector(cup.lip.anchor).head<2>().norm(), 0);
}

TEST(LipFriction, TwistsWithTheShearStiffnessTimesTheRadiusSquared) {
  Rubbing cup;
  EXPECT_NEAR(cup.move(0, 0.01, 100).load_S.z(), -config().shear_N_m * kRadius_m * kRadius_m * 0.01,
              1e-9);
}

TEST(LipFriction, DragsItsAnchorAlongAtTheLimit) {
  Rubbing cup;
  const double pressed_N = 100, limit_N = 60;
  const double stretch_m = limit_N / config().shear_N_m;
  const FrictionForce grip = cup.move(stretch_m + 0.003, 0, pressed_N);
  EXPECT_NEAR(grip.load_S.x(), -limit_N, 1e-9);
  EXPECT_NEAR(grip.slip_m, 0.003, 1e-12);
  EXPECT_NEAR(cup.lip.anchor[0], 0.003, 1e-12);
  // and then it sticks
  EXPECT_NEAR(cup.move(stretch_m + 0.003, 0, pressed_N).load_S.x(), -limit_N, 1e-9);
  EXPECT_NEAR(cup.move(0.003, 0, pressed_N).load_S.x(), 0, 1e-9);
}

TEST(LipFriction, SharesItsLimitBetweenSlideAndTwist) {
  Rubbing cup;
  const double pressed_N = 100;
  const FrictionForce grip = cup.move(0.01, 0.1, pressed_N);
  const double g = std::sqrt(std::pow(grip.load_S.head<2>().norm() / 60, 2) +
                             std::pow(grip.load_S.z() / (60 * kRadius_m), 2));
  EXPECT_NEAR(g, 1, 1e-12);
}

TEST(LipFriction, IsZeroWithoutPressure) {
  Rubbing cup;
  EXPECT_EQ(cup.move(0.5, 1, 0).load_S.norm(), 0);
  EXPECT_NEAR(cup.lip.anchor[0], 0.5, 1e-12);
}

}  // namespace
}  // namespace ventosa::sim::lip_ring_test
