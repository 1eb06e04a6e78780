#include "controller/model/sines.h"

#include <gtest/gtest.h>

#include <limits>
#include <numbers>
#include <random>

namespace ventosa::controller::sines_test {
namespace {

void expect_those_of_the_library(const PerJoint<double>& q) {
  const Sines y = sines(q);
  for (std::size_t j = 0; j < kMaxJoints; ++j) {
    EXPECT_NEAR(y.sin[j], std::sin(q[j]), 2.3e-16) << q[j];
    EXPECT_NEAR(y.cos[j], std::cos(q[j]), 2.3e-16) << q[j];
  }
}

TEST(Sines, AreThoseOfTheLibrary) {
  std::mt19937_64 rng{1};
  for (const double range_rad : {1e-9, 1.0, 4.0, 100.0, 1e5, 1e9})
    for (int n = 0; n < 20000; ++n) {
      PerJoint<double> q;
      for (double& x : q) x = std::uniform_real_distribution<double>(-range_rad, range_rad)(rng);
      expect_those_of_the_library(q);
    }
}

TEST(Sines, AreThoseOfTheLibraryAroundEveryQuarterTurn) {
  for (int k = -20; k <= 20; ++k) {
    PerJoint<double> q;
    for (std::size_t j = 0; j < kMaxJoints; ++j)
      q[j] = k * std::numbers::pi / 4 + (static_cast<double>(j) - 3) * 1e-16 * k;
    expect_those_of_the_library(q);
  }
}

TEST(Sines, AreNoneOfWhatIsNoNumber) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const Sines y = sines({0, kInfinity, -kInfinity, std::nan(""), 1e300, 1e-320, 1});
  EXPECT_EQ(y.cos[0], 1);
  for (std::size_t j = 1; j < 4; ++j) EXPECT_TRUE(std::isnan(y.sin[j]) && std::isnan(y.cos[j]));
  EXPECT_EQ(y.sin[4], std::sin(1e300));
  EXPECT_EQ(y.sin[5], 1e-320);
  EXPECT_NEAR(y.sin[6], std::sin(1.0), 2.3e-16);
}

}  // namespace
}  // namespace ventosa::controller::sines_test
