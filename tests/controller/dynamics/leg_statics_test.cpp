#include "controller/dynamics/leg_statics.h"

#include <gtest/gtest.h>

#include "tests/controller/gravity_oracles.h"
#include "tests/controller/random_robot.h"
#include "tests/controller/romerin.h"

namespace ventosa::controller::leg_statics_test {
namespace {

/// The leg of the published reference torques: centres of mass at mid link, mount at the origin.
Leg mid_link_leg() {
  Leg leg = test::robot("romerin4").leg[0];
  leg.X_BL = Isometry3d::Identity();
  leg.link[0].p_JC = {0.068 / 2, 0, 0};
  leg.link[1].p_JC = {0.22045 / 2, 0, -0.01492 / 2};
  leg.link[2].p_JC = {0.27991 / 2, 0, 0.02245 / 2};
  leg.link[3].p_JC = leg.link[4].p_JC = Vector3d::Zero();
  leg.link[5].p_JC = {0.087 / 2, 0, 0};
  return leg;
}

const PerJoint<double> kPose{.3, .6, 1.2, .4, .9, -.5};

TEST(StaticTorque, MeetsTheGoldenNumbersOfASwingLeg) {
  const Leg leg = mid_link_leg();
  const LegPose pose = leg_pose(leg, kPose);
  const Vector3d none = Vector3d::Zero();
  const auto tau = static_torque(leg, pose, 6, {0, 0, -9.81}, pose.p_BW, none, none);
  const double golden[] = {0, 4.716772370916, -2.229226704329, -0.031371201469, 0.113994854892, 0};
  for (std::size_t j = 0; j < 6; ++j) EXPECT_NEAR(tau[j], golden[j], 1e-11) << "joint " << j;
}

TEST(StaticTorque, MeetsTheGoldenNumbersOfAStanceLeg) {
  const Leg leg = mid_link_leg();
  const LegPose pose = leg_pose(leg, kPose);
  const auto tau =
      static_torque(leg, pose, 3, {-9.81, 0, 0}, pose.p_BW, {20, 5, -10}, Vector3d::Zero());
  const double golden[] = {-0.211718171308, 3.375685942836, 0.085199453293};
  for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(tau[j], golden[j], 1e-11) << "joint " << j;
}

// within 1e-12 of the leg's largest torque, 1 N m at least
TEST(StaticTorque, IsWhatAlgorithm1AndTheClassicalFormSay) {
  test::Rng rng{31};
  for (int i = 0; i < 2000; ++i) {
    const Leg leg = test::any_leg(1 + i % kMaxJoints, rng);
    const LegPose pose = leg_pose(leg, test::any_joints(3, rng));
    const Vector3d g = test::any_vector(9.81, rng), F = test::any_vector(50, rng);
    for (const int n : {leg.n_arm, leg.n_joints}) {
      const auto tau = static_torque(leg, pose, n, g, pose.p_BW, F, Vector3d::Zero());
      const auto paper = test::algorithm_1(leg, pose, n, g, F);
      const auto textbook = test::classical(leg, pose, n, g, F);
      const double scale_Nm =
          std::max(1.0, Eigen::VectorXd::Map(paper.data(), n).cwiseAbs().maxCoeff());
      for (std::size_t j = 0; j < static_cast<std::size_t>(n); ++j) {
        EXPECT_NEAR(tau[j], paper[j], 1e-12 * scale_Nm);
        EXPECT_NEAR(tau[j], textbook[j], 1e-12 * scale_Nm);
      }
    }
  }
}

double potential_J(const Leg& leg, const LegPose& pose, int first, int last, const Vector3d& g_B) {
  double energy_J = 0;
  for (int k = first; k < last; ++k) {
    const auto i = static_cast<std::size_t>(k);
    energy_J -= leg.link[i].mass_kg * g_B.dot(pose.p_BC[i]);
  }
  return energy_J;
}

/// Expects the slope of the energy of links and of a force on the foot, along each joint.
void expect_slope(const Leg& leg, const PerJoint<double>& q, test::Rng& rng) {
  constexpr double h = 1e-6;
  const Vector3d g = test::any_vector(9.81, rng), f = test::any_vector(50, rng);
  const LegPose pose = leg_pose(leg, q);
  const int n = leg.n_joints;
  const auto tau = static_torque(leg, pose, n, g, pose.X_BF.translation(), f, Vector3d::Zero());
  for (std::size_t j = 0; j < static_cast<std::size_t>(n); ++j) {
    const auto energy = [&](double dq) {
      PerJoint<double> moved = q;
      moved[j] += dq;
      const LegPose p = leg_pose(leg, moved);
      return potential_J(leg, p, 0, n, g) - f.dot(p.X_BF.translation());
    };
    EXPECT_NEAR(tau[j], (energy(h) - energy(-h)) / (2 * h), 1e-7);
  }
}

TEST(StaticTorque, IsTheSlopeOfThePotentialEnergy) {
  const Leg leg = test::robot("romerin4").leg[3];
  test::Rng rng{7};
  for (int n = 0; n < 300; ++n) expect_slope(leg, test::random_pose(leg, rng), rng);
}

TEST(StaticTorque, OfASliderIsTheForceAlongItsScrew) {
  test::Rng rng{8};
  for (int n = 0; n < 300; ++n)
    expect_slope(test::any_sliding_leg(1 + n % kMaxJoints, rng), test::any_joints(3, rng), rng);
}

/// Wrist angles that keep the last link's orientation, by Newton's method on the rotation.
PerJoint<double> keep_cup(const Leg& leg, PerJoint<double> q, const Matrix3d& R_BJ6) {
  for (int n = 0; n < 20; ++n) {
    const LegPose pose = leg_pose(leg, q);
    const Matrix3d E = R_BJ6 * pose.R_BJ[5].transpose();
    const Vector3d w = 0.5 * Vector3d(E(2, 1) - E(1, 2), E(0, 2) - E(2, 0), E(1, 0) - E(0, 1));
    Matrix3d Z;
    Z << pose.axis_B[3], pose.axis_B[4], pose.axis_B[5];
    const Vector3d dq = Z.inverse() * w;
    for (int k = 0; k < 3; ++k) q[static_cast<std::size_t>(3 + k)] += dq[k];
  }
  return q;
}

TEST(PassiveWristMoment, IsTheSlopeOfTheWristLinksEnergyUnderAHeldCup) {
  Leg leg = test::robot("romerin4").leg[0];
  // in the shipped wrist the inner links are centred on their axes; here they are not
  leg.link[3].p_JC = {0.01, 0.02, -0.03};
  leg.link[4].p_JC = {-0.02, 0.03, 0.01};
  std::mt19937_64 rng{11};
  constexpr double h = 1e-5;
  for (int n = 0; n < 300; ++n) {
    const PerJoint<double> q = test::random_pose(leg, rng);
    const Vector3d g = test::random_vector(9.81, rng);
    const LegPose pose = leg_pose(leg, q);
    const Vector3d M = passive_wrist_moment(leg, pose, g);
    for (std::size_t j = 0; j < 3; ++j) {
      // the cup keeps its orientation, so only the force does work, by the motion of the wrist
      // point; the moment does none
      const auto energy = [&](double dq) {
        PerJoint<double> moved = q;
        moved[j] += dq;
        const LegPose p = leg_pose(leg, keep_cup(leg, moved, pose.R_BJ[5]));
        return potential_J(leg, p, 3, 6, g) +
               (leg.link[3].mass_kg + leg.link[4].mass_kg + leg.link[5].mass_kg) * g.dot(p.p_BW);
      };
      const double slope = (energy(h) - energy(-h)) / (2 * h);
      EXPECT_NEAR(-pose.axis_B[j].dot(M), slope, 1e-7);
    }
  }
}

TEST(PassiveWristMoment, StaysFiniteWhereTheWristIsSingular) {
  const Leg leg = test::robot("romerin4").leg[0];
  const LegPose pose = leg_pose(leg, {0.1, 0.2, 1.0, 0.5, 0, 0});
  EXPECT_LT(passive_wrist_moment(leg, pose, {0, 0, -9.81}).norm(), 1);
}

TEST(Weights, OfBodyAndLegsAddUpToTheRobot) {
  const RobotModel robot = test::robot("romerin6");
  const Vector3d g(1, -2, -9);
  Wrench sum = body_weight(robot, g);
  for (const Leg& leg : robot.leg)
    sum += links_weight(leg, leg_pose(leg, test::nominal_pose(leg)), 0, leg.n_joints, g);
  EXPECT_LT((sum.f - robot.total_mass_kg() * g).norm(), 1e-12);
}

TEST(Weights, ActAtTheirCentresOfMass) {
  RobotModel robot = test::robot("romerin4");
  robot.p_BC = Vector3d(0.1, 0, 0);
  const Wrench body = body_weight(robot, {0, 0, -10});
  EXPECT_NEAR(body.m.y(), 0.1 * 10 * robot.body_mass_kg, 1e-12);
  const Leg& leg = robot.leg[0];
  const LegPose pose = leg_pose(leg, test::nominal_pose(leg));
  const Wrench link = links_weight(leg, pose, 2, 3, {0, 0, -10});
  EXPECT_NEAR(link.m.y(), pose.p_BC[2].x() * 10 * leg.link[2].mass_kg, 1e-12);
}

/// Moments about the lip on wrist links and cup: weights, force and moment of the forearm, and of
/// the surface.
TEST(Weights, BendTheLipByTheirMomentAboutIt) {
  const Leg leg = test::robot("romerin4x7").leg[0];
  std::mt19937_64 rng{4};
  for (int n = 0; n < 50; ++n) {
    PerJoint<double> q = test::nominal_pose(leg);
    for (double& each : q) each += 0.2 * test::random_vector(1, rng).x();
    const LegPose pose = leg_pose(leg, q);
    const Vector3d g = test::random_vector(9.81, rng), F = test::random_vector(50, rng);
    const Vector3d p_L = pose.X_BF.translation(), z = pose.X_BF.linear().col(2);
    const Wrench weight = links_weight(leg, pose, leg.n_arm, leg.n_joints, g);
    const Vector3d of_surface = -(weight.m - p_L.cross(weight.f)) + (pose.p_BW - p_L).cross(F) +
                                passive_wrist_moment(leg, pose, g);
    const Vector3d peel = hanging_weight(leg, pose, g).peel_B;
    EXPECT_LT((z.cross(of_surface) + leg.foot.standoff_m * z.cross(z.cross(F - peel))).norm(),
              1e-9);
  }
}

}  // namespace
}  // namespace ventosa::controller::leg_statics_test
