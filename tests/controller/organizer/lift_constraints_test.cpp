#include <gtest/gtest.h>

#include "controller/load_sharing/load_check.h"
#include "controller/organizer/constraints.h"
#include "tests/controller/constraint_rooms.h"

namespace ventosa::controller::lift_constraints_test {
namespace {

// leaving

struct Leaving : Constraints {
  const Constraint& lift = row("height to which it can be lifted", Scope::kFoot, Asked::kWalking);
  const Constraint& arm =
      row("torque over its limit by the lifted leg's weight", Scope::kFoot, Asked::kWalking);
  const Constraint& behind = row("distance from the nominal place", Scope::kFoot, Asked::kWalking);
  Leaving() { surfaces.n = 0; }

  /// Joints on the ground and lifted; none where a height between has no solution.
  std::optional<std::array<PerJoint<double>, 2>> lifted_by_hand(const Posture& at,
                                                                int which) const {
    const auto i = static_cast<std::size_t>(which);
    const Leg& leg = robot.leg[i];
    const Isometry3d X_LW = (at.X_WB * leg.X_BL).inverse();
    const double height_m = config.gait.lift_m + config.lip.free_height_m;
    std::array<PerJoint<double>, 2> joints;
    PerJoint<double> q_rad = report[i].q_set_rad;
    for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0}) {
      const Vector3d p_WW = at.foot[i].p_WW + share * height_m * Vector3d::UnitZ();
      if (follow_leg(leg, X_LW * p_WW, -X_LW.linear().col(2), q_rad) != IkStatus::kOk) return {};
      if (share == 0) joints[0] = q_rad;
    }
    joints[1] = q_rad;
    return joints;
  }
  /// Largest torque of the arm over its limit, from the slope of the potential energy.
  double ratio_by_hand(int which, PerJoint<double> q_rad, const Vector3d& g_B) const {
    const Leg& leg = robot.leg[static_cast<std::size_t>(which)];
    const auto energy_J = [&] {
      const LegPose pose = leg_pose(leg, q_rad);
      double sum = 0;
      for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_joints); ++j)
        sum -= leg.link[j].mass_kg * g_B.dot(pose.p_BC[j]);
      return sum;
    };
    constexpr double kStep_rad = 1e-5;
    double most = 0;
    for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_arm); ++j) {
      const double q = q_rad[j];
      q_rad[j] = q + kStep_rad;
      const double high_J = energy_J();
      q_rad[j] = q - kStep_rad;
      const double tau_Nm = (high_J - energy_J()) / (2 * kStep_rad);
      q_rad[j] = q;
      most = std::max(most, std::abs(tau_Nm) / leg.joint[j].torque_limit_Nm);
    }
    return most;
  }
};

TEST_F(Leaving, TheLiftNeedsASolutionAtEveryHeight) {
  EXPECT_EQ(lift.limit(config), config.gait.lift_m + config.lip.free_height_m);
  expect_same(lift, [&](const Posture& at, int leg) {
    const auto i = static_cast<std::size_t>(leg);
    const double away_m = (at.X_WB * robot.leg[i].p_BW_nominal - at.foot[i].p_WW).norm();
    return lifted_by_hand(at, leg) ? std::numeric_limits<double>::infinity() : -1 - away_m;
  });
}

/// Weak arms, which hold their legs in about half of the postures.
TEST_F(Leaving, TheArmCarriesTheLegsWeight) {
  EXPECT_EQ(arm.limit(config), config.sharing.torque_ratio);
  for (Leg& leg : robot.leg)
    for (Joint& joint : leg.joint) joint.torque_limit_Nm *= 0.25;
  expect_same(arm, [&](const Posture& at, int leg) {
    const auto joints = lifted_by_hand(at, leg);
    if (!joints) return std::numeric_limits<double>::infinity();
    const Vector3d g_B = at.X_WB.linear().transpose() * config.gravity_W;
    const double most =
        std::max(ratio_by_hand(leg, (*joints)[0], g_B), ratio_by_hand(leg, (*joints)[1], g_B));
    return 1 - most / config.sharing.torque_ratio;
  });
}

