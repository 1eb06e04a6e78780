#include "sim/feet/point_foot.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <numbers>
#include <type_traits>

#include "sim/config/content_hash.h"
#include "tests/controller/random_robot.h"
#include "tests/sim/feet/point_feet.h"

namespace ventosa::sim::point_foot_test {
namespace {

using controller::Matrix3d;
using controller::Vector3d;
using test::creeping_foot;
using test::kFriction;
using test::Plane;
using test::sticking_foot;

static_assert(std::is_trivially_copyable_v<PointFootState>);

constexpr double kStep_s = 0.002;

Vector3d at_depth(double depth_m, double x_m = 0) { return {x_m, 0, -depth_m}; }

TEST(PointFoot, SinksInByItsStiffness) {
  models::PointFootPlant foot = sticking_foot();
  for (const double pk : {1.0, 1.5, 2.0}) {
    foot.stiffness_exponent = pk;
    PointFootState state;
    const Vector3d f = Plane{}.step(foot, at_depth(0.0015), Vector3d::Zero(), state);
    EXPECT_NEAR(f.z(), 2e4 * std::pow(0.0015, pk), 1e-9);
    EXPECT_EQ(state.normal_N, f.z());
    EXPECT_TRUE(state.touches());
  }
}

TEST(PointFoot, FeelsNothingAboveTheGroundOrBesideIt) {
  PointFootState state;
  EXPECT_EQ(Plane{}.step(sticking_foot(), at_depth(-1e-6), -Vector3d::UnitZ(), state).norm(), 0);
  EXPECT_FALSE(state.touches());
  const ContactPlane none{.patch = -1, .depth_m = 0.01, .friction = 1};
  EXPECT_EQ(step_point_foot(sticking_foot(), none, {}, state).norm(), 0);
  EXPECT_FALSE(state.touches());
}

TEST(PointFoot, IsNotHitByAJumpWhenItTouchesDown) {
  PointFootState state;
  const Vector3d fast = -2 * Vector3d::UnitZ();
  for (const double depth_m : {1e-9, 1e-7, 1e-5, 1e-4}) {
    const double f_N = Plane{}.step(sticking_foot(), at_depth(depth_m), fast, state).z();
    EXPECT_NEAR(f_N, (2e4 + 40 * 2 / 5e-4) * depth_m, 1e-9);  // grows with the depth from 0
  }
  // and below its damping depth it is damped by C
  EXPECT_NEAR(Plane{}.step(sticking_foot(), at_depth(1e-3), fast, state).z(), 20 + 80, 1e-9);
}

TEST(PointFoot, NeverPullsAndItsFrictionStaysWithinTheLimit) {
  test::Rng rng(2);
  for (const models::PointFootPlant& foot : {sticking_foot(), creeping_foot()}) {
    PointFootState state;
    for (int n = 0; n < 20000; ++n) {
      const Plane ground{.normal_W = test::any_direction(rng)};
      const Vector3d p = test::any_vector(2e-3, rng), v = test::any_vector(1, rng);
      const Vector3d f = ground.step(foot, p, v, state);
      const double normal_N = f.dot(ground.normal_W);
      EXPECT_GE(normal_N, -1e-12);
      EXPECT_NEAR(normal_N, state.normal_N, 1e-9);
      EXPECT_LE((f - normal_N * ground.normal_W).norm(), kFriction * normal_N + 1e-9);
      EXPECT_EQ(state.touches(), state.normal_N > 0);
    }
  }
}

TEST(PointFoot, FeelsTheSameInEveryDirection) {
  test::Rng rng(3);
  for (const models::PointFootPlant& foot : {sticking_foot(), creeping_foot()})
    for (int n = 0; n < 200; ++n) {
      const Matrix3d R = test::any_rotation(rng);
      const Plane level, turned{.normal_W = R * level.normal_W};
      PointFootState state, turned_state;
      for (int k = 0; k < 3; ++k) {
        const Vector3d p = at_depth(1e-3) + test::any_vector(5e-4, rng);
        const Vector3d v = test::any_vector(0.1, rng);
        const Vector3d f = level.step(foot, p, v, state);
        EXPECT_LT((turned.step(foot, R * p, R * v, turned_state) - R * f).norm(), 1e-9);
      }
      EXPECT_NEAR(state.slip_m, turned_state.slip_m, 1e-12);
    }
}

// a run's fingerprint comes from the description
TEST(PointFoot, WithAnotherLawOfFrictionHasAnotherHash) {
  ContentHash sticks, creeps, same;
  sticks.add(sticking_foot());
  creeps.add(creeping_foot());
  same.add(sticking_foot());
  EXPECT_NE(sticks.value(), creeps.value());
  EXPECT_EQ(sticks.value(), same.value());
}

// friction that sticks

TEST(StickingFoot, SpringsBackBelowItsLimit) {
  PointFootState state;
  const double depth_m = 0.5e-3;  // 10 N
  Plane{}.step(sticking_foot(), at_depth(depth_m), Vector3d::Zero(), state);
  for (int n = 0; n < 1000; ++n) {
    const double x_m = 3e-4 * std::sin(n);  // 6 of 7 N
    const Vector3d f =
        Plane{}.step(sticking_foot(), at_depth(depth_m, x_m), Vector3d::Zero(), state);
    EXPECT_NEAR(f.x(), -2e4 * x_m, 1e-9);
  }
  EXPECT_EQ(state.slip_m, 0);
  EXPECT_EQ(state.anchor_W[0], 0);
}

TEST(StickingFoot, DragsItsAnchorAndCountsTheWay) {
  PointFootState state;
  const double depth_m = 0.5e-3, limit_N = 7, stretch_m = limit_N / 2e4;
  Plane{}.step(sticking_foot(), at_depth(depth_m), Vector3d::Zero(), state);
  for (const double way_m : {0.001, 0.003})
    EXPECT_NEAR(
        Plane{}
            .step(sticking_foot(), at_depth(depth_m, stretch_m + way_m), Vector3d::Zero(), state)
            .x(),
        -limit_N, 1e-9);
  EXPECT_NEAR(state.slip_m, 0.003, 1e-12);
  const Vector3d f =
      Plane{}.step(sticking_foot(), at_depth(depth_m, 0.003), Vector3d::Zero(), state);
  EXPECT_NEAR(f.x(), 0, 1e-9);
  EXPECT_NEAR(state.slip_m, 0.003, 1e-12);
}

TEST(StickingFoot, HoldsAnewWhereItComesDownAndOnAnotherPatch) {
  PointFootState state;
  const auto tangential_N = [&](double x_m, double depth_m, int patch) {
    ContactPlane ground = Plane{}.under(at_depth(depth_m, x_m));
    ground.patch = patch;
    return step_point_foot(sticking_foot(), ground, {at_depth(depth_m, x_m), Vector3d::Zero()},
                           state)
        .head<2>()
        .norm();
  };
  EXPECT_EQ(tangential_N(0, 1e-3, 0), 0);
  EXPECT_NEAR(tangential_N(1e-4, 1e-3, 0), 2, 1e-9);
  EXPECT_EQ(tangential_N(2e-4, 1e-3, 1), 0);
  EXPECT_EQ(tangential_N(0.05, -1e-3, 1), 0);
  EXPECT_EQ(tangential_N(0.1, 1e-3, 1), 0);
  EXPECT_EQ(state.slip_m, 0);
}

/// A mass on a foot, integrated like MuJoCo does: velocity first.
struct Sled {
  models::PointFootPlant foot;
  Plane ground{};
  double mass_kg = 1;
  Vector3d p = Vector3d::Zero(), v = Vector3d::Zero();
  PointFootState state{};

