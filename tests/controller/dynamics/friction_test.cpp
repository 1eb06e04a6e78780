#include "controller/dynamics/friction.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace ventosa::controller {
namespace {

constexpr JointFriction kFriction{.coulomb_Nm = 0.1, .viscous_Nms_rad = 0.05, .load_ratio = 0.4};

GainConfig gains(double share) {
  GainConfig config;
  config.friction_share = share;
  return config;
}

/// By hand: of 2 N m at 0.5 rad/s the gear takes 0.1 + 0.4 x 2 + 0.05 x 0.5 = 0.925 N m.
TEST(Friction, IsMadeUpForOnTheSideOfThePlannedMotion) {
  for (const double tau_Nm : {-2.0, 2.0})
    for (const double side : {-1.0, 1.0}) {
      EXPECT_NEAR(with_friction(kFriction, gains(1), tau_Nm, side * 0.5), tau_Nm + side * 0.925,
                  1e-9);
      EXPECT_NEAR(with_friction(kFriction, gains(0.5), tau_Nm, side * 0.5),
                  tau_Nm + side * 0.925 / 2, 1e-9);
    }
}

/// What a gear dissipates is at most (Kc + Kl |tau|) |dq| + Kv dq^2, and nothing is handed back to
/// it.
TEST(Friction, IsNeverFedMoreThanTheGearDissipates) {
  std::mt19937_64 rng(1);
  std::uniform_real_distribution<double> any(-1, 1);
  for (int n = 0; n < 1000; ++n) {
    const double tau = 5 * any(rng), dq = std::pow(any(rng), 3);
    const double fed_W = (with_friction(kFriction, gains(1), tau, dq) - tau) * dq;
    const double dissipated_W = (0.1 + 0.4 * std::abs(tau)) * std::abs(dq) + 0.05 * dq * dq;
    EXPECT_GE(fed_W, 0);
    EXPECT_LE(fed_W, dissipated_W * (1 + 1e-12));
  }
}

TEST(Friction, IsMadeUpForAlmostInFullFromItsSpeedOnAndHardlyFarBelow) {
  JointFriction dry = kFriction;
  dry.viscous_Nms_rad = 0;
  const GainConfig config = gains(1);
  const auto share = [&](double speeds) {  // of the dry friction, 0.9 N m
    return (with_friction(dry, config, 2, speeds * config.friction_speed_rad_s) - 2) / 0.9;
  };
  EXPECT_GT(share(1), 0.95);
  EXPECT_LE(share(1), 1);
  EXPECT_NEAR(share(10), 1, 1e-6);
  EXPECT_LT(share(0.01), 0.03);
  for (const double speeds : {0.01, 0.3, 1.0, 3.0})
    EXPECT_NEAR(share(-speeds), -share(speeds), 1e-12);
}

TEST(Friction, IsLeftAloneWhereItTakesEitherSide) {
  EXPECT_EQ(with_friction(kFriction, gains(1), 2, 0), 2);
  EXPECT_EQ(with_friction(kFriction, gains(0), 2, 1), 2);
  const GainConfig config = gains(1);
  double last = -1e9;
  for (double dq = -0.05; dq <= 0.05; dq += 1e-4) {  // no step anywhere
    const double tau = with_friction(kFriction, config, 1, dq);
    EXPECT_GT(tau, last);
    if (last > -1e8) {
      EXPECT_LT(tau - last, 0.5 * 2 * 1e-4 / config.friction_speed_rad_s + 1e-4);
    }
    last = tau;
  }
}

}  // namespace
}  // namespace ventosa::controller
