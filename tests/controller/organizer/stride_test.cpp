#include "controller/organizer/stride.h"

#include <gtest/gtest.h>

#include <numbers>

#include "tests/controller/resting_robot.h"

namespace ventosa::controller::stride_test {
namespace {

const Vector3d kGround(0, 0, -9.81), kWall(-9.81, 0, 0);

constexpr double kSpeed_m_s = 0.02;

/// A robot in its default stance on a plane that plans its walk.
struct Walker : test::RestingRobot {
  explicit Walker(const char* name, const Vector3d& g_B = kGround, double grip_N = 120)
      : RestingRobot(name, g_B, grip_N) {}
  const Gait& gait() const { return robot.gait[0]; }

  void plan_one_tick(const Twist& twist) {
    state.poses_left = kPosesPerTick;
    renew_stride_plan(scene(), gait(), twist, state);
    plan_stride(scene(), gait(), twist, state);
  }
  /// Continues until the stride is known. @return number of ticks
  int plan(const Vector3d& ahead_W) {
    int ticks = 0;
    do {
      plan_one_tick({kSpeed_m_s * ahead_W, Vector3d::Zero()});
      ++ticks;
    } while (!state.stride.is_known() && ticks < 10000);
    return ticks;
  }
  Rollout begin_rollout() const {
    const PerLeg<Foothold> feet = feet_after(scene(), {}, state.task);
    return {.stage = {.stands = feet, .to = feet, .q_rad = joints_now(scene())}};
  }
  bool can_walk(const Vector3d& ahead_W, const Stride& stride) const {
    Rollout rollout = begin_rollout();
    const int n_rows = static_cast<int>(gait().row.size());
    for (int row = 0; row < 2 * n_rows; ++row)
      if (!roll(ahead_W, stride, row < n_rows, rollout)) return false;
    return true;
  }
  /// Continues for as many ticks as it takes.
  bool roll(const Vector3d& ahead_W, const Stride& stride, bool may_cut, Rollout& rollout) const {
    const Twist twist{kSpeed_m_s * ahead_W, Vector3d::Zero()};
    Roll roll = Roll::kGoesOn;
    while (roll == Roll::kGoesOn) {
      Row row{gait(), twist, rollout.stage, stride};
      row.may_be_cut = may_cut;
      int poses_left = kPosesPerTick;
      roll = roll_row(scene(), row, rollout, poses_left);
    }
    return roll == Roll::kYes;
  }

