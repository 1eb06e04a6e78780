#include "controller/organizer/foothold_candidates.h"

#include <gtest/gtest.h>

#include <numbers>
#include <vector>

#include "controller/kinematics/clearance.h"
#include "controller/kinematics/self_distance.h"
#include "controller/model/ground.h"
#include "controller/organizer/foothold_choice.h"
#include "tests/controller/random_robot.h"
#include "tests/controller/romerin.h"

namespace ventosa::controller::foothold_candidates_test {
namespace {

const Vector3d kAhead = Vector3d::UnitX();

/// A quadruped over surfaces given by a test; its body is at the origin, its left front leg stands
/// on its nominal place.
struct Places : testing::Test {
  const RobotModel robot = test::robot("romerin4");
  const Leg& leg = robot.leg[0];
  const double ground_m = leg.p_BW_nominal.z() - leg.foot.standoff_m;
  ControllerConfig config;
  mutable int poses_left = 0;
  PerLeg<ModuleReport> report{};
  BodyEstimate body;
  Goal goal;
  PerLeg<Vector3d> F_last_B = zero_vectors();
  PerLeg<Foothold> feet{};
  Gait gait;  ///< no row: no stance is checked

  Places() {
    for (std::size_t i = 0; i < robot.leg.size(); ++i) stand(i, robot.leg[i].p_BW_nominal);
  }
  /// Whether the leg reaches this place.
  bool stand(std::size_t i, const Vector3d& p_WW) {
    const Leg& to = robot.leg[i];
    feet[i] = {0, p_WW, -Vector3d::UnitZ()};
    report[i].q_set_rad = test::nominal_pose(to);
    return follow_leg(to, to.X_BL.inverse() * p_WW, -Vector3d::UnitZ(), report[i].q_set_rad) ==
           IkStatus::kOk;
  }
  PatchList patches;
  StepQuery step{.from = {0, leg.p_BW_nominal, -Vector3d::UnitZ()},
                 .q_rad = test::nominal_pose(leg)};

