#include "controller/kinematics/redundancy.h"

#include <gtest/gtest.h>

#include <sstream>

#include "controller/kinematics/joint_limits.h"
#include "tests/controller/denavit_hartenberg.h"
#include "tests/controller/romerin.h"

namespace ventosa::controller {
namespace {

constexpr int kPaths = 60;
constexpr int kWaypoints = 40;
constexpr double kPeriod_s = 0.1;

double least_room(const Leg& leg, const LegTask& task, const PerJoint<double>& q) {
  if (!task.held) return limit_room(leg, q);
  double least = 1;
  for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_arm); ++j)
    least = std::min(least, joint_room(leg.joint[j], q[j]));
  return least;
}

struct Redundancy : testing::Test {
  const Leg leg = test::robot("romerin4x7").leg[0];
  const PerJoint<double> start = test::nominal_pose(leg);
  std::mt19937_64 rng{7};

  Vector3d down_L() const { return leg.X_BL.linear().transpose() * Vector3d(0, 0, -1); }

  LegTask any_task(bool held) {
    LegTask task{.held = held, .g_B = 9.81 * test::random_vector(1, rng).normalized()};
    task.p_LW = leg.X_BL.inverse() * leg.p_BW_nominal + test::random_vector(0.15, rng);
    task.z_LF = (down_L() + test::random_vector(0.4, rng)).normalized();
    if (held) task.F_B = test::random_vector(15, rng);
    return task;
  }

  /// A closed loop of the wrist point and the cup, once round in kWaypoints periods.
  struct Loop {
    LegTask middle;
    Vector3d a, b, turn;

    LegTask at(double waypoint) const {
      const double s = 2 * std::numbers::pi * waypoint / kWaypoints;
      LegTask task = middle;
      task.p_LW += std::sin(s) * a + std::sin(2 * s + 1) * b;
      task.z_LF = (middle.z_LF + std::sin(s) * turn).normalized();
      return task;
    }
    std::vector<LegTask> waypoints() const {
      std::vector<LegTask> path;
      for (int i = 0; i < kWaypoints; ++i) path.push_back(at(i));
      return path;
    }
  };
  Loop any_loop(bool held) {
    return {any_task(held), test::random_vector(0.08, rng), test::random_vector(0.06, rng),
            test::random_vector(0.3, rng)};
  }

  /// Every answer within limits at kPlaces of joint 0.
  std::vector<PerJoint<double>> sampled(const LegTask& task) {
    constexpr int kPlaces = 33;
    std::vector<PerJoint<double>> all;
    for (int k = 0; k < 8 * kPlaces; ++k) {
      const Branch branch{static_cast<Hip>(k & 1), static_cast<Elbow>(k >> 1 & 1),
                          static_cast<Wrist>(k >> 2 & 1)};
      PerJoint<double> q = start;
      q[0] = leg.joint[0].q_min_rad * (1 - 2.0 * (k / 8) / (kPlaces - 1));
      const IkStatus status = task.held ? solve_arm(leg, task.p_LW, branch.hip, branch.elbow, q)
                                        : solve_leg(leg, task.p_LW, task.z_LF, branch, q);
      if (status == IkStatus::kOk) all.push_back(q);
    }
    return all;
  }

  bool is_one_branch(const PerJoint<double>& a, const PerJoint<double>& b, const LegTask& task) {
    const Branch of_a = branch_of(leg, a), of_b = branch_of(leg, b);
    return of_a.hip == of_b.hip && of_a.elbow == of_b.elbow &&
           (task.held || of_a.wrist == of_b.wrist);
  }

  /// Whether the samples have a way along the path that is slow enough and keeps its branch.
  bool has_way(const std::vector<LegTask>& path, const PerJoint<double>& from) {
    std::vector<PerJoint<double>> reached{from};
    for (const LegTask& task : path) {
      std::vector<PerJoint<double>> next;
      for (const PerJoint<double>& q : sampled(task))
        if (std::any_of(reached.begin(), reached.end(), [&](const PerJoint<double>& last) {
              return is_slow(last, q, task) && is_one_branch(last, q, task);
            }))
          next.push_back(q);
      reached = std::move(next);
    }
    return !reached.empty();
  }