  OrganizerState state;
};

Vector3d towards(int k, int n) {
  const double angle_rad = 2 * std::numbers::pi * k / n;
  return {std::cos(angle_rad), std::sin(angle_rad), 0};
}

TEST(Stride, IsKnownAfterTheTicksThatItMayTake) {
  for (const char* name : {"romerin4", "romerin5", "romerin6", "romerin10"})
    for (const Vector3d& g_B : {kGround, kWall}) {
      Walker walker(name, g_B);
      const int n_rows = static_cast<int>(walker.gait().row.size());
      EXPECT_LE(walker.plan(Vector3d::UnitX()),
                2 * StridePlan::kSpreads * kStrideRounds * 2 * n_rows)
          << name;
      EXPECT_GT(walker.state.stride.stride_m, 0.03) << name;
    }
}

/// Accurate to the last bisection step. Feasible strides need not form one interval: then a shorter
/// one may be found.
TEST(Stride, IsTheLongestThatCanBeWalked) {
  int found = 0, longest = 0;
  for (const Vector3d& g_B : {kGround, kWall})
    for (int k = 0; k < 8; ++k) {
      Walker walker("romerin4", g_B, 90);
      walker.config.gait.stride_m = 0.4;
      walker.plan(towards(k, 8));
      const StridePlan& plan = walker.state.stride;
      if (plan.longest_m <= 0) continue;
      ++found;
      EXPECT_TRUE(walker.can_walk(towards(k, 8), {plan.stride_m, plan.spread_m})) << k;
      longest += !walker.can_walk(towards(k, 8), {plan.stride_m + 0.4 / 15, plan.spread_m});
    }
  EXPECT_GE(found, 14);
  EXPECT_GE(longest, found - 3);
}

TEST(Stride, IsAllThatIsAllowedWhereThatIsLittle) {
  Walker walker("romerin4");
  walker.config.gait.stride_m = 0.05;
  walker.plan(Vector3d::UnitX());
  EXPECT_EQ(walker.state.stride.stride_m, 0.05);
  EXPECT_EQ(walker.state.stride.spread_m, 0);
}

TEST(Stride, IsShorterWhereTheCupsHoldLess) {
  double last_m = 1;
  for (const double grip_N : {120.0, 92.0, 86.0}) {
    Walker walker("romerin4", kWall, grip_N);
    walker.config.gait.stride_m = 0.4;
    walker.plan(Vector3d::UnitY());
    EXPECT_LT(walker.state.stride.stride_m, last_m) << grip_N;
    last_m = walker.state.stride.stride_m;
  }
}

TEST(Stride, IsPlannedAnewWhereTheWalkOrTheBodyTurns) {
  Walker walker("romerin4");
  walker.plan(Vector3d::UnitX());
  walker.plan_one_tick({Vector3d(1, 0.05, 0), Vector3d::Zero()});
  EXPECT_TRUE(walker.state.stride.is_known());  // hardly another way
  walker.plan_one_tick({Vector3d(0, 1, 0), Vector3d::Zero()});
  EXPECT_FALSE(walker.state.stride.is_known());
  walker.plan(Vector3d::UnitY());
  walker.body.stance.g_B = kWall;
  walker.plan_one_tick({Vector3d(0, 1, 0), Vector3d::Zero()});
  EXPECT_FALSE(walker.state.stride.is_known());
}

TEST(Rollout, EndsWhereALegOrItsJointsOrItsCupsOrTheSurfaceDo) {
  const Vector3d ahead = Vector3d::UnitX();
  EXPECT_TRUE(Walker("romerin4").can_walk(ahead, {0.1, 0}));
  EXPECT_FALSE(Walker("romerin4").can_walk(ahead, {0.6, 0})) << "beyond reach";
  Walker slow("romerin4");
  for (Leg& leg : slow.robot.leg)
    for (Joint& joint : leg.joint) joint.speed_limit_rad_s /= 4;
  EXPECT_FALSE(slow.can_walk(ahead, {0.1, 0})) << "joints too slow";
  EXPECT_TRUE(Walker("romerin4", kWall, 120).can_walk(ahead, {0.1, 0}));
  EXPECT_FALSE(Walker("romerin4", kWall, 60).can_walk(ahead, {0.1, 0})) << "cups too weak";
  Walker edge("romerin4");
  edge.surfaces.patch[0].half_extent_m = {0.33, 5};
  EXPECT_FALSE(edge.can_walk(ahead, {0.1, 0})) << "no surface";
}

/// After the first cycle, which uses half strides.
TEST(Rollout, SetsEveryFootDownAStrideAheadOfWhereItStood) {
  Walker walker("romerin6");
  const double stride_m = 0.1;
  Rollout rollout = walker.begin_rollout();
  const int n_rows = static_cast<int>(walker.gait().row.size());
  const auto roll_cycle = [&] {
    for (int row = 0; row < n_rows; ++row)
      ASSERT_TRUE(walker.roll(Vector3d::UnitX(), {stride_m, 0}, false, rollout));
  };
  roll_cycle();
  roll_cycle();
  const Stage before = rollout.stage;
  roll_cycle();
  const Stage& after = rollout.stage;
  EXPECT_NEAR(after.X_WB.translation().x() - before.X_WB.translation().x(), stride_m, 1e-12);
  for (std::size_t i = 0; i < walker.robot.leg.size(); ++i) {
    const Vector3d way_W = after.stands[i].p_WW - before.stands[i].p_WW;
    EXPECT_LT((way_W - stride_m * Vector3d::UnitX()).norm(), 1e-9) << i;
  }
}

}  // namespace
}  // namespace ventosa::controller::stride_test
