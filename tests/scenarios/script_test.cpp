#include "scenarios/script.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace ventosa::scenarios {
namespace {

using controller::Activity;
using controller::Goal;

constexpr Circle kCircle{.radius_m = 0.04, .period_s = 20, .turns = 2};

/// A start on a wall: nothing is aligned with W.
Isometry3d wall_start() {
  Isometry3d X_WB0 = Isometry3d::Identity();
  X_WB0.translation() << 0.4, -0.2, 1.1;
  X_WB0.linear() = Eigen::AngleAxisd(2.1, Vector3d(1, -2, 0.5).normalized()).toRotationMatrix();
  return X_WB0;
}

Script only(double at_s, std::variant<Hold, Pose, Circle, Walk> motion) {
  return Script({{.at_s = at_s, .motion = motion}}, {});
}

TEST(Circle, HasTheVelocityOfItsPositionEverywhere) {
  constexpr double h = 1e-5;
  for (double t = -1; t < duration_s(kCircle) + 1; t += 0.0173) {
    const Vector3d difference =
        (circle_point(kCircle, t + h).p - circle_point(kCircle, t - h).p) / (2 * h);
    EXPECT_LT((circle_point(kCircle, t).v - difference).norm(), 1e-9) << "at " << t << " s";
  }
}

TEST(Circle, HasNoJumpInVelocity) {
  constexpr double h = 1e-4;
  // largest acceleration: ramp 10 sqrt(3) / 3 r / ramp², Coriolis 2 w rho', centripetal w² r
  const double w = 2 * std::numbers::pi / kCircle.period_s;
  const double ramp = kCircle.period_s / 4;
  const double bound = kCircle.radius_m * (5.78 / (ramp * ramp) + 2 * w * 1.875 / ramp + w * w);
  for (double t = -1; t < duration_s(kCircle) + 1; t += h)
    ASSERT_LT((circle_point(kCircle, t + h).v - circle_point(kCircle, t).v).norm(), bound * h)
        << "at " << t << " s";
}

TEST(Circle, TurnsAtItsRadiusWithConstantSpeed) {
  const double ramp = kCircle.period_s / 4;
  const double speed = 2 * std::numbers::pi * kCircle.radius_m / kCircle.period_s;
  for (double t = ramp; t <= ramp + kCircle.turns * kCircle.period_s; t += 0.1) {
    EXPECT_NEAR(circle_point(kCircle, t).p.norm(), kCircle.radius_m, 1e-12);
    EXPECT_NEAR(circle_point(kCircle, t).v.norm(), speed, 1e-12);
  }
}

TEST(Circle, StartsAndEndsAtRestInItsCentre) {
  for (const double t : {-1.0, 0.0, duration_s(kCircle), duration_s(kCircle) + 3}) {
    EXPECT_LT(circle_point(kCircle, t).p.norm(), 1e-15);
    EXPECT_LT(circle_point(kCircle, t).v.norm(), 1e-15);
  }
}

TEST(Circle, SweepsAllDirections) {
  double min_x = 0, max_x = 0, min_y = 0, max_y = 0;
  for (double t = 0; t < duration_s(kCircle); t += 0.05) {
    const Vector3d p = circle_point(kCircle, t).p;
    min_x = std::min(min_x, p.x()), max_x = std::max(max_x, p.x());
    min_y = std::min(min_y, p.y()), max_y = std::max(max_y, p.y());
    EXPECT_EQ(p.z(), 0);
  }
  for (const double extreme : {-min_x, max_x, -min_y, max_y}) EXPECT_NEAR(extreme, 0.04, 1e-5);
}

TEST(Script, HoldsUntilItsFirstGoal) {
  const Script script = only(2, Pose{});
  EXPECT_EQ(script.goal_at(1.99, wall_start()).activity, Activity::kHold);
  EXPECT_TRUE(script.goal_at(1.99, wall_start()).pd);
  EXPECT_EQ(script.goal_at(2, wall_start()).activity, Activity::kPose);
}

TEST(Script, SeesAGoalAtItsTickInSpiteOfRounding) {
  const Script script = only(0.33, Pose{});
  constexpr double kTick = 11 * 0.03;
  ASSERT_LT(kTick, 0.33);
  EXPECT_EQ(script.goal_at(kTick, wall_start()).activity, Activity::kPose);
}

TEST(Script, GivesPosesFromTheStartOfTheRun) {
  Pose pose;
  pose.X_B0B = Eigen::Translation3d(0.01, 0.02, 0.03) * Eigen::AngleAxisd(0.1, Vector3d::UnitY());
  const Goal goal = only(0, pose).goal_at(1, wall_start());
  EXPECT_TRUE(goal.X_WB.isApprox(wall_start() * pose.X_B0B, 1e-14));
  EXPECT_TRUE(goal.v_WB.isZero());
}

TEST(Script, KeepsPoseAndVelocityOfACircleTogetherInTheWorld) {
  const Script script = only(1, kCircle);
  constexpr double h = 1e-5;
  for (double t = 1.5; t < 50; t += 0.7) {
    const Vector3d difference = (script.goal_at(t + h, wall_start()).X_WB.translation() -
                                 script.goal_at(t - h, wall_start()).X_WB.translation()) /
                                (2 * h);
    EXPECT_LT((script.goal_at(t, wall_start()).v_WB - difference).norm(), 1e-8);
  }
}

TEST(Script, WalksToADestinationInItsOwnFrame) {
  const Walk walk{.v_B0 = {0.006, 0.008, 0}, .distance_m = 0.3};
  const Goal goal = only(0, walk).goal_at(0, wall_start());
  EXPECT_EQ(goal.activity, Activity::kWalkTo);
  EXPECT_TRUE(goal.X_WB.isApprox(wall_start() * Eigen::Translation3d(0.18, 0.24, 0), 1e-14));
  EXPECT_NEAR(goal.v_WB.norm(), 0.01, 1e-15);
}

TEST(Script, WalksWithoutEndIfNoDistanceIsGiven) {
  const Goal goal = only(0, Walk{.v_B0 = {0.01, 0, 0}}).goal_at(5, wall_start());
  EXPECT_EQ(goal.activity, Activity::kWalk);
  EXPECT_TRUE(goal.v_WB.isApprox(wall_start().linear() * Vector3d(0.01, 0, 0)));
}

TEST(Script, StartsEachGoalWhereTheLastOneEnds) {
  const Walk walk{.v_B0 = {0, 0.01, 0}, .distance_m = 0.2};
  const Script script({{.at_s = 0, .motion = walk},
                       {.at_s = 30, .motion = Hold{}},
                       {.at_s = 31, .motion = walk},
                       {.at_s = 60, .motion = kCircle}},
                      {});
  const Isometry3d X_WB0 = wall_start();
  EXPECT_TRUE(script.goal_at(31, X_WB0).X_WB.isApprox(X_WB0 * Eigen::Translation3d(0, 0.4, 0)));
  EXPECT_TRUE(script.goal_at(60, X_WB0).X_WB.isApprox(X_WB0 * Eigen::Translation3d(0, 0.4, 0)));
}

TEST(Script, SwitchesPdWithItsGoals) {
  const Script script({{.at_s = 0, .motion = Hold{}, .pd = false}, {.at_s = 1, .motion = Hold{}}},
                      {});
  EXPECT_FALSE(script.goal_at(0.5, wall_start()).pd);
  EXPECT_TRUE(script.goal_at(1.5, wall_start()).pd);
}

TEST(Script, PushesForExactlyItsDuration) {
  const Script script({}, {{.at_s = 0.7, .duration_s = 0.1, .f_B0 = {0, 20, 0}}});
  int n_pushed = 0;
  for (int tick = 0; tick < 200; ++tick)
    if (!script.push_at(tick * 0.01, wall_start()).isZero()) ++n_pushed;
  EXPECT_EQ(n_pushed, 10);
  EXPECT_TRUE(script.push_at(0.7, wall_start())
                  .isApprox(wall_start().linear() * Vector3d(0, 20, 0), 1e-14));
}

TEST(Script, AddsPushesThatOverlap) {
  const Script script({}, {{.at_s = 0, .duration_s = 1, .f_B0 = {0, 20, 0}},
                           {.at_s = 0.5, .duration_s = 1, .f_B0 = {5, 0, 0}}});
  EXPECT_TRUE(script.push_at(0.7, Isometry3d::Identity()).isApprox(Vector3d(5, 20, 0)));
}

}  // namespace
}  // namespace ventosa::scenarios
