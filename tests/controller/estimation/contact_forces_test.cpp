#include "controller/estimation/contact_forces.h"

#include <gtest/gtest.h>

#include <limits>

#include "controller/load_sharing/stance_problem.h"
#include "tests/controller/ideal_modules.h"

namespace ventosa::controller::contact_forces_test {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// The quadruped on four attached cups; its drives have exactly the torques of the load sharing.
struct ContactForces : testing::Test {
  const RobotModel robot = test::robot("romerin4");
  const ReactionConfig config;
  Stance stance;
  PerLeg<Vector3d> F_B = zero_vectors();
  PerLeg<LegReading> reading{};
  PerLeg<ContactForceEstimate> estimate;
  Vector3d turn_B = Vector3d::Zero();

  ContactForces() {
    stance.g_B = Vector3d(-4, 1, -8.5);
    for (std::size_t i = 0; i < robot.leg.size(); ++i) {
      stance.leg[i].pose = leg_pose(robot.leg[i], test::nominal_pose(robot.leg[i]));
      attach(i, true);
      for (JointReading& joint : reading[i].joint) joint.tau_Nm = 0;
    }
  }

  void attach(std::size_t leg, bool attached) {
    stance.leg[leg].attached = attached;
    stance.leg[leg].grip_force_N = 120;
    stance.leg[leg].friction = 0.6;
    weigh_leg(robot.leg[leg], stance.g_B, stance.leg[leg]);
  }

  /// forces of the load sharing, as torques of the drives
  void stand() {
    StanceProblem problem;
    pose_problem(robot, {}, stance, zero_vectors(), problem);
    SharingWarmStart warm;
    const Sharing sharing = share_load(problem.sharing, warm);
    F_B = zero_vectors();
    for (std::size_t k = 0; k < static_cast<std::size_t>(problem.sharing.n_feet); ++k)
      F_B[static_cast<std::size_t>(problem.leg[k])] = sharing.F[k];
    for (std::size_t i = 0; i < robot.leg.size(); ++i) {
      const auto tau = feed_forward(robot.leg[i], stance.leg[i], stance.g_B, F_B[i]);
      for (std::size_t j = 0; j < tau.size(); ++j) reading[i].joint[j].tau_Nm = tau[j];
    }
  }

  void run() { estimate_contact_forces(robot, config, stance, reading, turn_B, estimate); }
};

TEST_F(ContactForces, AreTheForcesThatTheDrivesMake) {
  stand();
  run();
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_LT((estimate[i].motors_B - F_B[i]).norm(), 1e-4);
    // the prior of the elastic model biases the estimate slightly
    EXPECT_LT((estimate[i].fused_B - F_B[i]).norm(), 0.05);
    EXPECT_TRUE((estimate[i].fused_sd_B.array() <= estimate[i].motors_sd_B.array()).all());
    EXPECT_TRUE((estimate[i].motors_sd_B.array() > 0).all());
  }
}

TEST_F(ContactForces, ShowAPayloadByTheMotorsAndDenyItByEquilibrium) {
  stand();
  const Vector3d share = 0.25 * 0.5 * stance.g_B;  // half a kilogram on the body
  for (std::size_t i = 0; i < 4; ++i) {
    const auto tau = feed_forward(robot.leg[i], stance.leg[i], stance.g_B, F_B[i] - share);
    for (std::size_t j = 0; j < tau.size(); ++j) reading[i].joint[j].tau_Nm = tau[j];
  }
  run();
  Vector3d motors = Vector3d::Zero(), fused = Vector3d::Zero();
  for (std::size_t i = 0; i < 4; ++i) {
    motors += estimate[i].motors_B - F_B[i];
    fused += estimate[i].fused_B - F_B[i];
  }
  EXPECT_LT((motors + 4 * share).norm(), 1e-3);
  EXPECT_LT(fused.norm(), 0.8 * motors.norm());
}

TEST_F(ContactForces, AreZeroOnALegThatIsNotAttached) {
  attach(1, false);
  stand();
  run();
  EXPECT_EQ(estimate[1].motors_B, Vector3d::Zero());
  EXPECT_EQ(estimate[1].fused_sd_B, Vector3d::Zero());
  for (const std::size_t i : {0u, 2u, 3u}) EXPECT_LT((estimate[i].motors_B - F_B[i]).norm(), 1e-4);
}

TEST_F(ContactForces, GoWithoutTheElasticGuessOnTwoFeet) {
  stand();
  attach(0, false);
  attach(3, false);
  run();
  EXPECT_EQ(estimate[1].elastic_B, Vector3d::Zero());
  EXPECT_LT((estimate[1].motors_B - F_B[1]).norm(), 1e-4);
  for (const std::size_t i : {1u, 2u})
    for (JointReading& joint : reading[i].joint) joint.tau_Nm = kNaN;
  run();
  EXPECT_TRUE(estimate[1].fused_B.allFinite());
  // the pull along the line of the two feet cannot be observed
  EXPECT_GT(estimate[1].fused_sd_B.norm(), 100);
}

TEST_F(ContactForces, ReachALegWithoutTorquesThroughTheOthers) {
  stand();
  for (JointReading& joint : reading[2].joint) joint.tau_Nm = kNaN;
  run();
  EXPECT_EQ(estimate[2].motors_B, Vector3d::Zero());
  EXPECT_GT(estimate[2].motors_sd_B.minCoeff(), 0.9 * kAnyForce_N);
  EXPECT_LT((estimate[2].fused_B - F_B[2]).norm(), 2);
  EXPECT_LT(estimate[2].fused_sd_B.maxCoeff(), 10);
  EXPECT_LT((estimate[1].motors_B - F_B[1]).norm(), 1e-4);
}

