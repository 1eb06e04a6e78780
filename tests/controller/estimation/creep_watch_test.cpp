#include "controller/estimation/creep_watch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "controller/model/rotation.h"

namespace ventosa::controller::creep_watch_test {
namespace {

constexpr double kPeriod_s = 0.01;
constexpr double kRadius_m = 0.4;

/// Feet in a ring on the plane z = 0 of W, under a body that moves. Its estimate has an error of
/// its own, which no foot may be blamed for.
class Stand {
 public:
  explicit Stand(int n) : n_(n) {
    for (int i = 0; i < n; ++i) {
      const double at_rad = 2 * std::numbers::pi * i / n;
      p_WF[index(i)] = kRadius_m * Vector3d(std::cos(at_rad), std::sin(at_rad), 0);
      input_.standing.set(index(i));
      input_.fresh.set(index(i));
    }
    input_.period_s = kPeriod_s;
    wait(0.2);  // until its feet have places
  }

  void tick() {
    for (int i = 0; i < n_; ++i) {
      const Isometry3d X_BW = X_WB.inverse();
      const Vector3d noise(gauss(), gauss(), gauss());
      input_.p_BF[index(i)] = X_BW * p_WF[index(i)] + noise_m * noise;
      input_.n_B[index(i)] = X_BW.linear() * Vector3d::UnitZ();
    }
    input_.X_WB = X_WB * X_BE;
    watch_creep(input_, watch);
  }

  /// Moves a foot by this way within this time, and waits.  @return time until it was named, from
  /// the beginning; -1: never
  double creep(int leg, const Vector3d& way_W, double within_s, double wait_s = 1) {
    const int n_moving = static_cast<int>(std::lround(within_s / kPeriod_s));
    const int n_ticks = n_moving + static_cast<int>(std::lround(wait_s / kPeriod_s));
    double named_s = -1;
    for (int k = 0; k < n_ticks; ++k) {
      if (k < n_moving) p_WF[index(leg)] += way_W / n_moving;
      tick();
      if (named_s < 0 && named(leg)) named_s = (k + 1) * kPeriod_s;
    }
    return named_s;
  }
  void wait(double s) { creep(0, Vector3d::Zero(), 0, s); }

  bool named(int leg) const { return has_crept(watch.foot[index(leg)]); }
  int n_named() const {
    int n = 0;
    for (int i = 0; i < n_; ++i) n += named(i);
    return n;
  }
  void set_standing(int leg, bool stands) { input_.standing.set(index(leg), stands); }
  void set_fresh(int leg, bool fresh) { input_.fresh.set(index(leg), fresh); }

  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  PerLeg<Vector3d> p_WF = zero_vectors();
  Isometry3d X_WB = Isometry3d::Identity();
  Isometry3d X_BE = Isometry3d::Identity();  ///< error of the estimate
  double noise_m = 0;
  CreepWatch watch;

 private:
  double gauss() { return normal_(random_); }

