#include "controller/redundancy.h"

#include <gtest/gtest.h>

#include "controller/joint_limits.h"
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
  std::vector<LegTask> smooth_path(bool held) {
    const LegTask middle = any_task(held);
    const Vector3d a = test::random_vector(0.08, rng), b = test::random_vector(0.06, rng),
                   turn = test::random_vector(0.3, rng);
    std::vector<LegTask> path(kWaypoints, middle);
    for (std::size_t i = 0; i < path.size(); ++i) {
      const double s = 2 * std::numbers::pi * static_cast<double>(i) / kWaypoints;
      path[i].p_LW += std::sin(s) * a + std::sin(2 * s + 1) * b;
      path[i].z_LF = (middle.z_LF + std::sin(s) * turn).normalized();
    }
    return path;
  }

  /// The path with joint 0 where it is, as the papers do; empty if that leaves a limit.
  std::vector<PerJoint<double>> held_path(const std::vector<LegTask>& path, PerJoint<double> q) {
    std::vector<PerJoint<double>> all;
    for (const LegTask& task : path) {
      const IkStatus status =
          task.held ? follow_arm(leg, task.p_LW, q) : follow_leg(leg, task.p_LW, task.z_LF, q);
      if (status != IkStatus::kOk || !is_slow(all.empty() ? q : all.back(), q, task)) return {};
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

  double cost(const std::vector<LegTask>& path, const std::vector<PerJoint<double>>& q) {
    double sum = 0;
    for (std::size_t i = 0; i < path.size(); ++i) sum += redundancy_cost(leg, path[i], q[i]);
    return sum;
  }
};

struct Tally {
  int paths = 0, only_planned = 0, neither = 0;
  double held_room = 0, planned_room = 0, held_torque = 0, planned_torque = 0;
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
    ++tally.paths;
  }
};

INSTANTIATE_TEST_SUITE_P(SwingAndStance, AlongPaths, testing::Bool());

TEST_P(AlongPaths, UsingJointZeroBeatsHoldingItAndLeavesNoLimit) {
  Tally tally;
  for (int n = 0; n < kPaths; ++n) {
    const std::vector<LegTask> path = smooth_path(GetParam());
    PerJoint<double> q = start;
    if (solve_redundant(leg, path[0], q) != IkStatus::kOk) continue;
    std::vector<PerJoint<double>> planned;
    const IkStatus status = plan_redundant(leg, path, kPeriod_s, q, planned);
    PerJoint<double> at_zero = start;
    const bool can_hold =
        path[0].held ? solve_arm(leg, path[0].p_LW, at_zero) == IkStatus::kOk
                     : solve_leg(leg, path[0].p_LW, path[0].z_LF, at_zero) == IkStatus::kOk;
    const auto held = can_hold ? held_path(path, at_zero) : std::vector<PerJoint<double>>{};
    if (status != IkStatus::kOk) {
      EXPECT_TRUE(held.empty());
      ++tally.neither;
      continue;
    }
    for (std::size_t i = 0; i < path.size(); ++i) {
      expect_met(path[i], planned[i]);
      EXPECT_TRUE(is_slow(i == 0 ? q : planned[i - 1], planned[i], path[i]));
    }
    tally.only_planned += held.empty();
    if (!held.empty()) compare(path, held, planned, tally);
  }
  std::printf("%d paths: room %.3f -> %.3f torque %.3f -> %.3f; only planned %d, neither %d\n",
              tally.paths, tally.held_room / tally.paths, tally.planned_room / tally.paths,
              tally.held_torque / tally.paths, tally.planned_torque / tally.paths,
              tally.only_planned, tally.neither);
  EXPECT_GT(tally.paths, kPaths / 4);
  EXPECT_GT(tally.planned_room, tally.held_room);
  EXPECT_LT(tally.planned_torque, tally.held_torque);
}

}  // namespace
}  // namespace ventosa::controller
