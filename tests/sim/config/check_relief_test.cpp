#include "sim/config/check_relief.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "models/input_error.h"
#include "tests/sim/stands.h"

namespace ventosa::sim::check_relief_test {
namespace {

/// Ground of 4 m x 2 m with a relief.
TwinConfig rough() {
  TwinConfig config;
  config.patches.n = 2;
  config.patches.patch[0] = config.patches.patch[1] = plane(0);
  config.patches.patch[1].half_extent_m = {2, 1};
  config.patches.patch[1].uneven_m = 0.03;
  config.relief[1] = {.seed = 1, .height_m = 0.03, .correlation_m = 0.2};
  return config;
}

std::string key_of(const std::function<void(TwinConfig&)>& spoil, bool has_cups = false) {
  TwinConfig config = rough();
  spoil(config);
  try {
    check_reliefs(config, has_cups);
  } catch (const models::InputError& error) {
    return error.key_path();
  }
  return "accepted";
}

TEST(CheckRelief, AcceptsARelief) {
  EXPECT_EQ(key_of([](TwinConfig&) {}), "accepted");
  EXPECT_EQ(key_of([](auto& c) { c.relief[1]->seed.reset(); }), "accepted");
  EXPECT_EQ(key_of([](auto& c) { c.patches.patch[1].uneven_m = 0.05; }), "accepted");
  EXPECT_EQ(key_of([](auto& c) { c.patches.patch[0].uneven_m = 0.05; }), "accepted");
}

TEST(CheckRelief, RefusesAReliefUnderCups) {
  EXPECT_EQ(key_of([](TwinConfig&) {}, true), "surfaces[1].relief");
  EXPECT_EQ(key_of([](auto& c) { c.relief[1].reset(); }, true), "accepted");
}

TEST(CheckRelief, RefusesHeightsThatAreNotPositiveOrTooSteep) {
  for (const double height_m : {0.0, -0.01, 0.101, std::numeric_limits<double>::quiet_NaN()})
    EXPECT_EQ(key_of([height_m](auto& c) {
                c.relief[1]->height_m = height_m;
                c.patches.patch[1].uneven_m = 1;
              }),
              "surfaces[1].relief.height_m");
  EXPECT_EQ(key_of([](auto& c) {
              c.relief[1]->height_m = 0.1;
              c.patches.patch[1].uneven_m = 0.1;
            }),
            "accepted");
}

TEST(CheckRelief, RefusesCorrelationsThatDoNotFitTheSurface) {
  const auto key_with = [](double correlation_m) {
    return key_of([correlation_m](auto& c) {
      c.relief[1]->correlation_m = correlation_m;
      c.relief[1]->height_m = 0.001;
    });
  };
  for (const double bad_m : {0.0, -0.2, 0.039, 1.01, std::numeric_limits<double>::quiet_NaN()})
    EXPECT_EQ(key_with(bad_m), "surfaces[1].relief.correlation_m") << bad_m;
  EXPECT_EQ(key_with(0.04), "accepted");
  EXPECT_EQ(key_with(1), "accepted");
}

TEST(CheckRelief, RefusesAToldBoundBelowTheRelief) {
  for (const double uneven_m : {0.0, 0.029, -0.03, std::numeric_limits<double>::quiet_NaN()})
    EXPECT_EQ(key_of([uneven_m](auto& c) { c.patches.patch[1].uneven_m = uneven_m; }),
              "surfaces[1].uneven_m");
}

TEST(CheckRelief, RefusesACameraOverARelief) {
  EXPECT_EQ(key_of([](auto& c) { c.camera.on = true; }), "camera.on");
}

TEST(CheckRelief, ATwinOfARobotWithCupsIsRefused) {
  const models::Robot robot = romerin4();
  TwinConfig config = standing(robot, 0);
  config.relief[0] = {.height_m = 0.03, .correlation_m = 0.2};
  config.patches.patch[0].uneven_m = 0.03;
  EXPECT_THROW(Twin(robot, config), models::InputError);
}

}  // namespace
}  // namespace ventosa::sim::check_relief_test
