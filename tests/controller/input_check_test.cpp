#include "controller/input_check.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/controller/romerin.h"

namespace ventosa::controller::input_check_test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Readings with the least that is required.
Observation least() {
  Observation seen;
  return seen;
}

bool accepts(const Observation& seen, Estimator estimator = Estimator::kFilter) {
  ControllerConfig config;
  config.body.estimator = estimator;
  return is_sound(test::robot("romerin4"), config, seen);
}

TEST(InputCheck, KnowsNothingThatNobodyTold) {
  const Observation seen;
  EXPECT_FALSE(is_known(seen.leg[0].joint[0].tau_Nm));
  EXPECT_FALSE(is_known(seen.leg[0].cup.distance_m[2]));
  EXPECT_FALSE(is_known(seen.leg[0].pack.voltage_V));
  EXPECT_TRUE(is_known(0));
  EXPECT_EQ(mean_distance_m(seen.leg[0].cup), kNoDistance_m);
}

TEST(InputCheck, AcceptsWhatIsUnknownWhereTheControllerCanDoWithout) {
  EXPECT_TRUE(accepts(least()));
}

TEST(InputCheck, RefusesWhatIsUnknownWhereItCannot) {
  for (int k = 0; k < 3; ++k) {
    Observation seen = least();
    JointReading& joint = seen.leg[3].joint[1];
    double* const needed[] = {&joint.q_rad, &joint.dq_rad_s, &seen.leg[3].cup.vacuum_Pa};
    *needed[k] = kUnknown;
    EXPECT_FALSE(accepts(seen)) << k;
  }
}

/// A filter does so for a while: imu_watch.h.
TEST(InputCheck, DoesWithoutAnImu) {
  Observation seen = least();
  seen.body.w_WB_B.x() = kUnknown;
  EXPECT_TRUE(accepts(seen));
  seen.body = no_imu();
  EXPECT_TRUE(accepts(seen));
  EXPECT_TRUE(accepts(seen, Estimator::kRegistration));
  EXPECT_TRUE(accepts(seen, Estimator::kWeightedMean));
}

TEST(InputCheck, RefusesWhatNoSensorCanSayEvenWhereItCouldBeUnknown) {
  for (int k = 0; k < 8; ++k) {
    for (const double nonsense : {kInfinity, -kInfinity, 1e9}) {
      Observation seen = least();
      LegReading& leg = seen.leg[3];
      double* const optional[] = {&leg.joint[5].tau_Nm,    &leg.joint[5].current_A,
                                  &leg.joint[5].voltage_V, &leg.joint[5].temperature_C,
                                  &leg.cup.distance_m[0],  &leg.cup.turbine,
                                  &leg.pack.bus_current_A, &leg.module.loop_s};
      *optional[k] = nonsense;
      EXPECT_FALSE(accepts(seen)) << k;
    }
  }
}

TEST(InputCheck, RefusesAGazeThatIsNoAngle) {
  Goal goal;
  EXPECT_TRUE(is_sound(goal));
  goal.gaze = {.pan_rad = 1, .tilt_rad = std::nan("")};
  EXPECT_FALSE(is_sound(goal));
  goal.gaze->tilt_rad = 0.3;
  EXPECT_TRUE(is_sound(goal));
}

}  // namespace
}  // namespace ventosa::controller::input_check_test