  /// The path with joint 0 at zero, as the papers do; empty if that leaves a limit or leaps.
  std::vector<PerJoint<double>> held_path(const std::vector<LegTask>& path) {
    PerJoint<double> q = start;
    (void)(path[0].held ? solve_arm(leg, path[0].p_LW, q)
                        : solve_leg(leg, path[0].p_LW, path[0].z_LF, q));
    std::vector<PerJoint<double>> all;
    for (const LegTask& task : path) {
      const PerJoint<double> last = q;
      const IkStatus status =
          task.held ? follow_arm(leg, task.p_LW, q) : follow_leg(leg, task.p_LW, task.z_LF, q);
      if (status != IkStatus::kOk || !is_slow(last, q, task)) return {};
      all.push_back(q);
    }
    return all;
  }

  bool is_slow(const PerJoint<double>& from, const PerJoint<double>& to, const LegTask& task) {
    for (std::size_t j = 0; j < static_cast<std::size_t>(task.held ? leg.n_arm : leg.n_joints); ++j)
      if (std::abs(to[j] - from[j]) > leg.joint[j].speed_limit_rad_s * kPeriod_s + 1e-12)
        return false;
    return true;
  }

  void expect_met(const LegTask& task, const PerJoint<double>& q) {
    const test::DhPose pose = test::dh_pose(leg, q);
    EXPECT_LT((pose.p_LW - task.p_LW).norm(), 1e-12);
    if (task.held) return;
    EXPECT_LT((pose.X_LF.linear().col(2) - task.z_LF).norm(), 1e-12);
    EXPECT_TRUE(within_limits(leg, q));
  }
};

struct Tally {
  int both = 0, only_planned = 0, no_way = 0;
  double held_room = 0, planned_room = 0, held_torque = 0, planned_torque = 0;  // sums of means

  std::string text() const {
    std::ostringstream text;
    text << both << " both ways: room " << held_room / both << " held, " << planned_room / both
         << " planned; torque ratio " << held_torque / both << ", " << planned_torque / both << "; "
         << only_planned << " planned only, " << no_way << " no way";
    return text.str();
  }
};

struct AlongPaths : Redundancy, testing::WithParamInterface<bool> {
  void compare(const std::vector<LegTask>& path, const std::vector<PerJoint<double>>& held,
               const std::vector<PerJoint<double>>& planned, Tally& tally) {
    for (std::size_t i = 0; i < path.size(); ++i) {
      tally.held_room += least_room(leg, path[i], held[i]) / kWaypoints;
      tally.planned_room += least_room(leg, path[i], planned[i]) / kWaypoints;
      tally.held_torque += torque_ratio(leg, path[i], held[i]) / kWaypoints;
      tally.planned_torque += torque_ratio(leg, path[i], planned[i]) / kWaypoints;
    }
    ++tally.both;
  }
};

INSTANTIATE_TEST_SUITE_P(SwingAndStance, AlongPaths, testing::Bool());

TEST_P(AlongPaths, UsingJointZeroBeatsHoldingItAndFindsAWayWhereThereIsOne) {
  Tally tally;
  for (int n = 0; n < kPaths; ++n) {
    const std::vector<LegTask> path = any_loop(GetParam()).waypoints();
    PerJoint<double> q = start;
    if (solve_redundant(leg, path[0], q) != IkStatus::kOk) continue;
    std::vector<PerJoint<double>> planned;
    if (plan_redundant(leg, path, kPeriod_s, q, planned) != IkStatus::kOk) {
      EXPECT_FALSE(has_way(path, q));
      ++tally.no_way;
      continue;
    }
    for (std::size_t i = 0; i < path.size(); ++i) {
      expect_met(path[i], planned[i]);
      EXPECT_TRUE(is_slow(i == 0 ? q : planned[i - 1], planned[i], path[i]));
    }
    const auto held = held_path(path);
    tally.only_planned += held.empty();
    if (!held.empty()) compare(path, held, planned, tally);
  }
  EXPECT_GT(tally.both, kPaths / 4);
  EXPECT_GT(tally.planned_room, tally.held_room);
  EXPECT_LT(tally.planned_torque, tally.held_torque);
  EXPECT_GT(tally.no_way, 0);
  RecordProperty("paths", tally.text());
}

