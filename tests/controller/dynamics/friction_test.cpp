#include "controller/dynamics/friction.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace ventosa::controller::friction_test {
namespace {

constexpr JointFriction kFriction{.coulomb_Nm = 0.1, .viscous_Nms_rad = 0.05, .load_ratio = 0.4};

GainConfig gains(double share) {
  GainConfig config;
  config.friction_share = share;
  return config;
}

/// A joint that has moved at this rate for a long time.
double lasting_side(const GainConfig& config, double dq_rad_s) {
  double side = 0;
  for (int n = 0; n < 1000; ++n) side = next_friction_side(config, 0.05, dq_rad_s, side);
  return side;
}

double with_friction(const JointFriction& friction, const GainConfig& config, double tau_Nm,
                     double dq_rad_s) {
  return with_friction(friction, config, tau_Nm, dq_rad_s, lasting_side(config, dq_rad_s));
}

/// Calculated by hand: of 2 N m at 0.5 rad/s the gear takes 0.1 + 0.4 x 2 + 0.05 x 0.5 = 0.925 N m.
TEST(Friction, IsMadeUpForOnTheSideOfThePlannedMotion) {
  for (const double tau_Nm : {-2.0, 2.0})
    for (const double side : {-1.0, 1.0}) {
      EXPECT_NEAR(with_friction(kFriction, gains(1), tau_Nm, side * 0.5), tau_Nm + side * 0.925,
                  1e-9);
      EXPECT_NEAR(with_friction(kFriction, gains(0.5), tau_Nm, side * 0.5),
                  tau_Nm + side * 0.925 / 2, 1e-9);
    }
}

/// A gear dissipates at most (Kc + Kl |tau|) |dq| + Kv dq^2; the compensation never brakes and
/// never exceeds that power.
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

TEST(Friction, IsMadeUpForInFullFromItsSpeedOnAndNotAtAllFarBelow) {
  JointFriction dry = kFriction;
  dry.viscous_Nms_rad = 0;
  const GainConfig config = gains(1);
  const auto share = [&](double speeds) {  // share of the dry friction, 0.9 N m
    return (with_friction(dry, config, 2, speeds * config.friction_speed_rad_s) - 2) / 0.9;
  };
  EXPECT_GT(share(1), 0.93);
  EXPECT_LE(share(1), 1);
  EXPECT_NEAR(share(10), 1, 1e-6);
  EXPECT_EQ(share(0.01), 0);
  for (const double speeds : {0.01, 0.3, 1.0, 3.0})
    EXPECT_NEAR(share(-speeds), -share(speeds), 1e-12);
}

TEST(Friction, IsLeftAloneWhereItTakesEitherSide) {
  EXPECT_EQ(with_friction(kFriction, gains(1), 2, 0), 2);
  EXPECT_EQ(with_friction(kFriction, gains(0), 2, 1), 2);
}

/// A rate that oscillates around zero, and one that oscillates around a constant.
TEST(Friction, KeepsItsSideWhileASlowRateWavers) {
  const GainConfig config = gains(1);
  const double speed = config.friction_speed_rad_s;
  for (const double mean : {0.0, 0.3, 2.0}) {
    double side = lasting_side(config, (mean + 0.1) * speed);
    const double before = side;
    for (int n = 0; n < 2000; ++n) {
      const double dq = (mean + 0.1 * std::sin(0.07 * n)) * speed;
      const double next = next_friction_side(config, 0.05, dq, side);
      ASSERT_NEAR(next, before, 1e-3) << mean;
      side = next;
    }
  }
}

TEST(Friction, SticksWithMoreThanItSlides) {
  JointFriction friction = kFriction;
  friction.stiction_Nm = 0.2;
  const auto at_rest_Nm = [&](double share) {
    return with_friction(breaking_away(friction, share), gains(1), 1, 0, -1.0);
  };
  EXPECT_NEAR(at_rest_Nm(0) - at_rest_Nm(1), 0.2, 1e-12);
  EXPECT_NEAR(at_rest_Nm(0) - at_rest_Nm(0.25), 0.05, 1e-12);
}

TEST(Friction, ComesAndGoesInItsTimeAtAnyPeriod) {
  const GainConfig config = gains(1);
  for (const double period_s : {0.002, 0.005, 0.01, 0.02}) {
    double side = -1, time_s = 0, widest = 0;
    while (side < 0.95 && time_s < 10) {
      const double next = next_friction_side(config, period_s / config.friction_fade_s, 1, side);
      widest = std::max(widest, next - side);
      side = next;
      time_s += period_s;
    }
    EXPECT_NEAR(time_s, config.friction_fade_s * std::log(2 / 0.05),
                0.05 * config.friction_fade_s + 2 * period_s);
    EXPECT_LE(widest, 2 * period_s / config.friction_fade_s * (1 + 1e-9));
  }
}

}  // namespace
}  // namespace ventosa::controller::friction_test
