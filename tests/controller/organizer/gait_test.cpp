#include "controller/organizer/gait.h"

#include <gtest/gtest.h>

#include "controller/execution/legs.h"
#include "controller/trajectory/swing.h"
#include "tests/controller/romerin.h"

namespace ventosa::controller {
namespace {

const ControllerConfig kConfig{};

Patch floor_patch(double x_m, double half_m) {
  Patch patch{.half_extent_m = {half_m, half_m}, .friction = 0.6};
  patch.X_WS.translation().x() = x_m;
  return patch;
}

struct WaveGait : testing::Test {
  const RobotModel romerin = test::robot("romerin4");
  PatchList patches;
  Foot foot;

  WaveGait() {
    patches.patch[static_cast<std::size_t>(patches.n++)] = floor_patch(0, 1);
    foot.anchored = true;
    foot.p_WW = Vector3d(0.2, 0.1, 0.087);
    foot = begun_step(foot, {.patch = 0, .p_WW = {0.26, 0.1, 0.087}}, patches);
  }

  Reason tick(double grip_N) {
    const FootReading reading{.grip_force_N = grip_N, .q_rad = foot.q_set, .p_WW = foot.p_WW_goal};
    return advance_foot(romerin.cup, kConfig, reading, foot);
  }

  /// ticks until the phase changes, at most 10000
  int stay(double grip_N) {
    const FootPhase phase = foot.phase;
    int ticks = 0;
    while (foot.phase == phase && ticks < 10000 && tick(grip_N) == Reason::kNone) ++ticks;
    return ticks;
  }
};

TEST_F(WaveGait, GoesThroughItsPhasesInTheirTimes) {
  const double full_N = kConfig.cup_goal_force_N;
  const std::vector<std::tuple<FootPhase, double, int>> story{
      {FootPhase::kUnload, full_N, 40}, {FootPhase::kRelease, 0, 1},   {FootPhase::kLift, 0, 40},
      {FootPhase::kTransfer, 0, 70},    {FootPhase::kLower, 0, 60},    {FootPhase::kTouch, 0, 50},
      {FootPhase::kSeal, full_N, 1},    {FootPhase::kLoad, full_N, 40}};
  for (const auto& [phase, grip_N, ticks] : story) {
    ASSERT_EQ(foot.phase, phase);
    EXPECT_NEAR(stay(grip_N), ticks, 1);
  }
  EXPECT_EQ(foot.phase, FootPhase::kStance);
  EXPECT_TRUE(foot.anchored);
}

TEST_F(WaveGait, LiftsOnlyWhenTheVacuumIsGone) {
  stay(60);
  for (int n = 0; n < 500; ++n) ASSERT_EQ((tick(1.5), foot.phase), FootPhase::kRelease);
  EXPECT_EQ((tick(0.5), foot.phase), FootPhase::kLift);
}

TEST_F(WaveGait, LoadsOnlyAboveTheAttachedShareOfTheGoal) {
  enter(foot, FootPhase::kSeal);
  for (int n = 0; n < 50; ++n) ASSERT_EQ((tick(47.9), foot.phase), FootPhase::kSeal);
  EXPECT_EQ((tick(48.1), foot.phase), FootPhase::kLoad);
}

TEST_F(WaveGait, TriesAgainWhenTheCupDoesNotSealAndThenGivesUp) {
  enter(foot, FootPhase::kSeal);
  for (int retry = 1; retry <= kConfig.gait.seal_retries; ++retry) {
    stay(0);
    ASSERT_EQ(foot.phase, FootPhase::kRelease);
    EXPECT_EQ(foot.retries, retry);
    for (int k = 0; k < 5; ++k) stay(0);
    ASSERT_EQ(foot.phase, FootPhase::kSeal);
  }
  Reason reason = Reason::kNone;
  for (int n = 0; n < 1000 && reason == Reason::kNone; ++n) reason = tick(0);
  EXPECT_EQ(reason, Reason::kSealFailed);
  EXPECT_EQ(foot.phase, FootPhase::kSeal);
}

TEST_F(WaveGait, SwingsWithoutAJumpFromItsAnchorToItsGoal) {
  stay(60);
  Vector3d last = swing_target(foot, kConfig).p_WW;
  EXPECT_EQ(last, Vector3d(0.2, 0.1, 0.087));
  double highest_m = 0, widest_step_m = 0;
  while (foot.phase != FootPhase::kSeal) {
    tick(0);
    const Vector3d now = swing_target(foot, kConfig).p_WW;
    widest_step_m = std::max(widest_step_m, (now - last).norm());
    highest_m = std::max(highest_m, now.z());
    last = now;
  }
  EXPECT_LT((last - Vector3d(0.26, 0.1, 0.087)).norm(), 1e-12);
  EXPECT_NEAR(highest_m, 0.087 + kConfig.gait.lift_m, 1e-12);
  EXPECT_LT(widest_step_m, 0.0022);  // 40 mm in 0.4 s peaks at 1.9 mm a tick
}

TEST_F(WaveGait, RampsItsLoadAwayAndBackWithoutAJump) {
  const auto widest_step = [&] {
    const FootPhase phase = foot.phase;
    double last = availability(foot, kConfig), widest = 0;
    while (tick(60), foot.phase == phase) {
      widest = std::max(widest, std::abs(availability(foot, kConfig) - last));
      last = availability(foot, kConfig);
    }
    return std::pair(widest, last);
  };
  const auto [down, least] = widest_step();
  EXPECT_LT(down, 0.05);
  EXPECT_LT(least, 0.01);
  enter(foot, FootPhase::kLoad);
  EXPECT_LT(availability(foot, kConfig), 0.01);
  const auto [up, most] = widest_step();
  EXPECT_LT(up, 0.05);
  EXPECT_GT(most, 0.99);
}

TEST_F(WaveGait, TakesTheNearestPatchThatHasRoomForTheWholeLip) {
  PatchList two;
  two.patch[0] = floor_patch(0, 0.5);
  two.patch[1] = floor_patch(0, 2);
  two.patch[1].X_WS.translation().z() = -0.02;
  two.n = 2;
  const Leg& leg = romerin.leg[0];
  const auto at = [&](double x_m) {
    return nearest_foothold(leg, romerin.cup, two, {x_m, 0, 0.09});
  };
  EXPECT_EQ(at(0.40).patch, 0);
  EXPECT_NEAR(at(0.40).p_WW.z(), 0.087, 1e-12);
  EXPECT_EQ(at(0.42).patch, 1);
  EXPECT_NEAR(at(0.42).p_WW.z(), 0.067, 1e-12);
  EXPECT_EQ(at(1.95).patch, -1);
}

TEST_F(WaveGait, PlacesAFootSoThatItsStanceIsCentredUnderItsHip) {
  const Twist forward{.v_W = {0.01, 0, 0}, .w_W = Vector3d::Zero()};
  Isometry3d X_WB = Isometry3d::Identity();
  X_WB.translation().z() = 0.137;
  const Foothold hold = next_foothold(romerin, 0, patches, X_WB, forward, kConfig.gait, 0.015);
  // by landing the body has moved 15 mm; until the next lift it moves 45 mm more
  const Vector3d nominal = X_WB * romerin.leg[0].p_BW_nominal;
  EXPECT_NEAR(hold.p_WW.x() - nominal.x(), 0.015 + 0.045 / 2, 1e-12);
  EXPECT_NEAR(hold.p_WW.y(), nominal.y(), 1e-12);
}

TEST_F(WaveGait, TriesAgainFromWhereItStandsAsOftenAsTold) {
  enter(foot, FootPhase::kSeal);
  foot.retries = 0;
  int releases = 0;
  for (int n = 0; n < 5000; ++n) {
    const FootPhase before = foot.phase;
    if (tick(0) == Reason::kSealFailed) break;
    releases += before == FootPhase::kSeal && foot.phase == FootPhase::kRelease;
    if (foot.phase == FootPhase::kRelease) {
      ASSERT_EQ(swing_target(foot, kConfig).p_WW, foot.p_WW_goal);
    }
  }
  EXPECT_EQ(releases, kConfig.gait.seal_retries);
  EXPECT_EQ(begun_step(foot, {.patch = 0}, patches).retries, 0);
}

TEST_F(WaveGait, IsNoAnchorFromItsReleaseToItsSealAndAnchorsWhereItIs) {
  foot.q_set.fill(9);
  PerJoint<double> measured;
  measured.fill(0.25);
  const Vector3d landed(0.261, 0.1, 0.086);
  const auto feel = [&](double grip_N) {
    return advance_foot(romerin.cup, kConfig, {grip_N, measured, landed}, foot);
  };
  while (foot.phase == FootPhase::kUnload) (void)feel(60);
  EXPECT_FALSE(foot.anchored);
  EXPECT_EQ(foot.q_from, measured);  // the wrist is powered where it hangs
  EXPECT_EQ(foot.q_set, measured);
  enter(foot, FootPhase::kSeal);
  (void)feel(60);
  EXPECT_TRUE(foot.anchored);
  EXPECT_EQ(foot.p_WW, landed);
}

TEST_F(WaveGait, TurnsTheCupFromOneSurfaceToTheOtherWithoutAJump) {
  patches.patch[1] = floor_patch(0, 1);
  patches.patch[1].X_WS.linear() =
      Eigen::AngleAxisd(-M_PI / 2, Vector3d::UnitY()).toRotationMatrix();  // a wall, normal -x
  patches.n = 2;
  foot = begun_step(Foot{}, {.patch = 1, .p_WW = {0.3, 0, 0.3}}, patches);
  enter(foot, FootPhase::kTransfer);
  Vector3d last = -Vector3d::UnitZ();
  double roll = 1;
  while (foot.phase == FootPhase::kTransfer) {
    const SwingTarget now = swing_target(foot, kConfig);
    ASSERT_LT((now.z_WF - last).norm(), 0.06);
    ASSERT_LE(now.wrist_roll, roll);
    last = now.z_WF, roll = now.wrist_roll;
    tick(0);
  }
  EXPECT_LT(roll, 1e-3);
  EXPECT_LT((last - Vector3d::UnitX()).norm(), 1e-3);
  enter(foot, FootPhase::kTouch);  // from outside the wall: along its normal
  EXPECT_NEAR((swing_target(foot, kConfig).p_WW - foot.p_WW_goal).x(), -kConfig.gait.touch_m,
              1e-12);
}

TEST_F(WaveGait, KeepsTheWholeLipOnThePatchBothWays) {
  EXPECT_EQ(nearest_foothold(romerin.leg[0], romerin.cup, patches, {0, 0.95, 0.087}).patch, -1);
  EXPECT_EQ(nearest_foothold(romerin.leg[0], romerin.cup, patches, {0, -0.90, 0.087}).patch, 0);
}

TEST_F(WaveGait, PausesTheBodyWhileACupLetsGoOrSeals) {
  for (int k = 0; k <= static_cast<int>(FootPhase::kLoad); ++k) {
    const auto phase = static_cast<FootPhase>(k);
    EXPECT_EQ(pauses_body(phase), phase == FootPhase::kRelease || phase == FootPhase::kSeal);
  }
}

}  // namespace
}  // namespace ventosa::controller
