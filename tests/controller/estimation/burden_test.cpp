#include "controller/estimation/burden.h"

#include <gtest/gtest.h>

namespace ventosa::controller::burden_test {
namespace {

constexpr double kPeriod_s = 0.01;

/// A foot that carries 30 N for a second.
struct BurdenOfAFoot : testing::Test {
  PerLeg<ModuleReport> report{};
  PerLeg<ContactForceEstimate> force{};
  PerLeg<Burden> burden{};
  LegSet lost;

  BurdenOfAFoot() { report[0].attached = true; }

  bool is_gone() const { return burden[0].ticks_gone > 0; }

  /// @return whether the foot was reported as unloaded in any tick
  bool bears(double N, double time_s) {
    bool gone = false;
    for (int n = 0; n < time_s / kPeriod_s; ++n) {
      force[0].motors_B = Vector3d(0.6, 0, -0.8) * N;
      watch_burden(report, force, lost, kPeriod_s, burden);
      gone = gone || is_gone();
    }
    return gone;
  }
};

TEST_F(BurdenOfAFoot, IsGoneWithTheFirstReadingWithoutItAndForATenthOfASecond) {
  EXPECT_FALSE(bears(30, 1));
  EXPECT_TRUE(bears(3, kPeriod_s));
  (void)bears(3, 0.2);  // the mean has followed the change
  (void)bears(3, 0.09);
  EXPECT_FALSE(bears(3, 0.3) && is_gone());
}

TEST_F(BurdenOfAFoot, IsNotGoneWhereItGoesSlowlyOrInPart) {
  EXPECT_FALSE(bears(30, 1));
  EXPECT_FALSE(bears(15, 1));
  for (double N = 15; N > 0; N -= 0.3) EXPECT_FALSE(bears(N, kPeriod_s));
}

TEST_F(BurdenOfAFoot, IsNotKnownToGoWhereItWasSmall) {
  EXPECT_FALSE(bears(14, 1));
  EXPECT_FALSE(bears(-5, 1));
}

TEST_F(BurdenOfAFoot, IsWeighedAnewAfterAFootWasLostOrTheFootHasStepped) {
  for (const bool steps : {true, false}) {
    EXPECT_FALSE(bears(30, 1));
    if (steps) report[0].phase = FootPhase::kUnload;
    lost[3] = !steps;
    EXPECT_FALSE(bears(0, kPeriod_s));
    report[0].phase = FootPhase::kStance;
    lost = {};
    EXPECT_FALSE(bears(0, 1));
  }
}

}  // namespace
}  // namespace ventosa::controller::burden_test
