#include "controller/organizer/judgement.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "tests/controller/random_robot.h"
#include "tests/controller/resting_robot.h"

namespace ventosa::controller::judgement_test {
namespace {

Isometry3d at(double x_m, double z_m) { return Isometry3d(Eigen::Translation3d(x_m, 0, z_m)); }

/// Any postures: bodies, feet in the air, legs that keep their joints.
struct Judgement : testing::Test, test::RestingRobot {
  static constexpr int kTrials = 150;
  test::Rng random{31};

  Posture any_posture(double way_m = 0.06, double turn_rad = 0.15) {
    Posture at = posture(at_any(way_m, turn_rad));
    for (std::size_t i = 0; i < robot.leg.size(); ++i) {
      const double luck = test::uniform(0, 1, random);
      if (luck < 0.2) at.attached.reset(i);
      if (luck < 0.1) at.foot[i] = {};
    }
    return at;
  }
  Isometry3d at_any(double way_m, double turn_rad) {
    Isometry3d X_WB(Eigen::Translation3d(test::any_vector(way_m, random)));
    X_WB.rotate(Eigen::AngleAxisd(test::uniform(0, turn_rad, random), test::any_direction(random)));
    return X_WB;
  }
  /// All rooms of a posture in the order of the table and of the legs.
  struct Asking {
    const Constraint* constraint;
    int leg;  ///< the asked one
    Objection room{};
    bool asked;
  };
  std::vector<Asking> rooms(const Posture& at) const {
    std::vector<Asking> all;
    const Scene here = scene();
    const Posed posed(here, at);
    for (const Constraint& constraint : constraints())
      for (int leg = -1; leg < robot.n_legs(); ++leg) {
        Asking asking{&constraint, leg, {}, test::is_asked(constraint, at, leg)};
        if (asking.asked) {
          asking.room.leg = leg;
          asking.room.room = constraint.room(posed, asking.room.leg);
          asking.room.reason = constraint.reason;
        }
        all.push_back(asking);
      }
    return all;
  }
  static void expect_same(const Objection& room, const Objection& expected, int trial) {
    EXPECT_EQ(room.reason, expected.reason) << trial << " " << name(room.reason);
    EXPECT_EQ(room.leg, expected.leg) << trial;
    EXPECT_EQ(room.room, expected.room) << trial;
  }
};

TEST_F(Judgement, IsTheLeastRoomOfTheTable) {
  std::map<Reason, int> found;
  for (int trial = 0; trial < kTrials; ++trial) {
    const Posture at = any_posture();
    Objection least{.room = std::numeric_limits<double>::infinity()};
    for (const Asking& asking : rooms(at))
      if (asking.asked && asking.room.room < least.room) least = asking.room;
    const Objection room = assess(scene(), at, Asked::kLifting);
    expect_same(room, least, trial);
    ++found[room.reason];
  }
  EXPECT_GE(found.size(), 3u);
}

TEST_F(Judgement, RefusesNoPostureThatTheRobotHas) {
  for (int trial = 0; trial < kTrials; ++trial) {
    const Posture at = any_posture(0.2, 0.5);
    EXPECT_EQ(objection_to(scene(), at, at, Asked::kLifting).reason, Reason::kNone) << trial;
  }
}

/// A posture that leaves room, or more than before, is permitted. Of the rooms that shrink beyond
/// their limits the first is named.
TEST_F(Judgement, RefusesTheFirstRoomThatShrinksBeyondItsLimit) {
  std::map<Reason, int> refused;
  int grown = 0;
  for (int trial = 0; trial < kTrials; ++trial)
    for (const Asked asked : {Asked::kStanding, Asked::kWalking, Asked::kLifting}) {
      const Posture from = any_posture(), to = any_posture();
      const std::vector<Asking> here = rooms(from), there = rooms(to);
      Objection first;
      bool beyond = false;
      for (std::size_t k = there.size(); k-- > 0;) {
        if (!here[k].asked || !there[k].asked || there[k].constraint->asked > asked) continue;
        beyond |= there[k].room.room < 0;
        if (there[k].room.room < 0 && there[k].room.room < here[k].room.room) first = there[k].room;
      }
      const Objection room = objection_to(scene(), from, to, asked);
      expect_same(room, first, trial);
      ++refused[room.reason];
      grown += beyond && room.reason == Reason::kNone;
    }
  for (const Reason reason : {Reason::kNone, Reason::kUnreachable, Reason::kWayBlocked})
    EXPECT_GT(refused[reason], 10) << name(reason);
  EXPECT_GT(grown, 0);
}

TEST_F(Judgement, AsksTheLoadOnlyOfALift) {
  stand({0, 0, -9.81}, 10);
  const Isometry3d towards(Eigen::Translation3d(0.1 * robot.leg[0].p_BW_nominal.normalized()));
  const Posture here = posture(at(0, 0), LegSet{1}), there = posture(towards, LegSet{1});
  EXPECT_EQ(objection_to(scene(), here, there, Asked::kWalking).reason, Reason::kNone);
  const Objection room = objection_to(scene(), here, there, Asked::kLifting);
  EXPECT_EQ(room.reason, Reason::kLiftRefused);
  EXPECT_GE(room.leg, 0);
}

/// Postures of a step that is set down.
TEST_F(Judgement, OfAPlaceAsksReachThenTheRobotThenSurfaces) {
  Posture at = posture();
  const auto objection = [&] { return objection_to_place(scene(), at, LegSet{0b11}); };
  EXPECT_EQ(objection().reason, Reason::kNone);
  surfaces.n = 2;
  surfaces.patch[1].half_extent_m = {0.02, 0.02};
  surfaces.patch[1].X_WS.translation() =
      body.stance.leg[1].pose.p_BJ[1] - Vector3d(0, 0, robot.leg[1].link[1].radius_m + 0.005);
  EXPECT_EQ(objection().reason, Reason::kWayBlocked);
  EXPECT_EQ(objection().leg, 1);
  EXPECT_EQ(objection_to_place(scene(), at, LegSet{1}).reason, Reason::kNone);
  EXPECT_TRUE(is_clear(scene(), at));
  at.foot[2].p_WW = at.foot[0].p_WW + Vector3d(-0.01, 0, 0);
  EXPECT_FALSE(all_reach(at));
  EXPECT_EQ(objection().reason, Reason::kUnreachable);
  EXPECT_EQ(objection().leg, 2);
}

/// A leg whose hip turns onto the next one.
TEST_F(Judgement, AsksOnlyLegsThatReachWhetherTheyAreClear) {
  Posture at = posture();
  at.attached.reset(0);
  at.foot[0] = {};
  double& hip_rad = report[0].q_set_rad[0];
  const double most_rad = hip_rad + 3;
  while (hip_rad < most_rad && is_clear(scene(), at)) hip_rad += 0.01;
  ASSERT_LT(hip_rad, most_rad);
  const Objection room = objection_to_place(scene(), at, {});
  EXPECT_EQ(room.reason, Reason::kWayBlocked);
  EXPECT_LT(room.room, 0);
  EXPECT_EQ(weigh({scene(), at}).margin, kNothingHolds);
  at.foot[0] = {0, {5, 0, 0}};
  EXPECT_TRUE(is_clear(scene(), at));
}

TEST_F(Judgement, HoldsWhereTheMarginIsNotNegative) {
  int held = 0, fallen = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    const Posture at = any_posture();
    SharingWarmStart warm;
    const Bottleneck least = weigh({scene(), at});
    if (std::abs(least.margin) < 1e-6) continue;
    EXPECT_EQ(holds(scene(), at, warm), least.margin > 0) << trial;
    ++(least.margin > 0 ? held : fallen);
  }
  EXPECT_GT(held, 10);
  EXPECT_GT(fallen, 10);
}

}  // namespace
}  // namespace ventosa::controller::judgement_test