TEST_P(AlongPaths, ThePlanCanBeFollowedBetweenItsWaypoints) {
  constexpr int kSteps = 20;  // between two waypoints
  int followed = 0;
  for (int n = 0; n < kPaths; ++n) {
    const Loop loop = any_loop(GetParam());
    PerJoint<double> q = start;
    std::vector<PerJoint<double>> planned;
    if (solve_redundant(leg, loop.at(0), q) != IkStatus::kOk ||
        plan_redundant(leg, loop.waypoints(), kPeriod_s, q, planned) != IkStatus::kOk)
      continue;
    q = planned[0];
    for (std::size_t i = 1; i < planned.size(); ++i) {
      for (int k = 1; k <= kSteps; ++k) {
        const double s = static_cast<double>(k) / kSteps;
        const LegTask task = loop.at(static_cast<double>(i - 1) + s);
        q[0] = planned[i - 1][0] + s * (planned[i][0] - planned[i - 1][0]);
        ASSERT_EQ(
            task.held ? follow_arm(leg, task.p_LW, q) : follow_leg(leg, task.p_LW, task.z_LF, q),
            IkStatus::kOk)
            << "path " << n << " before waypoint " << i;
      }
      for (std::size_t j = 0; j < q.size(); ++j) ASSERT_NEAR(q[j], planned[i][j], 1e-9);
    }
    ++followed;
  }
  EXPECT_GT(followed, kPaths / 2);
}

TEST_F(Redundancy, NoSampledPoseOfATaskCostsLessThanTheAnswer) {
  int met = 0;
  for (int n = 0; n < 300; ++n) {
    const LegTask task = any_task(n % 2 == 0);
    PerJoint<double> q = start;
    const IkStatus status = solve_redundant(leg, task, q);
    const auto others = sampled(task);
    EXPECT_TRUE(status == IkStatus::kOk || others.empty());
    if (status != IkStatus::kOk) continue;
    expect_met(task, q);
    const double least = redundancy_cost(leg, task, q);
    for (const PerJoint<double>& other : others)
      EXPECT_LE(least, redundancy_cost(leg, task, other) + 1e-9);
    ++met;
  }
  EXPECT_GT(met, 200);
}

TEST_F(Redundancy, ALegWithoutJointZeroHasItsBranches) {
  const Leg six = test::robot("romerin4").leg[0];
  LegTask task{.p_LW = six.X_BL.inverse() * six.p_BW_nominal, .z_LF = down_L()};
  PerJoint<double> q = test::nominal_pose(six);
  const PerJoint<double> before = q;
  ASSERT_EQ(solve_redundant(six, task, q), IkStatus::kOk);
  for (std::size_t j = 0; j < 6; ++j) EXPECT_NEAR(q[j], before[j], 1e-9);
}

TEST_F(Redundancy, SaysWhyThereIsNoAnswer) {
  LegTask task = any_task(false);
  PerJoint<double> q = start;
  task.p_LW = {2, 0, 0};
  EXPECT_EQ(solve_redundant(leg, task, q), IkStatus::kOutOfReach);
  task.p_LW = {-0.3, 0, 0};
  EXPECT_EQ(solve_redundant(leg, task, q), IkStatus::kJointLimit);
  EXPECT_EQ(q, start);
}

TEST_F(Redundancy, AnswersBadNumbersWithAStatus) {
  const double nan = std::nan("");
  const LegTask sound = any_task(true);
  LegTask spoilt[] = {sound, sound, sound};
  spoilt[0].p_LW.x() = nan, spoilt[1].g_B.y() = nan, spoilt[2].F_B.z() = nan;
  std::vector<PerJoint<double>> q_path;
  for (const LegTask& task : spoilt) {
    PerJoint<double> q = start;
    EXPECT_EQ(solve_redundant(leg, task, q), IkStatus::kBadInput);
    EXPECT_EQ(q, start);
    EXPECT_EQ(plan_redundant(leg, {&task, 1}, kPeriod_s, q, q_path), IkStatus::kBadInput);
  }
  PerJoint<double> q = start;
  q[2] = nan;
  EXPECT_EQ(plan_redundant(leg, {&sound, 1}, kPeriod_s, q, q_path), IkStatus::kBadInput);
  EXPECT_EQ(plan_redundant(leg, {&sound, 1}, nan, start, q_path), IkStatus::kBadInput);
  EXPECT_EQ(plan_redundant(leg, {}, kPeriod_s, start, q_path), IkStatus::kBadInput);
  EXPECT_TRUE(q_path.empty());
}

}  // namespace
}  // namespace ventosa::controller