/// Arms that just hold their legs in the default stance.
TEST_F(Leaving, AWeakArmIsStretchedByABodyThatGoesAhead) {
  const double used = 1 - least_room(arm, posture());
  for (Leg& leg : robot.leg)
    for (Joint& joint : leg.joint) joint.torque_limit_Nm *= used / 0.97;
  (void)expect_fall(arm, 2, moving({0.08, 0, 0}));
}

/// The body sinks until the leg would have to fold too far.
TEST_F(Leaving, ALowBodyLeavesNoRoomForTheLift) {
  (void)expect_fall(lift, 0, moving({0, 0, -0.2}));
}

TEST_F(Leaving, AFootIsLeftBehindByItsDistanceInTheBodysPlane) {
  config.gait.stride_m = 0.04;
  EXPECT_NEAR(behind.limit(config), 0.02 + 0.12, 1e-12);
  expect_same(
      behind,
      [&](const Posture& at, int leg) {
        const auto i = static_cast<std::size_t>(leg);
        const Vector3d off_B = at.X_WB.inverse() * at.foot[i].p_WW - robot.leg[i].p_BW_nominal;
        return 1 - std::hypot(off_B.x(), off_B.y()) / 0.14;
      },
      0.2);
}

TEST_F(Leaving, ABodyThatRisesLeavesNoFootBehind) {
  EXPECT_NEAR(room(behind, moving({0, 0, 0.5})(1), 0), 1, 1e-12);
}

// load

/// Leg 0 hangs above its place.
struct Load : Constraints {
  const Constraint& load =
      row("torque over its limit, the feet within theirs", Scope::kStance, Asked::kLifting);
  const LegSet lifted{1};

  /// The stance of a posture whose legs all reach.
  Stance stance_by_hand(const Posture& at) const {
    Stance stance;
    stance.g_B = at.X_WB.linear().transpose() * Vector3d(0, 0, -9.81);
    for (std::size_t i = 0; i < robot.leg.size(); ++i) {
      const Leg& leg = robot.leg[i];
      const Isometry3d X_LW = (at.X_WB * leg.X_BL).inverse();
      const Vector3d up_W(0, 0, at.attached[i] ? 0 : config.gait.lift_m);
      PerJoint<double> q_rad = report[i].q_set_rad;
      EXPECT_EQ(follow_leg(leg, X_LW * (at.foot[i].p_WW + up_W), -X_LW.linear().col(2), q_rad),
                IkStatus::kOk);
      StanceLeg& to = stance.leg[i];
      to.pose = leg_pose(leg, q_rad);
      to.R_BS = at.X_WB.linear().transpose();
      to.attached = at.attached[i];
      to.grip_force_N = 120;
      to.friction = 0.6;
      weigh_leg(leg, stance.g_B, to);
    }
    return stance;
  }
};

TEST_F(Load, IsTheMarginOfTheStanceWithinThePlannedLimits) {
  config.sharing.planned_share = 0.7;
  EXPECT_NEAR(load.limit(config), 0.7 * config.sharing.torque_ratio, 1e-12);
  SharingConfig limits = config.sharing;
  limits.torque_ratio *= 0.7;
  test::Rng random{23};
  int held = 0, overloaded = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const Posture at = posture(any_body(0.05, 0.1, random), lifted);
    if (!all_reach(at)) continue;
    const Scene here = scene();
    int leg = -1;
    const double margin = load.room({here, at}, leg);
    if (margin == kNothingHolds) continue;
    SharingWarmStart warm;
    const Stance stance = stance_by_hand(at);
    const Bottleneck expected = load_margin({robot, limits, stance}, warm);
    ASSERT_NEAR(margin, expected.margin, 1e-9);
    ASSERT_EQ(leg, expected.leg);
    ++(margin < 0 ? overloaded : held);
  }
  EXPECT_GT(held, 5);
  EXPECT_GT(overloaded, 5);
}

TEST_F(Load, FallsWhereTheBodyGoesTowardsTheFootInTheAir) {
  (void)expect_fall(load, -1, moving(0.12 * robot.leg[0].p_BW_nominal.normalized(), lifted));
}

TEST_F(Load, IsNothingWhereALegDoesNotReach) {
  EXPECT_EQ(room(load, moving({0, 0, 0.6})(1)), kNothingHolds);
}

}  // namespace
}  // namespace ventosa::controller::lift_constraints_test
