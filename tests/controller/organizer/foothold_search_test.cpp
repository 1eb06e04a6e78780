#include "controller/organizer/foothold_search.h"

#include <gtest/gtest.h>

#include <vector>

#include "controller/kinematics/clearance.h"
#include "controller/kinematics/self_distance.h"
#include "controller/organizer/constraints.h"
#include "tests/controller/over_surfaces.h"

namespace ventosa::controller::foothold_search_test {
namespace {

struct FoundFootholds : testing::Test, test::OverSurfaces {
  PerLeg<Foothold> feet{};
  StepQuery step{.from = {0, leg.p_BW_nominal, -Vector3d::UnitZ()},
                 .q_rad = test::nominal_pose(leg)};
  int ticks = 0;  ///< duration of the last search

  FoundFootholds() {
    for (std::size_t i = 0; i < robot.leg.size(); ++i) stand_on(i, robot.leg[i].p_BW_nominal);
  }
  /// @return false if the leg does not reach this place
  bool stand_on(std::size_t i, const Vector3d& p_WW) {
    const Leg& to = robot.leg[i];
    feet[i] = {0, p_WW, -Vector3d::UnitZ()};
    report[i].q_set_rad = test::nominal_pose(to);
    return follow_leg(to, to.X_BL.inverse() * p_WW, -Vector3d::UnitZ(), report[i].q_set_rad) ==
           IkStatus::kOk;
  }
  Foothold find(double lead_m, OutOfReach far = OutOfReach::kKeep) {
    return find_step(lead_m, far).to;
  }
  FoundStep find_step(double lead_m, OutOfReach far = OutOfReach::kKeep) {
    return find(nominal(lead_m), far);
  }
  /// Continues for as many ticks as it takes.
  FoundStep find(const Vector3d& p_WW, OutOfReach far, int poses_per_tick = kPosesPerTick) {
    int poses_left = 0;
    PlaceSearch at{.begun = true, .step = step, .p_WW = p_WW, .ahead_W = ahead_W};
    const Scene here = scene();
    const FootSearch search{here, 0, feet, at, poses_left};
    list_nominal(search);
    FoundStep found;
    SearchStatus status = SearchStatus::kGoesOn;
    for (ticks = 0; status == SearchStatus::kGoesOn; ++ticks) {
      poses_left = poses_per_tick;
      status = find_foothold(search, far, found, [](const Foothold&) { return true; });
      EXPECT_GT(poses_left, poses_per_tick < 1000 ? -kMostPosesOfACheck : 0);
    }
    EXPECT_EQ(status == SearchStatus::kFound, found.to.patch >= 0);
    return found;
  }
  /// Asks one check about a place.
  template <class Check>
  auto ask(const Foothold& to, Check check) const {
    int poses_left = kPosesPerTick;
    PlaceSearch at{.begun = true, .step = step};
    const Scene here = scene();
    return check(FootSearch{here, 0, feet, at, poses_left}, to);
  }
};

TEST_F(FoundFootholds, AreNominalOnOneSurfaceReachedOrNot) {
  add(0, 3);
  for (const double lead_m : {-0.05, 0.0, 0.05, 2.0}) {
    const auto [to, form] = find_step(lead_m);
    ASSERT_EQ(to.patch, 0);
    EXPECT_EQ(form.higher_m, 0);
    EXPECT_LT((to.p_WW - nominal(lead_m)).norm(), 1e-12);
  }
  const auto [near, form] = find_step(0.3, OutOfReach::kLeave);
  step.form = form;
  ASSERT_EQ(near.patch, 0);
  EXPECT_TRUE(ask(near, reaches));
  EXPECT_GT(near.p_WW.x(), nominal().x() + 0.02);
}

/// There is no room in the gap; the place beyond is taken if it is not much farther.
TEST_F(FoundFootholds, LieOnEitherSideOfAGap) {
  const double x_m = nominal().x();
  add(x_m - 3.02, 3);
  add(x_m + 3.02, 3);
  const Foothold beyond = find(0.02), before = find(-0.08);
  ASSERT_EQ(beyond.patch, 1);
  ASSERT_EQ(before.patch, 0);
  EXPECT_NEAR(room_m(beyond), kEdgeClearance_m, 1e-9);
  EXPECT_NEAR(room_m(before), kEdgeClearance_m, 1e-9);
  EXPECT_TRUE(ask(beyond, reaches));
}

TEST_F(FoundFootholds, AreNotOnTheGroundUnderAGap) {
  const double x_m = nominal().x();
  add(x_m - 3.02, 3);
  add(x_m + 3.02, 3);
  add(0, 3, -0.4);
  EXPECT_EQ(find(0.02).patch, 1);
}

TEST_F(FoundFootholds, AreNoneWhereTheGapIsTooWide) {
  const double x_m = nominal().x();
  add(x_m + 0.12 - 3, 3);
  add(x_m + 3.6, 3);
  step.from.p_WW.x() -= 0.1;
  EXPECT_EQ(find(0.3).patch, 0) << "before the gap";
  surfaces.n = 1;
  surfaces.patch[0].X_WS.translation().x() -= 0.4;
  EXPECT_EQ(find(0.3).patch, -1);
}

/// Searching in parts gives the same places, whatever the size of a part.
TEST_F(FoundFootholds, AreTheSameHoweverOftenTheSearchIsInterrupted) {
  test::Rng random{11};
  int several = 0;
  for (int trial = 0; trial < 100; ++trial) {
    surfaces.n = 0;
    add(step.from.p_WW.x(), 0.11, 0, 0.4);
    for (int k = 0; k < 5; ++k) add_any(random);
    const Vector3d p_WW = nominal(test::uniform(0, 0.15, random));
    const FoundStep at_once = find(p_WW, OutOfReach::kLeave, 1'000'000);
    const FoundStep in_parts = find(p_WW, OutOfReach::kLeave, 1);
    several += ticks > 3;
    EXPECT_EQ(in_parts.to.patch, at_once.to.patch);
    EXPECT_EQ(in_parts.to.p_WW, at_once.to.p_WW);
    EXPECT_EQ(in_parts.form.higher_m, at_once.form.higher_m);
  }
  EXPECT_GT(several, 50);
}

TEST_F(FoundFootholds, AreReachedHigherOverAStep) {
  const double x_m = nominal().x();
  add(x_m - 3 + 0.1, 3);
  add(x_m + 3.1, 3, 0.04);
  step.from.p_WW.x() -= 0.02;
  const FoundStep up = find_step(0.15);
  ASSERT_EQ(up.to.patch, 1);
  EXPECT_GT(up.form.higher_m, 0);
}

/// The first joint gets slower and slower: first the swing is as fast as before, then slower, then
/// refused.
TEST_F(FoundFootholds, AreReachedSlowerWhereAJointWouldBeTooFast) {
  add(0, 3);
  const Foothold place{0, nominal(), -Vector3d::UnitZ()};
  step.from.p_WW.x() -= 0.08;
  ASSERT_TRUE(stand_on(0, step.from.p_WW));
  step.q_rad = report[0].q_set_rad;
  std::vector<double> taken;
  for (double share = 1; share > 0.05; share *= 0.95) {
    RobotModel slow = robot;
    slow.leg[0].joint[0].speed_limit_rad_s *= share;
    StepQuery taking = step;
    int poses_left = kPosesPerTick;
    const bool swings = swings_to({slow, config, in}, 0, place, poses_left, taking);
    const double slower = swings ? taking.form.slower : 0;
    if (taken.empty() || slower != taken.back()) taken.push_back(slower);
  }
  EXPECT_EQ(taken, (std::vector<double>{1, 1.5, 0}));
}

/// The path to every foothold found, sampled much finer than in the search.
TEST_F(FoundFootholds, AreReachedWithoutTouchingAnything) {
  test::Rng random{9};
  int found = 0, higher = 0;
  for (int trial = 0; trial < 400; ++trial) {
    surfaces.n = 0;
    add(step.from.p_WW.x(), 0.11, 0, 0.4);
    for (int k = 0; k < 5; ++k) add_any(random);
    const double lead_m = test::uniform(0, 0.15, random);
    const auto [to, form] = find_step(lead_m);
    if (to.patch < 0 || to.patch == 0) continue;
    step.form = form;
    if (ask(to, way_to) != SwingWay::kFree) continue;  // a nominal place out of reach
    ++found;
    higher += form.higher_m > 0;
    const SwingPath path = path_of(step, to);
    PerJoint<double> q_rad = step.q_rad;
    const Isometry3d X_LW = leg.X_BL.inverse();
    const auto distance = [&](FootPhase phase, double time_s, std::size_t patch) {
      EXPECT_EQ(follow_swing(leg, X_LW, swing_target(path, phase, time_s, config), 0, q_rad),
                IkStatus::kOk);
      return distance_m(leg, leg_pose(leg, q_rad), surfaces.patch[patch], Isometry3d::Identity(),
                        kLeastClearance_m);
    };
    const double T = swing_duration_s(path, FootPhase::kTransfer, config);
    for (std::size_t p = 1; p < static_cast<std::size_t>(surfaces.n); ++p) {
      q_rad = step.q_rad;
      const double start_m = distance(FootPhase::kLift, 0, p);
      if (start_m < 0) continue;  // it stands in this one
      for (int k = 0; k <= 200; ++k)
        ASSERT_GT(distance(FootPhase::kTransfer, k * T / 200, p), start_m - 0.004)
            << trial << " patch " << p;
    }
  }
  EXPECT_GT(found, 40);
  EXPECT_GT(higher, 3);
}

/// The path to every foothold found, with the other feet at random places, sampled finely.
TEST_F(FoundFootholds, AreReachedWithoutTouchingTheRobotItself) {
  test::Rng random{10};
  const auto beside = [&](std::size_t i, double far_m) {
    const Vector3d way_m = test::any_vector(far_m, random);
    return Vector3d(robot.leg[i].p_BW_nominal + Vector3d(way_m.x(), way_m.y(), 0));
  };
  add(0, 3);
  int found = 0, none = 0;
  for (int trial = 0; trial < 400; ++trial) {
    bool all_stand = true;
    for (std::size_t i = 0; i < 4; ++i) all_stand &= stand_on(i, beside(i, 0.2));
    PerLeg<LegPose> pose;
    for (std::size_t i = 0; i < 4; ++i) pose[i] = leg_pose(robot.leg[i], report[i].q_set_rad);
    if (!all_stand || self_distance(robot, pose).distance_m < kClearOfItself_m) continue;
    step.from = feet[0];
    step.q_rad = report[0].q_set_rad;
    const Foothold to = find(beside(0, 0.25), OutOfReach::kLeave).to;
    none += to.patch < 0;
    if (to.patch < 0) continue;
    ++found;
    const SwingPath path = path_of(step, to);
    PerJoint<double> q_rad = step.q_rad;
    const double T = swing_duration_s(path, FootPhase::kTransfer, config);
    double least_m = kSelfRange_m;
    for (int k = 0; k <= 100; ++k) {
      const SwingTarget target = swing_target(path, FootPhase::kTransfer, k * T / 100, config);
      ASSERT_EQ(follow_swing(leg, leg.X_BL.inverse(), target, 0, q_rad), IkStatus::kOk);
      pose[0] = leg_pose(leg, q_rad);
      least_m = std::min(least_m, self_distance(robot, pose, 0).distance_m);
    }
    EXPECT_GT(least_m, 0) << trial;
  }
  EXPECT_GT(found, 100);
  EXPECT_GT(none, 0);
}

TEST(Footholds, AreNominalUnderABodyThatHasGoneOn) {
  const RobotModel robot = test::robot("romerin4");
  const Isometry3d X_WB(Eigen::Translation3d(0, 0, 0.137));
  const Twist forward{.v_W = {0.02, 0, 0}, .w_W = Vector3d::Zero()};
  const Vector3d place = nominal_place(robot.leg[0], gone_on(X_WB, forward, 0.015 + 0.045 / 2));
  const Vector3d nominal = X_WB * robot.leg[0].p_BW_nominal;
  EXPECT_NEAR(place.x() - nominal.x(), 0.015 + 0.045 / 2, 1e-12);
  EXPECT_NEAR(place.y(), nominal.y(), 1e-12);
}

TEST(Footholds, AreNominalUnderABodyThatStands) {
  const RobotModel robot = test::robot("romerin4");
  for (int leg = 0; leg < 4; ++leg) {
    const Leg& model = robot.leg[static_cast<std::size_t>(leg)];
    const Isometry3d X_WB =
        gone_on(Isometry3d::Identity(), {Vector3d::Zero(), Vector3d::Zero()}, 0.015);
    EXPECT_LT((nominal_place(model, X_WB) - model.p_BW_nominal).norm(), 1e-12);
  }
}

TEST(Footholds, LieAheadOfABodyThatTurns) {
  const Isometry3d X_WB(Eigen::Translation3d(1, 0, 0));
  const Twist turn{.v_W = Vector3d::Zero(), .w_W = {0, 0, 0.1}};
  EXPECT_LT((heading_at(turn, {1.3, 0, 0}, X_WB) - Vector3d::UnitY()).norm(), 1e-12);
  EXPECT_EQ(heading_at({Vector3d::Zero(), Vector3d::Zero()}, {1, 2, 3}, X_WB), Vector3d::Zero());
}

}  // namespace
}  // namespace ventosa::controller::foothold_search_test
