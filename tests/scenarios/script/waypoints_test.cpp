#include "scenarios/script/waypoints.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/scenarios/good_scenario.h"

namespace ventosa::scenarios::waypoints_test {
namespace {

using controller::Activity;
using controller::Goal;
using controller::Isometry3d;
using controller::Vector2d;
using controller::Vector3d;

Isometry3d pose(double x, double y, double yaw_rad) {
  Isometry3d X(Eigen::Translation3d(x, y, 0));
  X.rotate(Eigen::AngleAxisd(yaw_rad, Vector3d::UnitZ()));
  return X;
}

double yaw_rad(const Isometry3d& X) { return std::atan2(X.linear()(1, 0), X.linear()(0, 0)); }

Waypoints corner() { return {.p_B0 = {{0.6, 0}, {0.6, 0.4}}, .speed_m_s = 0.02, .radius_m = 0.01}; }

/// A body that does exactly what its goal says.
struct Walker {
  Isometry3d X_B0B;
  WaypointProgress progress{};
  Goal goal{};

  void walk(const Waypoints& points, double most_s) {
    constexpr double kPeriod_s = 0.01;
    for (double t_s = 0; t_s < most_s; t_s += kPeriod_s) {
      goal = goal_along(points, Isometry3d::Identity(), X_B0B, progress);
      if (goal.activity == Activity::kHold) return;
      X_B0B.translation() += kPeriod_s * goal.v_WB;
      X_B0B.linear() =
          Eigen::AngleAxisd(kPeriod_s * goal.w_WB.z(), Vector3d::UnitZ()) * X_B0B.linear();
    }
  }
};

TEST(Waypoints, LeadRoundACornerAndEndInAHoldWithTheHeadingOfTheLastLine) {
  Walker walker{pose(0, 0, 0)};
  walker.walk(corner(), 200);
  EXPECT_EQ(walker.goal.activity, Activity::kHold);
  EXPECT_LE((walker.X_B0B.translation() - Vector3d(0.6, 0.4, 0)).norm(), 0.01);
  EXPECT_NEAR(yaw_rad(walker.X_B0B), M_PI / 2, 0.02);
}

TEST(Waypoints, LeadBackToTheLine) {
  Walker walker{pose(0, 0.05, 0.1)};
  walker.walk({.p_B0 = {{1, 0}}, .speed_m_s = 0.02, .radius_m = 0.01}, 45);
  EXPECT_LT(std::abs(walker.X_B0B.translation().y()), 0.001);
  EXPECT_NEAR(yaw_rad(walker.X_B0B), 0, 0.01);
  EXPECT_EQ(walker.goal.activity, Activity::kWalk);
}

TEST(Waypoints, TurnOnTheSpotFirst) {
  WaypointProgress progress;
  const Goal goal = goal_along({.p_B0 = {{0, -1}}, .speed_m_s = 0.02, .radius_m = 0.01},
                               Isometry3d::Identity(), Isometry3d::Identity(), progress);
  EXPECT_EQ(goal.activity, Activity::kWalk);
  EXPECT_TRUE(goal.v_WB.isZero());
  EXPECT_LT(goal.w_WB.z(), 0) << "to the right";
}

TEST(Waypoints, EndInThePoseOfTheLastLine) {
  const Isometry3d end = end_pose(corner(), Isometry3d::Identity());
  EXPECT_TRUE(end.isApprox(pose(0.6, 0.4, M_PI / 2), 1e-12)) << end.matrix();
}

std::string points(const std::string& list, const std::string& more = "") {
  return with("walk: {velocity_m_s: [0.01, 0, 0], distance_m: 0.1}",
              "waypoints: {points_m: " + list + ", speed_m_s: 0.01" + more + "}");
}

TEST(Waypoints, AreReadInTheWorldAndKeptInTheFrameOfTheStart) {
  std::string text = points("[[0.5, 0, 0], [0.5, 0.5, 0]]", ", radius_m: 0.03, gait: free");
  text.replace(text.find("surface: ground}"), 16, "surface: ground, heading_deg: 90}");
  const Scenario scenario = read(text);
  const auto& walk = std::get<Waypoints>(scenario.script.goals().front().motion);
  ASSERT_EQ(walk.p_B0.size(), 2u);
  EXPECT_LT((walk.p_B0[0] - Vector2d(0, -0.5)).norm(), 1e-12);
  EXPECT_EQ(walk.radius_m, 0.03);
  EXPECT_EQ(walk.gait, controller::kFreeGait);
}

TEST(Waypoints, AreRefusedOffTheSurfacesTwiceInARowOrMissing) {
  EXPECT_EQ(error_of(points("[[0.5, 0, 0]]")), "");
  for (const char* const off : {"[[2, 0, 0]]", "[[0.5, 0, 0.1]]"})
    EXPECT_NE(error_of(points(off)).find("lies on none of the surfaces"), std::string::npos) << off;
  EXPECT_NE(error_of(points("[[0.5, 0, 0], [0.5, 0, 0]]")).find("the point before it again"),
            std::string::npos);
  EXPECT_NE(error_of(points("[]")), "");
  EXPECT_NE(error_of(points("[[0.5, 0, 0]]", ", radius_m: 0")), "");
  const std::string fast = "waypoints: {points_m: [[0.5, 0, 0]], speed_m_s: 5}";
  EXPECT_NE(
      error_of(with("walk: {velocity_m_s: [0.01, 0, 0], distance_m: 0.1}", fast)).find("speed_m_s"),
      std::string::npos);
}

}  // namespace
}  // namespace ventosa::scenarios::waypoints_test
