#include "controller/trajectory/planned_move.h"

#include <gtest/gtest.h>

#include "controller/kinematics/forward_kinematics.h"
#include "controller/kinematics/joint_limits.h"
#include "controller/model/rotation.h"
#include "tests/controller/romerin.h"

namespace ventosa::controller::planned_move_test {
namespace {

/// The nominal pose with the foot lifted and 6 cm farther out, away from every limit.
PerJoint<double> outstretched(const Leg& leg) {
  PerJoint<double> q = test::nominal_pose(leg);
  const Isometry3d X_LB = leg.X_BL.inverse();
  const Vector3d p_LW = X_LB * leg.p_BW_nominal + Vector3d(0.06, 0, 0.02);
  EXPECT_EQ(solve_leg(leg, p_LW, -X_LB.linear().col(2), q), IkStatus::kOk);
  return q;
}

struct PlannedMoveTest : testing::Test {
  const RobotModel robot = test::robot("romerin4");
  const Leg& leg = robot.leg[0];
  const SwingLimits defaults = swing_limits({});
  const PerJoint<double> start = outstretched(leg);
  PlannedMove move;

  IkStatus plan(const LegMove& requested) {
    return PlannedMove::plan(leg, defaults, requested, start, move);
  }
  PerJoint<double> joints_at(double time_s, PerJoint<double> q) const {
    EXPECT_EQ(move.at(leg, time_s, q), IkStatus::kOk);
    return q;
  }

  /// not far from the first pose
  LegMove joint_move(int n, std::mt19937_64& rng) const {
    LegMove requested{.space = MoveSpace::kJoints, .n = n};
    for (std::size_t k = 0; k < static_cast<std::size_t>(n); ++k)
      for (std::size_t j = 0; j < 6; ++j)
        requested.q_rad[k][j] = start[j] + std::uniform_real_distribution<double>(-0.3, 0.3)(rng);
    return requested;
  }

  /// lips around the first one
  LegMove cartesian_move(int n, std::mt19937_64& rng) const {
    LegMove requested{.space = MoveSpace::kCartesian, .n = n};
    for (std::size_t k = 0; k < static_cast<std::size_t>(n); ++k) {
      requested.shift_B[k].translation() = test::random_vector(0.02, rng);
      requested.shift_B[k].linear() = rotation_exp(test::random_vector(0.1, rng));
    }
    return requested;
  }

  /// X_BF of a waypoint
  Isometry3d waypoint(const LegMove& requested, std::size_t k) const {
    Isometry3d X_BF = leg_pose(leg, start).X_BF;
    X_BF.pretranslate(requested.shift_B[k].translation());
    X_BF.linear() = requested.shift_B[k].linear() * X_BF.linear();
    return X_BF;
  }

