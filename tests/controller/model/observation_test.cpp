#include "controller/model/observation.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ventosa::controller::observation_test {
namespace {

TEST(CupReading, LiesAtTheMeanOfItsDistances) {
  EXPECT_NEAR(mean_distance_m({.distance_m = {0.001, 0.002, 0.006}}), 0.003, 1e-15);
}

TEST(CupReading, HasNoDistanceWhereOneSensorIsOutOfRange) {
  for (const double lost_m : {kNoDistance_m, 2 * kNoDistance_m, std::nan("")})
    for (std::size_t k = 0; k < 3; ++k) {
      CupReading reading{.distance_m = {0.001, 0.001, 0.001}};
      reading.distance_m[k] = lost_m;
      EXPECT_EQ(mean_distance_m(reading), kNoDistance_m);
    }
}

}  // namespace
}  // namespace ventosa::controller::observation_test