  void step(const Vector3d& load_N) {
    v += kStep_s / mass_kg * (load_N + ground.step(foot, p, v, state));
    p += kStep_s * v;
  }
};

TEST(StickingFoot, DoesNotCreepUnderAConstantLoad) {
  Sled sled{.foot = sticking_foot()};
  const Vector3d load_N(6.9, 0, -10);  // friction bears 7 N
  // the load grows in 0.2 s: a sudden one would overshoot the limit
  for (int n = 0; n < 100; ++n) sled.step({0.069 * n, 0, -10});
  for (int n = 0; n < 1000; ++n) sled.step(load_N);
  const double x_m = sled.p.x(), slipped_m = sled.state.slip_m;
  const Bytes3 anchor = sled.state.anchor_W;
  for (int n = 0; n < 30000; ++n) sled.step(load_N);
  EXPECT_NEAR(sled.p.x(), x_m, 1e-12);
  EXPECT_EQ(sled.state.anchor_W, anchor);
  EXPECT_EQ(sled.state.slip_m, slipped_m);
}

// the LuGre friction of AMRU5's paper drifts by 2.8 mm here (0.7 +- 0.2 of the limit, 5 Hz, 110 s)
TEST(StickingFoot, DoesNotCreepUnderAnOscillatingLoadEither) {
  Sled sled{.foot = sticking_foot()};
  for (int n = 0; n < 500; ++n) sled.step({0.0098 * n, 0, -10});
  const Bytes3 anchor = sled.state.anchor_W;
  for (int n = 0; n < 55000; ++n)
    sled.step({7 * (0.7 + 0.2 * std::sin(2 * std::numbers::pi * 5 * kStep_s * n)), 0, -10});
  EXPECT_EQ(sled.state.anchor_W, anchor);
}

TEST(StickingFoot, SlidesUnderALoadBeyondItsLimit) {
  Sled sled{.foot = sticking_foot()};
  for (int n = 0; n < 500; ++n) sled.step({8, 0, -10});
  const Vector3d v_m_s = sled.v;
  const double from_m = sled.p.x() - kStep_s * v_m_s.x(), slipped_m = sled.state.slip_m;
  for (int n = 0; n < 500; ++n) sled.step({8, 0, -10});
  EXPECT_NEAR(sled.v.x() - v_m_s.x(), 1, 1e-9);  // (8 - 7) N on 1 kg for 1 s
  EXPECT_NEAR(sled.state.slip_m - slipped_m, sled.p.x() - kStep_s * sled.v.x() - from_m, 1e-9);
}

// friction that creeps

TEST(CreepingFoot, ResistsInProportionToItsSpeedUpToTheLimit) {
  PointFootState state;
  for (const double speed_m_s : {0.0, 0.01, 0.04, 0.3}) {
    const Vector3d v = speed_m_s * Vector3d(0.6, -0.8, 0);
    const Vector3d f = Plane{}.step(creeping_foot(), at_depth(0.5e-3), v, state);
    const double share = std::min(1.0, speed_m_s / 0.04);
    EXPECT_LT((f - Vector3d(-0.6 * 7 * share, 0.8 * 7 * share, 10)).norm(), 1e-9);
  }
}

TEST(CreepingFoot, CreepsAtTheLoadsShareOfTheLimitSpeed) {
  for (const double load_N : {0.5, 3.5, 6.5}) {
    Sled sled{.foot = creeping_foot()};
    for (int n = 0; n < 1000; ++n) sled.step({load_N, 0, -10});
    EXPECT_NEAR(sled.v.x(), 0.04 * load_N / 7, 1e-9);
    const double from_m = sled.p.x(), slipped_m = sled.state.slip_m;
    for (int n = 0; n < 1000; ++n) sled.step({load_N, 0, -10});
    EXPECT_NEAR(sled.state.slip_m - slipped_m, sled.p.x() - from_m, 1e-9);
  }
}

TEST(PointFoot, BouncesLessTheMoreItIsDamped) {
  double last = 1;
  for (const double damping_Ns_m : {0.0, 10.0, 40.0, 160.0}) {
    Sled sled{.foot = sticking_foot(), .p = {0, 0, 1e-3}, .v = {0, 0, -0.3}};
    sled.foot.damping_Ns_m = damping_Ns_m;
    for (int n = 0; n < 200 && (sled.v.z() <= 0 || sled.p.z() < 0); ++n)
      sled.step(Vector3d::Zero());
    const double restitution = sled.v.z() / 0.3;
    if (damping_Ns_m == 0) {
      EXPECT_NEAR(restitution, 1, 0.05);
    } else {
      EXPECT_LT(restitution, last);
    }
    last = restitution;
  }
}

}  // namespace
}  // namespace ventosa::sim::point_foot_test
