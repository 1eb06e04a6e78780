#include "controller/dynamics/stance.h"

#include <gtest/gtest.h>

#include "tests/controller/dynamics/three_joint_reactions.h"
#include "tests/controller/random_robot.h"
#include "tests/controller/three_joint_leg.h"
#include "tests/controller/weighed_stance.h"

namespace ventosa::controller::stance_test {
namespace {

struct StandingRobot : testing::Test {
  const RobotModel robot = test::robot("romerin4");
  Stance stance = test::weighed_stance(robot, Vector3d(-4, 1, -8.5));
};

TEST_F(StandingRobot, NeedsTheWeightOfAllButTheWristsThatHangOnTheCups) {
  double hanging_kg = 0;
  for (const Leg& leg : robot.leg)
    for (int k = leg.n_arm; k < leg.n_joints; ++k)
      hanging_kg += leg.link[static_cast<std::size_t>(k)].mass_kg;
  const Vector3d carried = -(robot.total_mass_kg() - hanging_kg) * stance.g_B;
  EXPECT_LT((required_wrench(robot, stance).head<3>() - carried).norm(), 1e-12);
}

TEST_F(StandingRobot, CarriesALiftedLegWhole) {
  const Vector6d before = required_wrench(robot, stance);
  const Vector6d lifted = required_wrench(robot, stance, LegSet(0b10));
  stance.leg[1].attached = false;
  EXPECT_EQ(required_wrench(robot, stance), lifted);
  const Vector3d more = (lifted - before).head<3>();
  const double wrist_kg = 0.205 + 0.120 + 0.292;
  EXPECT_LT((more + wrist_kg * stance.g_B).norm(), 1e-12);
}

TEST_F(StandingRobot, ResistsTheMotionThatItsJointsAndGyroscopeShow) {
  const Vector3d v(0.02, -0.01, 0.03);
  stance.w_WB_B = Vector3d(0.1, 0.2, -0.3);
  for (StanceLeg& leg : stance.leg) leg.v_BW = -(v + stance.w_WB_B.cross(leg.pose.p_BW));
  const Vector6d wrench = damping_wrench(robot, {.damping_Ns_m = 60, .damping_Nms_rad = 3}, stance);
  EXPECT_LT((wrench.head<3>() + 60 * v).norm(), 1e-12);
  EXPECT_LT((wrench.tail<3>() + 3 * stance.w_WB_B).norm(), 1e-12);
}

double distance(const PerJoint<double>& a, const PerJoint<double>& b) {
  double most = 0;
  for (std::size_t j = 0; j < a.size(); ++j) most = std::max(most, std::abs(a[j] - b[j]));
  return most;
}

// Asif 2012, (52)-(60) with the right pivots: G - J' F, of a leg without wrist
TEST(ModelTorque, IsTheReactionTorqueOfALegAtRest) {
  const Leg leg = test::three_joint_leg();
  const Vector3d g_B(0.3, -2, -9.5);
  test::Rng rng{45};
  for (int n = 0; n < 2000; ++n) {
    StanceLeg state;
    state.pose = leg_pose(leg, test::any_joints(2, rng));
    state.attached = true;
    const Vector3d F_B = test::any_vector(20, rng);
    const PerJoint<double> tau_Nm = model_torque(leg, state, g_B, F_B, {});
    const PerJoint<double> G =
        inverse_dynamics(leg, state.pose, {}, {.a_B = -g_B}, Vector3d::Zero());
    const Vector3d JF = arm_jacobian(leg, state.pose).transpose() * F_B;
    for (int j = 0; j < 3; ++j) {
      const auto k = static_cast<std::size_t>(j);
      EXPECT_NEAR(tau_Nm[k], G[k] - JF[j], 1e-12 * std::max(1.0, JF.norm()));
    }
  }
}

/// At rest the moments of (52)-(60) with their right pivots, in motion with M q'' + H.
TEST(ModelTorque, IsTheClosedFormOfALegThatMovesUnderAForce) {
  const Leg leg = test::three_joint_leg();
  const Vector3d g_B(0.3, -2, -9.5);
  test::Rng rng{47};
  for (int n = 0; n < 2000; ++n) {
    const double moves = n % 2;
    const PerJoint<double> q_rad = test::any_joints(2, rng);
    const JointMotion motion{test::any_joints(3 * moves, rng), test::any_joints(40 * moves, rng)};
    const Vector3d F_B = test::any_vector(20, rng);
    StanceLeg state;
    state.pose = leg_pose(leg, q_rad);
    state.attached = true;
    const auto tau_Nm = model_torque(leg, state, g_B, F_B, motion);
    const Vector3d want_Nm = test::closed_form_torque(leg, q_rad, motion, g_B, F_B);
    for (std::size_t j = 0; j < 3; ++j)
      EXPECT_NEAR(tau_Nm[j], want_Nm[static_cast<int>(j)], 1e-12 * std::max(1.0, want_Nm.norm()));
  }
}

/// A leg in the air moves all its links, an attached one those before its passive wrist.
TEST_F(StandingRobot, ModelsTheMotionOfTheLinksThatALegCarries) {
  const Leg& leg = robot.leg[1];
  StanceLeg& state = stance.leg[1];
  test::Rng rng{46};
  const JointMotion motion{test::any_joints(2, rng), test::any_joints(5, rng)};
  const Vector3d F_B(3, -5, 20);

  Leg arm = leg;
  arm.n_joints = leg.n_arm;
  PerJoint<double> want_Nm = inverse_dynamics(arm, state.pose, motion, {}, Vector3d::Zero());
  const PerJoint<double> statics_Nm = feed_forward(leg, state, stance.g_B, F_B);
  for (std::size_t j = 0; j < want_Nm.size(); ++j) want_Nm[j] += statics_Nm[j];
  EXPECT_LT(distance(model_torque(leg, state, stance.g_B, F_B, motion), want_Nm), 1e-12);

  state.attached = false;
  want_Nm = inverse_dynamics(leg, state.pose, motion, {.a_B = -stance.g_B}, Vector3d::Zero());
  EXPECT_LT(distance(model_torque(leg, state, stance.g_B, F_B, motion), want_Nm), 1e-12);
}

}  // namespace
}  // namespace ventosa::controller::stance_test
