#include "controller/estimation/slip_alarm.h"

#include <gtest/gtest.h>

namespace ventosa::controller {
namespace {

constexpr double kSd_m = 0.001, kPeriod_s = 0.01;

/// Four feet that stand; one of them runs away by so many deviations of what it does against the
/// others.
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

/// A push takes the load of a foot as well.
TEST(SlipAlarm, IsNoneWhereALoadHasGoneAndTheFootStands) {
  EXPECT_EQ(alarmed_after(running_away(3.5, true)), -1);
}

}  // namespace
}  // namespace ventosa::controller
