#include "controller/trajectory/swing_reach.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

#include "controller/dynamics/leg_statics.h"
#include "controller/kinematics/forward_kinematics.h"
#include "tests/controller/romerin.h"

namespace ventosa::controller::swing_reach_test {
namespace {

struct SwingReach : testing::Test {
  const RobotModel robot = test::robot("romerin4");
  const Leg& leg = robot.leg[0];
  const PerJoint<double> nominal = test::nominal_pose(leg);
  const Isometry3d X_WB = Isometry3d::Identity();
  const ControllerConfig config;

  SwingPath step_by(double way_m) const {
    const Vector3d from = leg_pose(leg, nominal).p_BW;
    return {.p_from_W = from,
            .z_from_W = -Vector3d::UnitZ(),
            .goal = {.p_WW = from + way_m * leg.X_BL.linear().col(0), .z_WF = -Vector3d::UnitZ()},
            .roll_from_rad = nominal[5]};
  }
};

/// Sampled along the whole swing: an oracle with eighty samples per phase.
bool can_follow(const Leg& leg, const Isometry3d& X_WB, const ControllerConfig& config,
                const SwingPath& path, PerJoint<double> q) {
  const Isometry3d X_LW = (X_WB * leg.X_BL).inverse();
  for (const FootPhase phase :
       {FootPhase::kLift, FootPhase::kTransfer, FootPhase::kLower, FootPhase::kTouch}) {
    const double T = swing_duration_s(path, phase, config);
    for (int k = 0; k <= 80; ++k)
      if (follow_swing(leg, X_LW, swing_target(path, phase, k * T / 80, config), path.roll_from_rad,
                       q) != IkStatus::kOk)
        return false;
  }
  return true;
}

TEST_F(SwingReach, IsThatOfTheWholeWay) {
  int reached = 0, refused = 0;
  for (double way_m = -0.3; way_m <= 0.4; way_m += 0.005) {
    const SwingPath path = step_by(way_m);
    const bool reaches = reaches_swing(leg, X_WB, X_WB, config, path, nominal);
    if (reaches) {
      EXPECT_TRUE(can_follow(leg, X_WB, config, path, nominal)) << way_m;
    }
    (reaches ? reached : refused) += 1;
  }
  EXPECT_GT(reached, 10);
  EXPECT_GT(refused, 10);
}

/// Largest joint speed on the whole way, as a share of its limit, in 1000 steps a phase.
double fastest(const Leg& leg, const Isometry3d& X_WB, const ControllerConfig& config,
               const SwingPath& path, PerJoint<double> q) {
  constexpr int kSteps = 1000;
  const Isometry3d X_LW = (X_WB * leg.X_BL).inverse();
  double most = 0;
  for (const FootPhase phase : {FootPhase::kLift, FootPhase::kTransfer, FootPhase::kLower}) {
    const double T = swing_duration_s(path, phase, config);
    for (int k = 0; k <= kSteps; ++k) {
      const PerJoint<double> before = q;
      if (follow_swing(leg, X_LW, swing_target(path, phase, k * T / kSteps, config),
                       path.roll_from_rad, q) != IkStatus::kOk)
        return std::numeric_limits<double>::infinity();
      if (k == 0) continue;
      for (std::size_t j = 0; j < 6; ++j)
        most = std::max(most,
                        std::abs(q[j] - before[j]) * kSteps / T / leg.joint[j].speed_limit_rad_s);
    }
  }
  return most;
}

/// As joint 5 passes zero, a singularity, joint 4 turns so fast that two samples may miss it.
TEST_F(SwingReach, EndsWhereTheWristWouldWhirlAbout) {
  ControllerConfig weightless = config;
  weightless.gravity_W.setZero();
  std::mt19937_64 rng(1);
  const auto uniform = [&](double most) {
    return std::uniform_real_distribution<double>(-most, most)(rng);
  };
  int reached = 0;
  for (int n = 0; n < 3000; ++n) {
    const Isometry3d X_WB_tilted = Eigen::Translation3d(0, 0, 0.05 + uniform(0.05)) *
                                   Eigen::AngleAxisd(uniform(0.2), Vector3d::UnitX()) *
                                   Eigen::AngleAxisd(uniform(0.2), Vector3d::UnitY());
    SwingPath path = step_by(0);
    path.p_from_W += Vector3d(uniform(0.15), uniform(0.15), 0);
    path.goal.p_WW = path.p_from_W + Vector3d(uniform(0.15), uniform(0.15), 0);
    PerJoint<double> q = nominal;
    const Isometry3d X_LW = (X_WB_tilted * leg.X_BL).inverse();
    if (follow_leg(leg, X_LW * path.p_from_W, X_LW.linear() * path.z_from_W, q) != IkStatus::kOk ||
        !reaches_swing(leg, X_WB_tilted, X_WB_tilted, weightless, path, q))
      continue;
    ++reached;
    EXPECT_LE(fastest(leg, X_WB_tilted, weightless, path, q), 1.2) << n;
  }
  EXPECT_GT(reached, 500);
}

/// With the leg held out sideways on a wall, the first joint is overloaded.
TEST_F(SwingReach, EndsWhereTheArmCannotHoldTheLegOut) {
  ControllerConfig wall = config, weightless = config;
  const Vector3d ahead = leg.X_BL.linear().col(0);
  wall.gravity_W = 9.81 * Vector3d::UnitZ().cross(ahead).normalized();
  weightless.gravity_W.setZero();
  const auto farthest_m = [&](const ControllerConfig& with) {
    double way_m = 0;
    while (reaches_swing(leg, X_WB, X_WB, with, step_by(way_m + 0.005), nominal)) way_m += 0.005;
    return way_m;
  };
  ASSERT_GT(farthest_m(wall), 0);
  EXPECT_LT(farthest_m(wall), farthest_m(weightless) - 0.01);
  PerJoint<double> q = nominal;
  const SwingPath path = step_by(farthest_m(wall));
  const Isometry3d X_LW = (X_WB * leg.X_BL).inverse();
  const double T = swing_duration_s(path, FootPhase::kLower, wall);
  ASSERT_EQ(follow_swing(leg, X_LW, swing_target(path, FootPhase::kLower, T, wall), 0, q),
            IkStatus::kOk);
  const PerJoint<double> tau_Nm =
      static_torque(leg, leg_pose(leg, q), leg.n_joints, wall.gravity_W, Vector3d::Zero(),
                    Vector3d::Zero(), Vector3d::Zero());
  EXPECT_LT(std::abs(tau_Nm[0]), leg.joint[0].torque_limit_Nm);
  EXPECT_GT(std::abs(tau_Nm[0]), 0.85 * leg.joint[0].torque_limit_Nm);
}

/// When the body rises, the forearm turns towards the cup's axis.
TEST_F(SwingReach, EndsWithTheWristBent) {
  int straight = 0, bent = 0;
  for (double z_m = 0; z_m < 0.15; z_m += 0.001)
    for (double way_m = -0.1; way_m < 0.2; way_m += 0.02) {
      const Isometry3d X_WB_raised = Eigen::Translation3d(0, 0, z_m) * X_WB;
      const SwingPath path = step_by(way_m);
      const Isometry3d X_LW = (X_WB_raised * leg.X_BL).inverse();
      PerJoint<double> q = nominal;
      if (follow_leg(leg, X_LW * path.goal.p_WW, X_LW.linear() * path.goal.z_WF, q) !=
          IkStatus::kOk)
        continue;
      const bool reaches = reaches_swing(leg, X_WB_raised, X_WB_raised, config, path, nominal);
      const double bend = std::abs(std::sin(q[static_cast<std::size_t>(leg.n_arm) + 1]));
      if (bend < least_bend(config) / 2) {
        ++straight;
        EXPECT_FALSE(reaches) << z_m << ' ' << way_m;
      } else {
        bent += reaches ? 1 : 0;
      }
    }
  EXPECT_GT(straight, 10);
  EXPECT_GT(bent, 100);
}

TEST_F(SwingReach, MustHoldUnderBothEndsOfTheBodysWay) {
  const SwingPath path = step_by(0.03);
  Isometry3d far = X_WB;
  far.translation() = 0.5 * leg.X_BL.linear().col(0);
  EXPECT_TRUE(reaches_swing(leg, X_WB, X_WB, config, path, nominal));
  EXPECT_FALSE(reaches_swing(leg, far, X_WB, config, path, nominal));
  EXPECT_FALSE(reaches_swing(leg, X_WB, far, config, path, nominal));
}

TEST_F(SwingReach, FollowsTheWristPointAndUnwindsTheRoll) {
  PerJoint<double> q = nominal;
  const SwingTarget target{leg_pose(leg, nominal).p_BW + Vector3d(0.01, 0.01, 0.02),
                           -Vector3d::UnitZ(), 0.25};
  ASSERT_EQ(follow_swing(leg, leg.X_BL.inverse(), target, 0.4, q), IkStatus::kOk);
  const LegPose pose = leg_pose(leg, q);
  EXPECT_LT((pose.p_BW - target.p_WW).norm(), 1e-9);
  EXPECT_LT((pose.X_BF.linear().col(2) - target.z_WF).norm(), 1e-9);
  EXPECT_NEAR(q[5], 0.1, 1e-12);
  const PerJoint<double> before = q;
  EXPECT_NE(follow_swing(leg, leg.X_BL.inverse(), {Vector3d(3, 0, 0), -Vector3d::UnitZ(), 0}, 0, q),
            IkStatus::kOk);
  EXPECT_EQ(q, before);
}

TEST_F(SwingReach, LeavesAnAttachedLegRoomForTheTrim) {
  const Vector3d p_LW = leg.X_BL.inverse() * leg_pose(leg, nominal).p_BW;
  double farthest = 1;  // along the line from the hip, as a multiple
  for (PerJoint<double> q = nominal; follow_arm(leg, farthest * p_LW, q) == IkStatus::kOk;)
    farthest += 1e-4 / p_LW.norm();
  const auto reaches = [&](double short_of_it_m) {
    const Vector3d there_L = (farthest - short_of_it_m / p_LW.norm()) * p_LW;
    return reaches_contact(leg, there_L, nominal, kTrimOfWalk_m);
  };
  EXPECT_FALSE(reaches(0.001));
  EXPECT_TRUE(reaches(0.01));
}

}  // namespace
}  // namespace ventosa::controller::swing_reach_test
