#include "scenarios/script/script.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "controller/model/rotation.h"

namespace ventosa::scenarios::script_test {
namespace {

using controller::Activity;
using controller::Goal;
using controller::Matrix3d;

const controller::FollowLimits kLimits{{0.05, 0.1, 1}, {0.3, 0.6, 6}};
constexpr Circle kCircle{.radius_m = 0.04, .period_s = 20, .turns = 2};

Vector3d place(double time_s) { return path_point(kCircle, time_s).X.translation(); }
Vector3d velocity(double time_s) { return path_point(kCircle, time_s).twist.v_W; }

/// A start on a wall: no axis is aligned with W.
Isometry3d wall_start() {
  Isometry3d X_WB0 = Isometry3d::Identity();
  X_WB0.translation() << 0.4, -0.2, 1.1;
  X_WB0.linear() = Eigen::AngleAxisd(2.1, Vector3d(1, -2, 0.5).normalized()).toRotationMatrix();
  return X_WB0;
}

Script only(double at_s, decltype(TimedGoal::motion) motion) {
  return Script({{.at_s = at_s, .motion = motion}}, {});
}

TEST(Circle, HasTheVelocityOfItsPositionEverywhere) {
  constexpr double h = 1e-5;
  for (double t = -1; t < duration_s(kCircle) + 1; t += 0.0173) {
    const Vector3d difference = (place(t + h) - place(t - h)) / (2 * h);
    EXPECT_LT((velocity(t) - difference).norm(), 1e-9) << "at " << t << " s";
  }
}

TEST(Circle, HasNoJumpInVelocity) {
  constexpr double h = 1e-4;
  // largest acceleration: ramp 10 sqrt(3) / 3 r / ramp², Coriolis 2 w rho', centripetal w² r
  const double w = 2 * std::numbers::pi / kCircle.period_s;
  const double ramp = kCircle.period_s / 4;
  const double bound = kCircle.radius_m * (5.78 / (ramp * ramp) + 2 * w * 1.875 / ramp + w * w);
  for (double t = -1; t < duration_s(kCircle) + 1; t += h)
    ASSERT_LT((velocity(t + h) - velocity(t)).norm(), bound * h) << "at " << t << " s";
}

TEST(Circle, TurnsAtItsRadiusWithConstantSpeed) {
  const double ramp = kCircle.period_s / 4;
  const double speed = 2 * std::numbers::pi * kCircle.radius_m / kCircle.period_s;
  for (double t = ramp; t <= ramp + kCircle.turns * kCircle.period_s; t += 0.1) {
    EXPECT_NEAR(place(t).norm(), kCircle.radius_m, 1e-12);
    EXPECT_NEAR(velocity(t).norm(), speed, 1e-12);
  }
}

TEST(Circle, StartsAndEndsAtRestInItsCentre) {
  for (const double t : {-1.0, 0.0, duration_s(kCircle), duration_s(kCircle) + 3}) {
    EXPECT_LT(place(t).norm(), 1e-15);
    EXPECT_LT(velocity(t).norm(), 1e-15);
  }
}

TEST(Circle, SweepsAllDirections) {
  double min_x = 0, max_x = 0, min_y = 0, max_y = 0;
  for (double t = 0; t < duration_s(kCircle); t += 0.05) {
    const Vector3d p = place(t);
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

Isometry3d shift(double x, double y, double z) { return Isometry3d(Eigen::Translation3d(x, y, z)); }

TEST(Script, CountsAPoseAfterAWalkFromWhereTheBodyStands) {
  const Walk walk{.v_B0 = {0, 0.01, 0}, .distance_m = 0.2};
  const Script script({{.at_s = 0, .motion = walk},
                       {.at_s = 30, .motion = Pose{shift(0.03, 0, 0)}},
                       {.at_s = 32, .motion = Pose{shift(0, 0, 0.01)}},
                       {.at_s = 34, .motion = Via{{shift(0.01, 0, 0)}, kLimits}},
                       {.at_s = 60, .motion = Hold{}}},
                      {});
  const auto expect_at = [&](double time_s, const Isometry3d& X_B0B) {
    EXPECT_TRUE(script.goal_at(time_s, wall_start()).X_WB.isApprox(wall_start() * X_B0B, 1e-9))
        << "at " << time_s;
  };
  expect_at(31, shift(0.03, 0.2, 0));
  expect_at(33, shift(0, 0.2, 0.01));  // two poses in sequence: both relative to the same position
  expect_at(59, shift(0.01, 0.2, 0));
  expect_at(61, shift(0.01, 0.2, 0));
}

TEST(Script, KeepsItsAxesOverALeaningBody) {
  const Isometry3d leaning(Eigen::AngleAxisd(0.3, Vector3d::UnitY()));
  LegTask reach;
  reach.request.move.shift_B[0] = shift(0.03, 0, 0);
  const Script script({{.at_s = 0, .motion = Pose{leaning}},
                       {.at_s = 5, .motion = kCircle},
                       {.at_s = 70, .motion = Move{.v_B0 = {0.01, 0, 0}}},
                       {.at_s = 80, .motion = reach}},
                      {});
  const auto goal_B0 = [&](double time_s) {
    return script.goal_at(time_s, Isometry3d::Identity());
  };
  for (double t = 5; t < 65; t += 1.3) {
    EXPECT_EQ(goal_B0(t).X_WB.translation().z(), 0);
    EXPECT_TRUE(goal_B0(t).X_WB.linear().isApprox(leaning.linear(), 1e-14));
  }
  EXPECT_TRUE(goal_B0(71).v_WB.isApprox(Vector3d(0.01, 0, 0)));
  const Vector3d shift_W = leaning * goal_B0(81).request.move.shift_B[0].translation();
  EXPECT_TRUE(shift_W.isApprox(Vector3d(0.03, 0, 0), 1e-14));
}

TEST(Script, LeansOnFromALeanThatTheBodyHasWalkedWith) {
  const Isometry3d leaning(Eigen::AngleAxisd(0.3, Vector3d::UnitY()));
  const Script script({{.at_s = 0, .motion = Pose{leaning}},
                       {.at_s = 5, .motion = Walk{.v_B0 = {0.01, 0, 0}, .distance_m = 0.1}},
                       {.at_s = 30, .motion = Pose{}}},
                      {});
  EXPECT_TRUE(script.goal_at(31, Isometry3d::Identity())
                  .X_WB.isApprox(Eigen::Translation3d(0.1, 0, 0) * leaning, 1e-14));
}

TEST(Script, SwitchesPdWithItsGoals) {
  const Script script({{.at_s = 0, .motion = Hold{}, .pd = false}, {.at_s = 1, .motion = Hold{}}},
                      {});
  EXPECT_FALSE(script.goal_at(0.5, wall_start()).pd);
  EXPECT_TRUE(script.goal_at(1.5, wall_start()).pd);
}

const Square kSquare{.side_m = 0.06, .turns = 2, .limits = kLimits.linear};

Via some_via() {
  Via via{.X_B0B = {}, .limits = kLimits};
  for (int k = 0; k < 4; ++k) {
    Isometry3d X = Isometry3d::Identity();
    X.translation() = Vector3d(0.03 * std::sin(k), 0.02 * k, -0.01 * k);
    X.linear() =
        Eigen::AngleAxisd(0.2 * k, Vector3d(1, -k, 0.5 * k).normalized()).toRotationMatrix();
    via.X_B0B.push_back(X);
  }
  return planned(via, Isometry3d(Eigen::Translation3d(0.01, 0, 0)));
}

/// Largest velocity, acceleration (also angular) by differences, as shares of their limits.
template <class Path>
void expect_within_limits(const Path& path) {
  constexpr double h = 1e-3;
  for (double t = h; t < duration_s(path); t += h) {
    const PathPoint a = path_point(path, t - h), b = path_point(path, t),
                    c = path_point(path, t + h);
    const Vector3d v = (c.X.translation() - a.X.translation()) / (2 * h);
    const Matrix3d R = c.X.linear() * a.X.linear().transpose();
    ASSERT_LT((b.twist.v_W - v).norm(), 1e-6) << "at " << t;
    ASSERT_LT((b.twist.w_W - controller::rotation_log(R) / (2 * h)).norm(), 1e-5) << "at " << t;
    ASSERT_LE(b.twist.v_W.norm(), kLimits.linear.speed * (1 + 1e-9));
    ASSERT_LE(b.twist.w_W.norm(), kLimits.angular.speed * (1 + 1e-9));
    ASSERT_LE((c.twist.v_W - a.twist.v_W).norm() / (2 * h), kLimits.linear.acceleration + 1e-9);
    ASSERT_LE((c.twist.w_W - a.twist.w_W).norm() / (2 * h), kLimits.angular.acceleration + 1e-9);
  }
}

TEST(Square, KeepsItsLimitsAndComesBack) {
  expect_within_limits(kSquare);
  EXPECT_TRUE(path_point(kSquare, duration_s(kSquare)).X.matrix().isIdentity(0));
}

TEST(Square, PassesItsFourCornersOnEveryTurn) {
  int n_corners = 0;
  bool in_corner = false;
  for (double t = 0; t < duration_s(kSquare); t += 0.002) {
    const Vector3d p = path_point(kSquare, t).X.translation();
    ASSERT_LE(p.cwiseAbs().maxCoeff(), 0.03 + 1e-12);
    const bool now = p.cwiseAbs().head<2>().minCoeff() > 0.03 - 1e-5;
    n_corners += now && !in_corner;
    in_corner = now;
  }
  EXPECT_EQ(n_corners, 8);
}

TEST(Via, KeepsItsLimitsThroughAllItsPoses) {
  const Via via = some_via();
  expect_within_limits(via);
  const Isometry3d X_B0B_start(Eigen::Translation3d(0.01, 0, 0));
  for (std::size_t k = 0; k < via.X_B0B.size(); ++k) {
    const Isometry3d X = X_B0B_start * path_point(via, via.path.passes_s(k + 1)).X;
    EXPECT_TRUE(X.isApprox(via.X_B0B[k], 1e-9)) << "pose " << k;
  }
}

TEST(PathClock, StandsStillInItsWindowsAndRunsSmoothlyElsewhere) {
  const std::vector<PdWindow> windows{{2, 3}, {4.5, 7}};
  constexpr double h = 1e-4;
  double last_rate = 1;
  for (double t = 0.01; t < 9; t += h) {
    const PathClock clock = path_clock(windows, t);
    const double slope =
        (path_clock(windows, t + h).time_s - path_clock(windows, t - h).time_s) / (2 * h);
    ASSERT_NEAR(clock.rate, slope, 1e-6) << "at " << t;
    ASSERT_LE(std::abs(clock.rate - last_rate), 1.01 * 1.875 / kSlowing_s * h);
    const bool inside = (t > 2 && t < 3) || (t > 4.5 && t < 7);
    ASSERT_TRUE(!inside || clock.rate == 0) << "at " << t;
    last_rate = clock.rate;
  }
  // each window adds its length and half of both ramps
  EXPECT_NEAR(path_clock(windows, 9).time_s, 9 - 3.5 - 2 * kSlowing_s, 1e-12);
}

TEST(Script, TakesPdAwayInTheWindowsOfAPath) {
  const Script script({{.at_s = 1, .motion = kCircle, .pd_off = {{6, 8}}}}, {});
  const auto at = [&](double t) { return script.goal_at(t, wall_start()); };
  EXPECT_TRUE(at(6.99).pd);
  EXPECT_FALSE(at(7).pd);
  EXPECT_FALSE(at(8.99).pd);
  EXPECT_TRUE(at(9).pd);
  EXPECT_TRUE(at(7).v_WB.isZero(0));
  EXPECT_EQ(at(7.5).X_WB.matrix(), at(8.9).X_WB.matrix());
}

constexpr std::int64_t kPeriod_ns = 10'000'000;

sim::Fault leak(int leg, double gap_m) {
  return {.kind = sim::FaultKind::kLeak, .leg = leg, .amount = gap_m};
}

sim::StimulusRecord recorded_at(const Script& script, int tick, const Isometry3d& X_WB0) {
  return record_of(script.stimulus_from(tick * kPeriod_ns, kPeriod_ns, X_WB0), kPeriod_ns);
}

TEST(Script, PushesForExactlyItsDuration) {
  const Script script({}, {{.at_s = 0.7, .duration_s = 0.1, .f_B0 = {0, 20, 0}}});
  const Vector3d f_W = wall_start().linear() * Vector3d(0, 20, 0);
  for (int tick = 0; tick < 200; ++tick) {
    const Vector3d expected_W = tick >= 70 && tick < 80 ? f_W : Vector3d::Zero();
    EXPECT_EQ(recorded_at(script, tick, wall_start()).f_B_W, expected_W) << tick;
  }
}

TEST(Script, PushesWithinOneControlPeriodOrOverTheirBorders) {
  const Script script({}, {{.at_s = 1.003, .duration_s = 0.004, .f_B0 = {400, 0, 0}},
                           {.at_s = 1.018, .duration_s = 0.014, .f_B0 = {0, 100, 0}}});
  const auto force_N = [&](int tick) {
    return recorded_at(script, tick, Isometry3d::Identity()).f_B_W;
  };
  EXPECT_TRUE(force_N(99).isZero(0));
  EXPECT_TRUE(force_N(100).isApprox(Vector3d(160, 0, 0), 1e-14));
  EXPECT_TRUE(force_N(101).isApprox(Vector3d(0, 20, 0), 1e-14));
  EXPECT_TRUE(force_N(102).isApprox(Vector3d(0, 100, 0), 1e-14));
  EXPECT_TRUE(force_N(103).isApprox(Vector3d(0, 20, 0), 1e-14));
  EXPECT_TRUE(force_N(104).isZero(0));
}

TEST(Script, AddsPushesThatOverlap) {
  const Script script({}, {{.at_s = 0, .duration_s = 1, .f_B0 = {0, 20, 0}},
                           {.at_s = 0.5, .duration_s = 1, .f_B0 = {5, 0, 0}}});
  EXPECT_EQ(recorded_at(script, 70, Isometry3d::Identity()).f_B_W, Vector3d(5, 20, 0));
}

TEST(Script, OpensTheWiderOfTwoGapsUnderALipWhileItsLeakLasts) {
  const Script script(
      {}, {}, {}, {},
      {{0.5, 1, leak(1, 0.001)}, {1, 0.2, leak(1, 0.003)}, {1, INFINITY, leak(3, 0.002)}});
  const auto gap_m = [&](int tick, std::size_t leg) {
    return recorded_at(script, tick, wall_start()).fault.gap_m(static_cast<int>(leg));
  };
  EXPECT_EQ(gap_m(49, 1), 0);
  EXPECT_EQ(gap_m(50, 1), 0.001);
  EXPECT_EQ(gap_m(110, 1), 0.003);
  EXPECT_EQ(gap_m(130, 1), 0.001);
  EXPECT_EQ(gap_m(150, 1), 0);
  EXPECT_EQ(gap_m(100'000'000, 3), 0.002);
  EXPECT_EQ(gap_m(110, 0), 0);
}

TEST(Script, PushesLinksBesideTheBody) {
  const Script script({}, {{.at_s = 0, .duration_s = 1, .f_B0 = {0, 20, 0}},
                           {.at_s = 0.5, .duration_s = 1, .f_B0 = {5, 0, 0}, .link = {2, 1}},
                           {.at_s = 0.5, .duration_s = 1, .f_B0 = {0, 0, 7}, .link = {3, 0}}});
  const sim::StimulusRecord alone = recorded_at(script, 40, Isometry3d::Identity());
  EXPECT_TRUE(alone.f_leg_W[2].isZero(0));
  const sim::StimulusRecord all = recorded_at(script, 70, Isometry3d::Identity());
  EXPECT_EQ(all.f_B_W, Vector3d(0, 20, 0));
  EXPECT_EQ(all.f_leg_W[2], Vector3d(5, 0, 0));
  EXPECT_EQ(all.f_leg_W[3], Vector3d(0, 0, 7));
}

}  // namespace
}  // namespace ventosa::scenarios::script_test
