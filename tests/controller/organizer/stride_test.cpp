#include "controller/organizer/stride.h"

#include <gtest/gtest.h>

#include <numbers>

#include "controller/organizer/rollout.h"
#include "tests/controller/weighed_stance.h"

namespace ventosa::controller::stride_test {
namespace {

const Vector3d kGround(0, 0, -9.81), kWall(-9.81, 0, 0);

/// A robot in its default stance on a plane; the body frame is the world.
struct Walker {
  explicit Walker(const char* name, const Vector3d& g_B = kGround, double grip_N = 120)
      : robot(test::robot(name)) {
    body.stance = test::weighed_stance(robot, g_B, grip_N);
    Patch& plane = surfaces.patch[0];
    plane = {.half_extent_m = {5, 5}, .friction = 0.6};
    plane.X_WS.translation().z() = robot.leg[0].p_BW_nominal.z() - robot.leg[0].foot.standoff_m;
    surfaces.n = 1;
    for (std::size_t i = 0; i < robot.leg.size(); ++i) {
      body.contact[i].p_WW = body.stance.leg[i].pose.p_BW;
      body.contact[i].patch = 0;
      report[i].q_set_rad = test::nominal_pose(robot.leg[i]);
      report[i].attached = true;
    }
  }
  OrganizerInput input() const { return {body, report, surfaces, goal, F_last_B}; }
  const Gait& gait() const { return robot.gait[0]; }

  /// Continues until the stride is known. @return number of ticks
  int plan(const Vector3d& v_W) {
    int ticks = 0;
    do {
      plan_stride(robot, config, input(), gait(), {v_W, Vector3d::Zero()}, state);
      ++ticks;
    } while (!knows_stride(state.stride) && ticks < 10000);
    return ticks;
  }
  bool can_walk(const Vector3d& v_W, const Stride& stride) const {
    Rollout rollout = begin_rollout(robot, input(), state);
    SharingWarmStart warm;
    const int n_rows = static_cast<int>(gait().row.size());
    for (int row = 0; row < 2 * n_rows; ++row)
      if (!roll(v_W, stride, row < n_rows, rollout, warm)) return false;
    return true;
  }
  /// Continues for as many ticks as it takes.
  bool roll(const Vector3d& v_W, const Stride& stride, bool may_cut, Rollout& rollout,
            SharingWarmStart& warm) const {
    Roll roll = Roll::kGoesOn;
    while (roll == Roll::kGoesOn)
      roll = roll_row(robot, config, input(), gait(), {v_W, Vector3d::Zero()}, stride, may_cut,
                      rollout, warm);
    return roll == Roll::kYes;
  }

  const RobotModel robot;
  ControllerConfig config;
  PerLeg<ModuleReport> report{};
  PatchList surfaces;
  Goal goal;
  PerLeg<Vector3d> F_last_B = zero_vectors();
  BodyEstimate body;
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
      EXPECT_LE(walker.plan(Vector3d::UnitX()), 2 * kSpreads * kStrideRounds * 2 * n_rows) << name;
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
  plan_stride(walker.robot, walker.config, walker.input(), walker.gait(),
              {Vector3d(1, 0.05, 0), Vector3d::Zero()}, walker.state);
  EXPECT_TRUE(knows_stride(walker.state.stride));  // hardly another way
  plan_stride(walker.robot, walker.config, walker.input(), walker.gait(),
              {Vector3d(0, 1, 0), Vector3d::Zero()}, walker.state);
  EXPECT_FALSE(knows_stride(walker.state.stride));
  walker.plan(Vector3d::UnitY());
  walker.body.stance.g_B = kWall;
  plan_stride(walker.robot, walker.config, walker.input(), walker.gait(),
              {Vector3d(0, 1, 0), Vector3d::Zero()}, walker.state);
  EXPECT_FALSE(knows_stride(walker.state.stride));
}

TEST(Rollout, EndsWhereALegOrItsJointsOrItsCupsOrTheSurfaceDo) {
  const Vector3d ahead = Vector3d::UnitX();
  EXPECT_TRUE(Walker("romerin4").can_walk(ahead, {0.1, 0}));
  EXPECT_FALSE(Walker("romerin4").can_walk(ahead, {0.6, 0})) << "beyond reach";
  Walker slow("romerin4");
  RobotModel& robot = const_cast<RobotModel&>(slow.robot);
  for (Leg& leg : robot.leg)
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
  Rollout rollout = begin_rollout(walker.robot, walker.input(), walker.state);
  SharingWarmStart warm;
  const int n_rows = static_cast<int>(walker.gait().row.size());
  const auto roll_cycle = [&] {
    for (int row = 0; row < n_rows; ++row)
      ASSERT_TRUE(walker.roll(Vector3d::UnitX(), {stride_m, 0}, false, rollout, warm));
  };
  roll_cycle();
  roll_cycle();
  const Rollout before = rollout;
  roll_cycle();
  EXPECT_NEAR(rollout.X_WB.translation().x() - before.X_WB.translation().x(), stride_m, 1e-12);
  for (std::size_t i = 0; i < walker.robot.leg.size(); ++i)
    EXPECT_LT((rollout.at[i].p_WW - before.at[i].p_WW - stride_m * Vector3d::UnitX()).norm(), 1e-9)
        << i;
}

}  // namespace
}  // namespace ventosa::controller::stride_test