  void add(double x_m, double half_x_m, double height_m = 0, double half_y_m = 3) {
    Patch& patch = patches.patch[static_cast<std::size_t>(patches.n++)];
    patch = {.half_extent_m = {half_x_m, half_y_m}, .friction = 0.6};
    patch.X_WS.translation() = Vector3d(x_m, 0, ground_m + height_m);
  }
  void add_any(test::Rng& random) {
    Patch& patch = patches.patch[static_cast<std::size_t>(patches.n++)];
    patch.half_extent_m = {test::uniform(0.05, 0.4, random), test::uniform(0.05, 0.4, random)};
    patch.X_WS = Eigen::Translation3d(leg.p_BW_nominal + test::any_vector(0.3, random));
    patch.X_WS.translation().z() = ground_m + test::uniform(-0.03, 0.05, random);
    patch.X_WS.rotate(
        Eigen::AngleAxisd(test::uniform(0, 0.5, random), test::any_direction(random)));
  }
  StepScene scene() const {
    poses_left = kPosesPerTick;
    return {leg, patches, config, poses_left};
  }
  Vector3d nominal(double lead_m = 0) const { return leg.p_BW_nominal + lead_m * kAhead; }
  Foothold choose(double lead_m, OutOfReach far = OutOfReach::kKeep) const {
    return choose(step, nominal(lead_m), far);
  }
  /// Continues for as many ticks as it takes.
  Foothold choose(const StepQuery& query, const Vector3d& p_WW, OutOfReach far) const {
    PlaceSearch search;
    Foothold to;
    do {
      poses_left = kPosesPerTick;
      ++ticks;
    } while (
        choose_foothold({robot, config, {body, report, patches, goal, F_last_B}, gait, 0, feet}, 0,
                        query, p_WW, kAhead, far, search, poses_left, to) == SearchStatus::kGoesOn);
    return to;
  }
  mutable int ticks = 0;  ///< shared by all searches
  /// From the lip's rim to the nearest edge of its patch.
  double room_m(const Foothold& to) const {
    const Patch& patch = patches.patch[static_cast<std::size_t>(to.patch)];
    const Vector3d p_S = patch.X_WS.inverse() * to.p_WW;
    return (patch.half_extent_m - p_S.head<2>().cwiseAbs()).minCoeff() - robot.cup()->lip_radius_m;
  }
};

TEST_F(Places, LieOnTheirPatchesWithClearanceToEveryEdge) {
  test::Rng random{7};
  int found = 0;
  for (int trial = 0; trial < 300; ++trial) {
    patches.n = 0;
    for (int k = 0; k < kMaxPatches; ++k) add_any(random);
    const PlaceList list = places_near(leg, patches, nominal(), kAhead);
    for (int k = 0; k < list.n; ++k) {
      const Foothold& to = list.place[static_cast<std::size_t>(k)];
      const Patch& patch = patches.patch[static_cast<std::size_t>(to.patch)];
      ASSERT_GE(room_m(to), kEdgeClearance_m - kJoint_m / 2);
      ASSERT_NEAR((patch.X_WS.inverse() * to.p_WW).z(), leg.foot.standoff_m, 1e-12);
      ASSERT_EQ(to.z_WF, -patch.X_WS.linear().col(2));
      ++found;
    }
  }
  EXPECT_GT(found, 3000);
}

TEST_F(Places, AreNearestFirstAndAheadRatherThanBehind) {
  test::Rng random{8};
  for (int trial = 0; trial < 100; ++trial) {
    patches.n = 0;
    for (int k = 0; k < 6; ++k) add_any(random);
    const PlaceList list = places_near(leg, patches, nominal(), kAhead);
    double last_m = 0;
    for (int k = 0; k < list.n; ++k) {
      const Vector3d way_W = list.place[static_cast<std::size_t>(k)].p_WW - nominal();
      const double cost_m = way_W.norm() - 0.5 * way_W.x();
      EXPECT_GT(cost_m, last_m - 0.0011);
      last_m = cost_m;
    }
  }
}

TEST_F(Places, AreTheNearestOfAllWhereThereIsRoom) {
  add(0, 3);
  const PlaceList list = places_near(leg, patches, nominal(), Vector3d::Zero());
  ASSERT_GT(list.n, 16);
  EXPECT_LT((list.place[0].p_WW - nominal()).norm(), 1e-12);
  for (std::size_t k = 1; k <= 8; ++k)
    EXPECT_NEAR((list.place[k].p_WW - nominal()).norm(), 0.03, 1e-12);
}

TEST_F(Places, AreNoneWithoutRoomOrSense) {
  EXPECT_EQ(places_near(leg, patches, nominal(), kAhead).n, 0);
  add(0.3, 0.05);
  EXPECT_EQ(places_near(leg, patches, nominal(), kAhead).n, 0) << "too small";
  patches.n = 0;
  add(3, 0.5);
  EXPECT_EQ(places_near(leg, patches, nominal(), kAhead).n, 0) << "too far";
  patches.n = 0;
  add(0, 3);
  const Vector3d nowhere = Vector3d::Constant(std::nan(""));
  EXPECT_EQ(places_near(leg, patches, nowhere, kAhead).n, 0);
}

TEST(PlacesOnUnevenGround, AreAsHighAsTheFootStoodAndApproachedSlowly) {
  const RobotModel robot = test::robot("hexapod3");
  const Leg& leg = robot.leg[0];
  ControllerConfig config;
  config.gait.approach_m = 0.008;
  PatchList patches{.n = 2};
  int poses_left = 0;
  const StepScene scene{leg, patches, config, poses_left};
  const Foothold last{0, {0.1, 0, 0.012}}, to{0, {0.15, 0, 0}};
  const auto expected = [&] { return on_ground(scene, last, to); };
  EXPECT_EQ(expected().p_WW, to.p_WW) << "even";
  EXPECT_EQ(expected().approach.speed_m_s, 0) << "even";
  patches.patch[0].uneven_m = 0.03;
  EXPECT_LT((expected().p_WW - Vector3d(0.15, 0, 0.012)).norm(), 1e-12);
  EXPECT_EQ(expected().approach.from_m, 0.008);
  EXPECT_EQ(expected().approach.speed_m_s, leg.foot.seek_m_s());
  EXPECT_EQ(on_ground(scene, {1, last.p_WW}, to).p_WW, to.p_WW) << "from another patch";
  patches.patch[0].uneven_m = 0.005;
  EXPECT_LT((expected().p_WW - Vector3d(0.15, 0, 0.005)).norm(), 1e-12);
  EXPECT_EQ(expected().approach.from_m, 0.005);
}

TEST_F(Places, AreNominalOnOneSurfaceReachedOrNot) {
  add(0, 3);
  for (const double lead_m : {-0.05, 0.0, 0.05, 2.0}) {
    const Foothold to = choose(lead_m);
    ASSERT_EQ(to.patch, 0);
    EXPECT_EQ(to.higher_m, 0);
    EXPECT_LT((to.p_WW - nominal(lead_m)).norm(), 1e-12);
  }
  const Foothold near = choose(0.3, OutOfReach::kLeave);
  ASSERT_EQ(near.patch, 0);
  EXPECT_TRUE(reaches(scene(), step, near));
  EXPECT_GT(near.p_WW.x(), nominal().x() + 0.02);
}

/// There is no room in the gap; the place beyond is taken if it is not much farther.
TEST_F(Places, LieOnEitherSideOfAGap) {
  const double x_m = nominal().x();
  add(x_m - 3.02, 3);
  add(x_m + 3.02, 3);
  const Foothold beyond = choose(0.02), before = choose(-0.08);
  ASSERT_EQ(beyond.patch, 1);
  ASSERT_EQ(before.patch, 0);
  EXPECT_NEAR(room_m(beyond), kEdgeClearance_m, 1e-9);
  EXPECT_NEAR(room_m(before), kEdgeClearance_m, 1e-9);
  EXPECT_TRUE(reaches(scene(), step, beyond));
}

TEST_F(Places, AreNotOnTheGroundUnderAGap) {
  const double x_m = nominal().x();
  add(x_m - 3.02, 3);
  add(x_m + 3.02, 3);
  add(0, 3, -0.4);
  EXPECT_EQ(choose(0.02).patch, 1);
}

TEST_F(Places, AreNoneWhereTheGapIsTooWide) {
  const double x_m = nominal().x();
  add(x_m + 0.12 - 3, 3);
  add(x_m + 3.6, 3);
  step.from.p_WW.x() -= 0.1;
  EXPECT_EQ(choose(0.3).patch, 0) << "before the gap";
  patches.n = 1;
  patches.patch[0].X_WS.translation().x() -= 0.4;
  EXPECT_EQ(choose(0.3).patch, -1);
}

/// Searching in parts gives the same places, whatever the size of a part.
TEST_F(Places, AreTheSameHoweverOftenTheSearchIsInterrupted) {
  test::Rng random{11};
  int several = 0;
  for (int trial = 0; trial < 100; ++trial) {
    patches.n = 0;
    add(step.from.p_WW.x(), 0.11, 0, 0.4);
    for (int k = 0; k < 5; ++k) add_any(random);
    const Vector3d p_WW = nominal(test::uniform(0, 0.15, random));
    const auto search_with = [&](int poses) {
      PlaceSearch search;
      Foothold to;
      SearchStatus status = SearchStatus::kGoesOn;
      for (ticks = 0; status == SearchStatus::kGoesOn; ++ticks) {
        poses_left = poses;
        status =
            choose_foothold({robot, config, {body, report, patches, goal, F_last_B}, gait, 0, feet},
                            0, step, p_WW, kAhead, OutOfReach::kLeave, search, poses_left, to);
        EXPECT_GT(poses_left, poses < 1000 ? -kMostPosesOfACheck : 0);
      }
      EXPECT_EQ(status == SearchStatus::kFound, to.patch >= 0);
      return to;
    };
    const Foothold at_once = search_with(1'000'000);
    const Foothold in_parts = search_with(1);
    several += ticks > 3;
    EXPECT_EQ(in_parts.patch, at_once.patch);
    EXPECT_EQ(in_parts.p_WW, at_once.p_WW);
    EXPECT_EQ(in_parts.higher_m, at_once.higher_m);
  }
  EXPECT_GT(several, 50);
}

TEST_F(Places, AreReachedHigherOverAStep) {
  const double x_m = nominal().x();
  add(x_m - 3 + 0.1, 3);
  add(x_m + 3.1, 3, 0.04);
  step.from.p_WW.x() -= 0.02;
  const Foothold up = choose(0.15);
  ASSERT_EQ(up.patch, 1);
  EXPECT_GT(up.higher_m, 0);
}

/// The first joint gets slower and slower: first the swing is as fast as before, then slower, then
/// refused.
TEST_F(Places, AreReachedSlowerWhereAJointWouldBeTooFast) {
  add(0, 3);
  const Foothold place{0, nominal(), -Vector3d::UnitZ()};
  step.from.p_WW.x() -= 0.08;
  ASSERT_TRUE(stand(0, step.from.p_WW));
  step.q_rad = report[0].q_set_rad;
  std::vector<double> taken;
  for (double share = 1; share > 0.05; share *= 0.95) {
    Leg slow = leg;
    slow.joint[0].speed_limit_rad_s *= share;
    const StepScene with_slow{slow, patches, config, poses_left};
    Foothold to;
    const double slower = swings_to(with_slow, step, place, to) ? to.slower : 0;
    if (taken.empty() || slower != taken.back()) taken.push_back(slower);
  }
  EXPECT_EQ(taken, (std::vector<double>{1, 1.5, 0}));
}

/// The path to every foothold found, sampled much finer than in the search.
TEST_F(Places, AreReachedWithoutTouchingAnything) {
  test::Rng random{9};
  int found = 0, higher = 0;
  for (int trial = 0; trial < 400; ++trial) {
    patches.n = 0;
    add(step.from.p_WW.x(), 0.11, 0, 0.4);
    for (int k = 0; k < 5; ++k) add_any(random);
    const double lead_m = test::uniform(0, 0.15, random);
    Foothold to = choose(lead_m);
    if (to.patch < 0 || to.patch == 0) continue;
    if (way_to(scene(), step, to) != SwingWay::kFree) continue;  // a nominal place out of reach
    ++found;
    higher += to.higher_m > 0;
    const SwingPath path = path_of(step, to);
    PerJoint<double> q_rad = step.q_rad;
    const Isometry3d X_LW = leg.X_BL.inverse();
    const auto distance = [&](FootPhase phase, double time_s, std::size_t patch) {
      EXPECT_EQ(follow_swing(leg, X_LW, swing_target(path, phase, time_s, config), 0, q_rad),
                IkStatus::kOk);
      return distance_m(leg, leg_pose(leg, q_rad), patches.patch[patch], Isometry3d::Identity(),
                        kLeastClearance_m);
    };
    const double T = swing_duration_s(path, FootPhase::kTransfer, config);
    for (std::size_t p = 1; p < static_cast<std::size_t>(patches.n); ++p) {
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
TEST_F(Places, AreReachedWithoutTouchingTheRobotItself) {
  test::Rng random{10};
  const auto beside = [&](std::size_t i, double far_m) {
    const Vector3d way_m = test::any_vector(far_m, random);
    return Vector3d(robot.leg[i].p_BW_nominal + Vector3d(way_m.x(), way_m.y(), 0));
  };
  add(0, 3);
  int found = 0, none = 0;
  for (int trial = 0; trial < 400; ++trial) {
    bool all_stand = true;
    for (std::size_t i = 0; i < 4; ++i) all_stand &= stand(i, beside(i, 0.2));
    PerLeg<LegPose> pose;
    for (std::size_t i = 0; i < 4; ++i) pose[i] = leg_pose(robot.leg[i], report[i].q_set_rad);
    if (!all_stand || self_distance(robot, pose).distance_m < kClearOfItself_m) continue;
    step.from = feet[0];
    step.q_rad = report[0].q_set_rad;
    const Foothold to = choose(step, beside(0, 0.25), OutOfReach::kLeave);
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

}  // namespace
}  // namespace ventosa::controller::foothold_candidates_test
