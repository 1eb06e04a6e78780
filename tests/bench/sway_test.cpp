#include "bench/sway.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "bench/regular_robot.h"
#include "tests/controller/romerin.h"

namespace ventosa::bench::sway_test {
namespace {

using controller::SharingProblem;
using controller::SharingStatus;

std::vector<SharingProblem> problems(int n_legs, const Strain& strain) {
  const auto prototype = models::load(VENTOSA_SOURCE_DIR "/models/data/romerin6.yaml");
  return sway(regular_robot(prototype, n_legs).nominal, strain, 200);
}

std::ptrdiff_t count(const std::vector<SharingProblem>& all, SharingStatus status) {
  return std::count_if(all.begin(), all.end(), [&](const SharingProblem& each) {
    controller::SharingWarmStart cold;
    return share_load(each, cold).status == status;
  });
}

TEST(Sway, StrainsTheStanceMoreAndMore) {
  for (const int n_legs : {4, 6, 10}) {
    SCOPED_TRACE(n_legs);
    EXPECT_EQ(count(problems(n_legs, kLoose), SharingStatus::kOptimal), 200);
    EXPECT_GT(count(problems(n_legs, kTight), SharingStatus::kOptimal), 150);
    EXPECT_GT(count(problems(n_legs, kVeryTight), SharingStatus::kOptimal), 80);
    EXPECT_GT(count(problems(n_legs, kOverloaded), SharingStatus::kSoftened), 80);
  }
}

int median_iterations(const std::vector<SharingProblem>& all, SharingStatus status) {
  std::vector<int> iterations;
  for (const SharingProblem& each : all) {
    controller::SharingWarmStart cold;
    const controller::Sharing sharing = share_load(each, cold);
    if (sharing.status == status) iterations.push_back(sharing.iterations);
  }
  const auto middle = iterations.begin() + static_cast<std::ptrdiff_t>(iterations.size() / 2);
  std::nth_element(iterations.begin(), middle, iterations.end());
  return *middle;
}

/// From limits of zero on it would take 45, 122 and 298 iterations.
TEST(Sway, FindsTheLeastSlackFromTheFirstContradictionOn) {
  const auto median = [](int n_legs) {
    return median_iterations(problems(n_legs, kOverloaded), SharingStatus::kSoftened);
  };
  EXPECT_LE(median(4), 40);
  EXPECT_LE(median(6), 110);
  EXPECT_LE(median(10), 270);
}

TEST(RegularRobot, StandsOnItsLegsEvenly) {
  const auto prototype = models::load(VENTOSA_SOURCE_DIR "/models/data/romerin6.yaml");
  const auto robot = regular_robot(prototype, 10).nominal;
  ASSERT_EQ(robot.n_legs(), 10);
  EXPECT_NEAR(robot.total_mass_kg(), prototype.nominal.total_mass_kg() * 10 / 6, 1e-9);
  controller::Vector3d mean = controller::Vector3d::Zero();
  for (const controller::Leg& leg : robot.leg) mean += leg.p_BW_nominal / 10;
  EXPECT_LT(mean.head<2>().norm(), 1e-12);
  EXPECT_NEAR(mean.z(), prototype.nominal.leg[0].p_BW_nominal.z(), 1e-12);
}

}  // namespace
}  // namespace ventosa::bench::sway_test