  /// Largest joint speed and acceleration along the move, by differences, as shares of limits.
  void expect_joints_within(double speed_rad_s, double acceleration_rad_s2) const {
    constexpr int kSteps = 2000;
    const double h = move.duration_s() / kSteps;
    PerJoint<double> before = start, now = joints_at(h, start);
    for (int k = 2; k <= kSteps; ++k) {
      const PerJoint<double> after = joints_at(k * h, now);
      for (std::size_t j = 0; j < 6; ++j) {
        const Joint& joint = leg.joint[j];
        const double v = (after[j] - now[j]) / h, a = (after[j] - 2 * now[j] + before[j]) / (h * h);
        ASSERT_LE(std::abs(v), std::min(speed_rad_s, joint.speed_limit_rad_s) * (1 + 1e-6));
        ASSERT_LE(std::abs(a),
                  std::min(acceleration_rad_s2, joint.acceleration_limit_rad_s2) * (1 + 1e-4));
      }
      before = now, now = after;
    }
  }
};

TEST_F(PlannedMoveTest, GoesThroughItsJointWaypointsWithinEveryJointsLimits) {
  std::mt19937_64 rng(1);
  for (int n = 1; n <= static_cast<int>(kMaxWaypoints); ++n) {
    LegMove requested = joint_move(n, rng);
    ASSERT_EQ(plan(requested), IkStatus::kOk) << n;
    expect_joints_within(1e9, 1e9);
    const double own_s = move.duration_s();
    requested.speed_rad_s = 0.2;
    requested.acceleration_rad_s2 = 0.5;
    ASSERT_EQ(plan(requested), IkStatus::kOk) << n;
    expect_joints_within(0.2, 0.5);
    EXPECT_GT(move.duration_s(), own_s);

    // it meets every waypoint, one after the other, and rests at the last one
    double t = 0;
    PerJoint<double> q = start;
    for (std::size_t k = 0; k < static_cast<std::size_t>(n); ++k) {
      const auto off = [&] {
        double sum = 0;
        for (std::size_t j = 0; j < 6; ++j)
          sum = std::max(sum, std::abs(q[j] - requested.q_rad[k][j]));
        return sum;
      };
      for (; t <= move.duration_s() && off() > 2e-3; t += 1e-3) q = joints_at(t, q);
      ASSERT_LE(off(), 2e-3) << "waypoint " << k << " of " << n;
    }
    const PerJoint<double> end = joints_at(move.duration_s(), q);
    for (std::size_t j = 0; j < 6; ++j) EXPECT_NEAR(end[j], requested.q_rad[n - 1][j], 1e-12);
  }
}

TEST_F(PlannedMoveTest, GoesStraightToACartesianWaypointWithinItsLimits) {
  std::mt19937_64 rng(2);
  const Isometry3d from = leg_pose(leg, start).X_BF;
  for (const bool limited : {false, true})
    for (int n = 0; n < 20; ++n) {
      LegMove requested = cartesian_move(1, rng);
      if (limited)
        requested.speed_m_s = 0.02, requested.acceleration_m_s2 = 0.05, requested.speed_rad_s = 0.1;
      ASSERT_EQ(plan(requested), IkStatus::kOk);
      const double v_max = limited ? 0.02 : defaults.linear.speed;
      const double a_max = limited ? 0.05 : defaults.linear.acceleration;
      const double w_max = limited ? 0.1 : defaults.angular.speed;
      const Vector3d way = requested.shift_B[0].translation();
      constexpr int kSteps = 300;
      const double h = move.duration_s() / kSteps;
      PerJoint<double> q = start;
      Isometry3d before = from, last = from;
      for (int k = 1; k <= kSteps; ++k) {
        q = joints_at(k * h, q);
        const Isometry3d now = leg_pose(leg, q).X_BF;
        const Vector3d gone = now.translation() - from.translation();
        ASSERT_LT(gone.cross(way.normalized()).norm(), 1e-9);
        const Vector3d v = (now.translation() - last.translation()) / h;
        ASSERT_LE(v.norm(), v_max * (1 + 1e-6));
        if (k > 1) {
          const Vector3d v_last = (last.translation() - before.translation()) / h;
          ASSERT_LE((v - v_last).norm() / h, a_max * (1 + 1e-3));
        }
        ASSERT_LE(rotation_log(now.linear() * last.linear().transpose()).norm() / h,
                  w_max * (1 + 1e-6));
        before = last, last = now;
      }
      EXPECT_LT((last.matrix() - waypoint(requested, 0).matrix()).norm(), 1e-9);
    }
}

TEST_F(PlannedMoveTest, GoesThroughItsCartesianWaypoints) {
  std::mt19937_64 rng(3);
  for (int n = 2; n <= static_cast<int>(kMaxWaypoints); ++n) {
    const LegMove requested = cartesian_move(n, rng);
    ASSERT_EQ(plan(requested), IkStatus::kOk);
    double t = 0;
    PerJoint<double> q = start;
    Isometry3d X = leg_pose(leg, q).X_BF;
    for (std::size_t k = 0; k < static_cast<std::size_t>(n); ++k) {
      const auto off = [&] { return (X.matrix() - waypoint(requested, k).matrix()).norm(); };
      for (; t <= move.duration_s() && off() > 2e-3; t += 1e-3)
        q = joints_at(t, q), X = leg_pose(leg, q).X_BF;
      ASSERT_LE(off(), 2e-3) << "waypoint " << k << " of " << n;
    }
    X = leg_pose(leg, joints_at(move.duration_s(), q)).X_BF;
    EXPECT_LT((X.matrix() - waypoint(requested, static_cast<std::size_t>(n - 1)).matrix()).norm(),
              1e-9);
  }
}

TEST_F(PlannedMoveTest, KeepsJointZeroOfASevenJointLegInACartesianMove) {
  const RobotModel seven = test::robot("romerin4x7");
  const Leg& long_leg = seven.leg[0];
  PerJoint<double> q = test::nominal_pose(long_leg);
  LegMove requested{.space = MoveSpace::kCartesian, .n = 1};
  requested.shift_B[0].translation().z() = 0.03;
  ASSERT_EQ(PlannedMove::plan(long_leg, defaults, requested, q, move), IkStatus::kOk);
  for (double t = 0; t < move.duration_s(); t += 0.01) {
    ASSERT_EQ(move.at(long_leg, t, q), IkStatus::kOk);
    ASSERT_EQ(q[0], test::nominal_pose(long_leg)[0]);
  }
}

TEST_F(PlannedMoveTest, RefusesWaypointsOutOfLimitsAndLeavesTheMoveAlone) {
  std::mt19937_64 rng(4);
  ASSERT_EQ(plan(joint_move(1, rng)), IkStatus::kOk);
  const double before_s = move.duration_s();
  for (const int n : {1, 3})
    for (std::size_t k = 0; k < static_cast<std::size_t>(n); ++k) {
      LegMove beyond = joint_move(n, rng);
      beyond.q_rad[k][2] = leg.joint[2].q_max_rad + 0.01;
      EXPECT_NE(plan(beyond), IkStatus::kOk) << k << " of " << n;
      LegMove far = cartesian_move(n, rng);
      far.shift_B[k].translation().x() += 1;
      EXPECT_NE(plan(far), IkStatus::kOk) << k << " of " << n;
    }
  EXPECT_EQ(move.duration_s(), before_s);
}

/// Both ends keep |q5| + |q6| <= 1, and so does the straight path between them.
TEST_F(PlannedMoveTest, RefusesAWayThroughTheLimitThatTheWristsDrivesShare) {
  Leg coupled = leg;
  coupled.differential = {.ratio = 1, .limit_rad = 1};
  PerJoint<double> from = start, to = start;
  from[4] = 0.9, from[5] = 0;
  to[4] = 0, to[5] = 0.9;
  LegMove requested{.n = 1};
  requested.q_rad[0] = to;
  ASSERT_EQ(PlannedMove::plan(coupled, defaults, requested, from, move), IkStatus::kOk);
  requested.n = 2;  // through a via point that does not
  requested.q_rad[0][4] = requested.q_rad[0][5] = 0.7;
  requested.q_rad[1] = to;
  EXPECT_EQ(PlannedMove::plan(coupled, defaults, requested, from, move), IkStatus::kJointLimit);
}

TEST_F(PlannedMoveTest, RefusesWhatIsNoMove) {
  std::mt19937_64 rng(5);
  const double nan = std::nan("");
  for (const int n : {0, -1, static_cast<int>(kMaxWaypoints) + 1, 1 << 30}) {
    LegMove none;
    none.n = n;
    EXPECT_EQ(plan(none), IkStatus::kBadInput);
  }
  for (const int n : {1, 2}) {
    LegMove broken = joint_move(n, rng);
    broken.q_rad[0][3] = nan;
    EXPECT_EQ(plan(broken), IkStatus::kBadInput);
    broken = cartesian_move(n, rng);
    broken.shift_B[0].translation().y() = nan;
    EXPECT_EQ(plan(broken), IkStatus::kBadInput);
  }
}

}  // namespace
}  // namespace ventosa::controller::planned_move_test