  const int n_;
  CreepInput input_;
  std::mt19937 random_{1};
  std::normal_distribution<double> normal_;
};

/// Outwards, and along the ring.
Vector3d radial(int leg, int n) {
  const double at_rad = 2 * std::numbers::pi * leg / n;
  return {std::cos(at_rad), std::sin(at_rad), 0};
}
Vector3d tangential(int leg, int n) { return Vector3d::UnitZ().cross(radial(leg, n)); }

/// In a ring of n feet, each takes part in the fitted translation by 1 / n, and along the ring in
/// the rotation by 1 / n too: s^2 = v^2 (1 - 1 / n), v^2 (1 - 2 / n).
TEST(CreepWatch, SeesTheShareOfAMotionThatNoMotionOfTheBodyExplains) {
  for (const int n : {3, 4, 6}) {
    for (const auto& [way, hidden] :
         {std::pair(radial(1, n), 1.0), std::pair(tangential(1, n), 2.0)}) {
      Stand stand(n);
      stand.creep(1, 0.001 * way, 0.1, 2);
      const CreepFoot& foot = stand.watch.foot[1];
      EXPECT_LT((foot.moved_A - 0.001 * way).norm(), 2e-5) << n;
      EXPECT_NEAR(foot.shape_m, 0.001 * std::sqrt(1 - hidden / n), 1e-5) << n;
    }
  }
}

TEST(CreepWatch, NamesTheFootHoweverSlowlyItCreeps) {
  for (const double speed_m_s : {0.02, 0.005, 0.001, 0.0001}) {
    Stand stand(4);
    const double passes_s = 0.002 / speed_m_s;
    const double named_s = stand.creep(2, 0.003 * radial(2, 4), 0.003 / speed_m_s);
    ASSERT_GT(named_s, 0) << speed_m_s;
    EXPECT_LT(named_s, passes_s + 0.5) << speed_m_s;
  }
}

/// 5.7 mm in 0.3 s, then it stands.
TEST(CreepWatch, NamesAFootThatStandsAgainForATime) {
  Stand stand(4);
  const double named_s = stand.creep(2, 0.0057 * tangential(2, 4), 0.3);
  EXPECT_GT(named_s, 0);
  EXPECT_LT(named_s, 0.3 * 2 / 5.7 + 0.5);
  stand.wait(1.5);
  EXPECT_EQ(stand.n_named(), 0);
  EXPECT_GT(stand.creep(2, 0.003 * tangential(2, 4), 0.3), 0);
}

TEST(CreepWatch, NamesOnlyTheFootThatCreepsWhileTheBodyMovesAndItsEstimateDrifts) {
  for (const unsigned seed : {1u, 2u, 3u, 4u, 5u, 6u, 7u, 8u, 9u, 10u}) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> rate(-1, 1);
    const int n = 4 + static_cast<int>(seed % 3), crept = static_cast<int>(seed) % n;
    Stand stand(n);
    stand.noise_m = 0.0003;
    const Vector3d v_W = 0.05 * Vector3d(rate(random), rate(random), 0.2 * rate(random));
    const Vector3d w_W = 0.05 * Vector3d(rate(random), rate(random), rate(random));
    const Vector3d way_W =
        0.003 * (rotation_exp(3 * rate(random) * Vector3d::UnitZ()) * Vector3d::UnitX());
    bool named = false;
    for (int k = 0; k < 400; ++k) {
      stand.X_WB.translation() += kPeriod_s * v_W;
      stand.X_WB.linear() = rotation_exp(kPeriod_s * w_W) * stand.X_WB.linear();
      stand.X_BE.translation() += Vector3d(2e-5, 0, 1e-5);
      if (k >= 200 && k < 250) stand.p_WF[Stand::index(crept)] += way_W / 50;
      stand.tick();
      for (int i = 0; i < n; ++i) ASSERT_TRUE(i == crept || !stand.named(i)) << seed << " " << i;
      ASSERT_TRUE(k >= 200 || stand.n_named() == 0) << seed;
      named = named || stand.named(crept);
    }
    EXPECT_TRUE(named) << seed;
  }
}

TEST(CreepWatch, NamesNoneWhileReadingsAreNoisyAndLipsGiveWay) {
  for (const unsigned seed : {1u, 2u, 3u, 4u, 5u}) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> way(-0.0004, 0.0004);
    Stand stand(4);
    stand.noise_m = 0.0005;
    for (int k = 0; k < 20; ++k) {
      const PerLeg<Vector3d> at_rest = stand.p_WF;
      for (int i = 0; i < 4; ++i)
        stand.p_WF[Stand::index(i)] += Vector3d(way(random), way(random), way(random));
      for (int tick = 0; tick < 50; ++tick) {
        stand.tick();
        ASSERT_EQ(stand.n_named(), 0) << seed;
      }
      stand.p_WF = at_rest;
    }
  }
}

/// Only the distance of two of three feet changes: either of them may have moved.
TEST(CreepWatch, TakesLongerWhereAnotherFootExplainsAsMuch) {
  Stand clear(3), unclear(3);
  const Vector3d to_third = unclear.p_WF[2] - unclear.p_WF[1];
  const Vector3d across = Vector3d::UnitZ().cross(to_third).normalized();
  const double clear_s = clear.creep(1, 0.004 * radial(1, 3), 0.01);
  const double unclear_s = unclear.creep(1, 0.004 * across, 0.01);
  EXPECT_GT(clear_s, 0);
  EXPECT_GT(unclear_s, clear_s + 0.15);
}

TEST(CreepWatch, NamesNoneOfTwoFeet) {
  Stand stand(2);
  EXPECT_LT(stand.creep(1, 0.01 * radial(1, 2), 0.3), 0);
}

TEST(CreepWatch, NamesAFootWhenItsReadingsComeBack) {
  Stand stand(4);
  stand.set_fresh(2, false);
  EXPECT_LT(stand.creep(2, 0.003 * radial(2, 4), 0.1), 0);
  stand.set_fresh(2, true);
  EXPECT_GT(stand.creep(2, Vector3d::Zero(), 0), 0);
}

TEST(CreepWatch, ForgetsAFootThatHasStepped) {
  Stand stand(4);
  stand.set_standing(2, false);
  EXPECT_LT(stand.creep(2, 0.06 * radial(2, 4), 0.1), 0);
  stand.set_standing(2, true);
  EXPECT_LT(stand.creep(2, Vector3d::Zero(), 0), 0);
  EXPECT_GT(stand.creep(2, 0.003 * radial(2, 4), 0.1), 0);
}

/// A cup that leaks slides and peels off within a tenth of a second.
TEST(CreepWatch, NamesNoFootForTheMotionOfOneThatHasLeft) {
  Stand stand(4);
  stand.creep(1, 0.015 * radial(1, 4), 0.06, 0);
  stand.set_standing(1, false);
  for (int k = 0; k < 100; ++k) {
    stand.tick();
    ASSERT_EQ(stand.n_named(), 0) << k;
  }
}

/// Across the surface, a lip is pressed or drawn out.
TEST(CreepWatch, LeavesMotionsOffTheSurfaceOut) {
  Stand stand(4);
  EXPECT_LT(stand.creep(2, 0.004 * Vector3d::UnitZ(), 0.1), 0);
}

}  // namespace
}  // namespace ventosa::controller::creep_watch_test