TEST_F(ContactForces, AreLessCertainThroughAWristThatIsNoBallJoint) {
  const Leg& leg = robot.leg[0];
  PerJoint<double> q = test::nominal_pose(leg);
  double last = 0;
  for (const double q5 : {0.8, 0.1, 0.01, 0.0}) {
    q[4] = q5;
    const auto sd_Nm = torque_deviation(leg, config, leg_pose(leg, q), reading[0]);
    for (const double sd : {sd_Nm[0], sd_Nm[1], sd_Nm[2]}) {
      EXPECT_GE(sd, config.torque_sd_Nm[0]);
      EXPECT_TRUE(std::isfinite(sd));
    }
    EXPECT_GT(sd_Nm[0] + sd_Nm[1], last);
    last = sd_Nm[0] + sd_Nm[1];
  }
}

TEST_F(ContactForces, TrustALoadedDriveLessWhenFrictionGrowsWithLoad) {
  ReactionConfig worn;
  worn.torque_sd_ratio = 0.4;
  reading[0].joint[1].tau_Nm = -5;
  const LegPose& pose = stance.leg[0].pose;
  EXPECT_GT(torque_deviation(robot.leg[0], worn, pose, reading[0])[1], 2);
  EXPECT_LT(torque_deviation(robot.leg[0], worn, pose, reading[0])[0], 0.2);
}

/// Drive noise as configured: the error of each attached leg against its own covariance.
TEST_F(ContactForces, AreAsFarOffAsTheirCovarianceSays) {
  stand();
  std::mt19937_64 rng{17};
  double motors = 0;
  constexpr int kDraws = 5000;
  ReactionConfig no_wrist = config;
  no_wrist.wrist_sd_Nm = 0;  // friction errors of the joints of an arm are correlated
  for (int n = 0; n < kDraws; ++n)
    for (std::size_t i = 0; i < 4; ++i) {
      LegReading noisy = reading[i];
      for (std::size_t j = 0; j < 3; ++j)
        noisy.joint[j].tau_Nm += std::normal_distribution<double>(0, config.torque_sd_Nm[j])(rng);
      const auto force = measured_reaction(robot.leg[i], no_wrist, stance.leg[i], noisy);
      const Vector3d e = force.F_B - F_B[i];
      motors += e.dot(force.covariance_B.inverse() * e) / (4 * kDraws);
    }
  EXPECT_NEAR(motors, 3, 5 * std::sqrt(6.0 / (4 * kDraws)));
}

/// Joint friction of unknown sign makes the torques wrong by newtons, the sensor by its noise.
TEST_F(ContactForces, AreThoseOfAForceSensorWhereThereIsOne) {
  stand();
  Leg leg = robot.leg[0];
  const Vector3d f_F = stance.leg[0].pose.X_BF.linear().transpose() * F_B[0];
  LegReading felt = reading[0];
  for (JointReading& joint : felt.joint) joint.tau_Nm += 0.3;
  const auto error_N = [&] {
    return (measured_reaction(leg, config, stance.leg[0], felt).F_B - F_B[0]).norm();
  };
  const double by_motors_N = error_N();
  EXPECT_GT(by_motors_N, 1);
  felt.foot = {.sampled_ns = 0, .f_F_N = {f_F.x(), f_F.y(), f_F.z()}};
  EXPECT_EQ(error_N(), by_motors_N) << "a foot without a sensor";
  leg.foot.hold = PointFoot{.sensor = ForceSensing{.rate_hz = 500, .noise_N = 0.1, .range_N = 500}};
  EXPECT_LT(error_N(), 0.1);
  felt.foot.f_F_N[2] = 501;
  EXPECT_EQ(error_N(), by_motors_N) << "beyond its range";
  felt.foot.f_F_N[2] = std::nan("");
  EXPECT_EQ(error_N(), by_motors_N) << "not finite";
}

TEST(Controller, HoldsOnATorqueThatIsInfiniteAndReportsNone) {
  Standing standing(kDown);
  EXPECT_EQ(standing.tick().leg[0].joint[0].mode, JointMode::kImpedance);
  for (LegReading& leg : standing.modules.seen.leg)
    leg.joint[1].tau_Nm = std::numeric_limits<double>::infinity();
  EXPECT_EQ(standing.tick().leg[0].joint[0].mode, JointMode::kHold);
  EXPECT_EQ(standing.controller.diagnostics().reason, Reason::kBadInput);
  EXPECT_EQ(not_finite(standing.robot, standing.controller.diagnostics()), "");
}

TEST(Controller, GoesOnWithoutTorquesAndReportsNumbers) {
  Standing standing(kDown);
  for (LegReading& leg : standing.modules.seen.leg)
    for (JointReading& joint : leg.joint) joint.tau_Nm = kUnknown;
  EXPECT_EQ(standing.tick().leg[0].joint[0].mode, JointMode::kImpedance);
  EXPECT_EQ(standing.controller.diagnostics().reason, Reason::kNone);
  EXPECT_EQ(not_finite(standing.robot, standing.controller.diagnostics()), "");
}

TEST(Controller, PlansTheSameWhateverItsDrivesMeasure) {
  Standing one(kAlongTheSurface), other(kAlongTheSurface);
  for (LegReading& leg : other.modules.seen.leg)
    for (JointReading& joint : leg.joint) joint.tau_Nm = 3;
  for (int n = 0; n < 100; ++n)
    EXPECT_EQ(values(one.robot, one.tick(walk(0.01))), values(other.robot, other.tick(walk(0.01))));
}

}  // namespace
}  // namespace ventosa::controller::contact_forces_test
