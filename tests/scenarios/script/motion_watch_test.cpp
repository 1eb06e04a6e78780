#include "scenarios/script/motion_watch.h"

#include <gtest/gtest.h>

namespace ventosa::scenarios::motion_watch_test {
namespace {

constexpr double kPeriod_s = 0.01;

/// How a walk ends that the plan does not begin, while the controller reports this for two seconds.
std::optional<Ending> ending_of_standing(const controller::Diagnostics& plan) {
  const Script script({{.motion = Walk{.v_B0 = {0.01, 0, 0}, .distance_m = 0.2}}}, {});
  const Isometry3d X_WB0 = Isometry3d::Identity();
  MotionWatch watch;
  std::optional<Ending> ending;
  for (int k = 0; k < 200 && !ending; ++k)
    ending = ending_of({.script = script,
                        .X_WB0 = X_WB0,
                        .X_WB_end = Isometry3d(Eigen::Translation3d(0.2, 0, 0)),
                        .time_s = k * kPeriod_s,
                        .period_s = kPeriod_s},
                       plan, watch);
  return ending;
}

TEST(MotionWatch, RefusesAWalkThatAReasonRestricts) {
  controller::Diagnostics plan;
  plan.reason = controller::Reason::kSlipping;
  plan.restricted = true;
  EXPECT_EQ(ending_of_standing(plan), Ending::kRefused);
}

TEST(MotionWatch, RefusesNothingByAWarning) {
  controller::Diagnostics plan;
  plan.reason = controller::Reason::kSlipping;
  EXPECT_EQ(ending_of_standing(plan), std::nullopt);
}

}  // namespace
}  // namespace ventosa::scenarios::motion_watch_test
