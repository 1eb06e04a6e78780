#include "controller/estimation/slip_alarm.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ventosa::controller::slip_alarm_test {
namespace {

constexpr double kSd_m = 0.001, kPeriod_s = 0.01;

/// Four standing feet; one moves away by this many deviations of its motion relative to the others.
Innovations running_away(double deviations, bool unburdened) {
  Innovations seen{};
  seen.n = 4;
  for (int i = 0; i < seen.n; ++i) {
    FootInnovation& foot = seen.foot[static_cast<std::size_t>(i)];
    foot.leg = i;
    foot.S = kSd_m * kSd_m * Matrix3d::Identity();
    foot.outwards_W = Vector3d::UnitZ();
  }
  const double relative_m = kSd_m * std::sqrt(4.0 / 3);
  seen.foot[2].z_W = deviations * relative_m * Vector3d::UnitZ();
  seen.foot[2].unburdened = unburdened;
  return seen;
}

/// -1: never in 20 ms.
int alarmed_after(const Innovations& seen) {
  PerLeg<SlipWatch> watch{};
  for (int tick = 1; tick <= 2; ++tick) {
    watch_slip(seen, kPeriod_s, watch);
    for (const std::size_t standing : {0, 1, 3}) EXPECT_EQ(watch[standing].alarm, FootAlarm::kNone);
    if (watch[2].alarm == FootAlarm::kDetachment) return tick;
  }
  return -1;
}

TEST(SlipAlarm, OfARacingFootTakesTwoReadings) {
  EXPECT_EQ(alarmed_after(running_away(6, false)), 2);
  EXPECT_EQ(alarmed_after(running_away(5, false)), -1);  // 25 < kImprobable
}

TEST(SlipAlarm, OfAFootWhoseLoadHasGoneTakesOneReadingOfALesserMotion) {
  EXPECT_EQ(alarmed_after(running_away(4.5, true)), 1);
  EXPECT_EQ(alarmed_after(running_away(4.5, false)), -1);
}

/// A push unloads a foot as well.
TEST(SlipAlarm, IsNoneWhereALoadHasGoneAndTheFootStands) {
  EXPECT_EQ(alarmed_after(running_away(3.5, true)), -1);
}

/// Feet in a ring about the body, on the plane z = 0.
Innovations ring(int n) {
  Innovations seen{};
  seen.n = n;
  for (int i = 0; i < n; ++i) {
    FootInnovation& foot = seen.foot[static_cast<std::size_t>(i)];
    const double angle_rad = 2 * M_PI * i / n;
    foot.leg = i;
    foot.S = kSd_m * kSd_m * Matrix3d::Identity();
    foot.outwards_W = Vector3d::UnitZ();
    foot.bears = true;
    foot.lever_W = 0.4 * Vector3d(std::cos(angle_rad), std::sin(angle_rad), -0.2);
  }
  return seen;
}

bool any_alarm(const PerLeg<SlipWatch>& watch) {
  return std::any_of(watch.begin(), watch.end(),
                     [](const SlipWatch& foot) { return foot.alarm != FootAlarm::kNone; });
}

/// Continues the motion by the same step in each tick.  @return whether there was an alarm, and a
/// rotation was detected
std::pair<bool, bool> after_half_a_second(Innovations seen, auto way_W) {
  PerLeg<SlipWatch> watch{};
  for (SlipWatch& foot : watch) foot.stood_s = 10;
  bool turned = false;
  for (int tick = 1; tick <= 50; ++tick) {
    for (int i = 0; i < seen.n; ++i) {
      FootInnovation& foot = seen.foot[static_cast<std::size_t>(i)];
      foot.z_W = tick * way_W(foot);
    }
    seen.turns = watch_slip(seen, kPeriod_s, watch) > 0;
    turned |= seen.turns;
  }
  return {any_alarm(watch), turned};
}

/// 0.05 rad/s in 0.5 s: 25 mrad, 10 mm.
TEST(SlipAlarm, BlamesNoFootForATurnOfTheBody) {
  for (const int n : {3, 4, 5, 6})
    for (const Vector3d& axis :
         {Vector3d(1, 0, 0), Vector3d(0, 1, 0), Vector3d(0, 0, 1), Vector3d(0.6, -0.5, 0.4)}) {
      const auto [alarm, turned] = after_half_a_second(ring(n), [&](const FootInnovation& foot) {
        return Vector3d(0.0005 * axis.cross(foot.lever_W));
      });
      EXPECT_FALSE(alarm) << n << " feet, " << axis.transpose();
      EXPECT_TRUE(turned) << n << " feet, " << axis.transpose();
    }
}

TEST(SlipAlarm, BlamesNoFootForATurnThatBeganBeforeItStood) {
  Innovations seen = ring(5);
  PerLeg<SlipWatch> watch{};
  for (std::size_t i = 0; i < 4; ++i) watch[i].stood_s = 10;
  for (int tick = 1; tick <= 80; ++tick) {
    seen.n = tick < 40 ? 4 : 5;
    for (int i = 0; i < seen.n; ++i) {
      FootInnovation& foot = seen.foot[static_cast<std::size_t>(i)];
      foot.z_W = 0.0005 * (i == 4 ? tick - 40 : tick) * Vector3d::UnitX().cross(foot.lever_W);
    }
    watch_slip(seen, kPeriod_s, watch);
  }
  EXPECT_FALSE(any_alarm(watch));
}

/// All feet of a robot at its start were added to the estimate at the same time.
TEST(SlipAlarm, BlamesNoFootForATurnThatBeganAsAllWereTakenUp) {
  for (const double rate_rad : {0.0005, 0.003, 0.02}) {
    Innovations seen = ring(4);
    PerLeg<SlipWatch> watch{};
    bool turned = false;
    for (int tick = 1; tick <= 25; ++tick) {
      for (FootInnovation& foot : seen.foot)
        foot.z_W = rate_rad * tick * Vector3d::UnitY().cross(foot.lever_W);
      seen.turns = watch_slip(seen, kPeriod_s, watch) > 0;
      turned |= seen.turns;
    }
    EXPECT_FALSE(any_alarm(watch)) << rate_rad;
    EXPECT_TRUE(turned) << rate_rad;
  }
}

/// A rotation of the body unloads some of its feet.
TEST(SlipAlarm, BlamesNoneOfThreeFeetThatBearsNoMoreOnceTheBodyTurns) {
  Innovations seen = ring(3);
  PerLeg<SlipWatch> watch{};
  for (SlipWatch& foot : watch) foot.stood_s = 10;
  int n_turns = 0;
  for (int tick = 1; tick <= 50; ++tick) {
    for (FootInnovation& foot : seen.foot)
      foot.z_W = 0.0005 * tick * Vector3d::UnitX().cross(foot.lever_W);
    seen.foot[1].bears = n_turns < 3;
    seen.turns = watch_slip(seen, kPeriod_s, watch) > 0;
    n_turns += seen.turns;
  }
  EXPECT_GT(n_turns, 10);
  EXPECT_FALSE(any_alarm(watch));
}

TEST(SlipAlarm, RingsForAFootThatSlidesInAnyDirection) {
  for (const int n : {3, 4, 5, 6})
    for (int k = 0; k < 8; ++k) {
      const Vector3d way_W = 0.0002 * Vector3d(std::cos(k * M_PI / 4), std::sin(k * M_PI / 4), 0);
      const auto [alarm, turned] = after_half_a_second(ring(n), [&](const FootInnovation& foot) {
        return foot.leg == 1 ? way_W : Vector3d(Vector3d::Zero());
      });
      EXPECT_TRUE(alarm) << n << " feet, direction " << k;
      EXPECT_FALSE(turned) << n << " feet, direction " << k;
    }
}

/// On three feet, the one that is lost carries no load.
TEST(SlipAlarm, RingsForAFootThatComesOff) {
  for (const int n : {3, 4, 5, 6}) {
    Innovations seen = ring(n);
    seen.foot[1].bears = n != 3;
    const auto [alarm, turned] = after_half_a_second(seen, [](const FootInnovation& foot) {
      return Vector3d((foot.leg == 1 ? 0.0005 : 0.0) * Vector3d::UnitZ());
    });
    EXPECT_TRUE(alarm) << n;
    EXPECT_FALSE(turned) << n;
  }
}

}  // namespace
}  // namespace ventosa::controller::slip_alarm_test
