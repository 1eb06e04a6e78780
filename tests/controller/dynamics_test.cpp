#include "controller/dynamics.h"

#include <gtest/gtest.h>

#include "controller/statics.h"
#include "tests/controller/random_robot.h"

namespace ventosa::controller {
namespace {

constexpr int kLegs = 500;

BaseMotion any_base(test::Rng& rng) {
  return {test::any_vector(2, rng), test::any_vector(5, rng), test::any_vector(10, rng)};
}

Leg some_leg(int seed, test::Rng& rng) { return test::any_leg(1 + seed % kMaxJoints, rng); }

TEST(InverseDynamics, IsTheGravityTorqueOfALegAtRest) {
  test::Rng rng{21};
  for (int n = 0; n < kLegs; ++n) {
    const Leg leg = some_leg(n, rng);
    const LegPose pose = leg_pose(leg, test::any_joints(3, rng));
    const Vector3d g = test::any_vector(9.81, rng), F = test::any_vector(50, rng);
    const auto tau = inverse_dynamics(leg, pose, {}, {.a_B = -g}, F);
    const auto want = static_torque(leg, pose, leg.n_joints, g, pose.p_BW, F, Vector3d::Zero());
    for (std::size_t j = 0; j < kMaxJoints; ++j) EXPECT_NEAR(tau[j], want[j], 1e-12 * 100);
  }
}

double kinetic_energy_J(const Leg& leg, const LegPose& pose, const PerJoint<double>& dq) {
  double energy_J = 0;
  Vector3d w = Vector3d::Zero(), v = Vector3d::Zero(), p = Vector3d::Zero();
  for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_joints); ++j) {
    v += w.cross(pose.p_BJ[j] - p);
    p = pose.p_BJ[j];
    w += dq[j] * pose.axis_B[j];
    const Vector3d v_C = v + w.cross(pose.p_BC[j] - p);
    const Vector3d w_J = pose.R_BJ[j].transpose() * w;
    energy_J += 0.5 * (leg.link[j].mass_kg * v_C.squaredNorm() + w_J.dot(leg.link[j].I_C * w_J));
  }
  return energy_J;
}

double potential_energy_J(const Leg& leg, const LegPose& pose, const Vector3d& g_B) {
  double energy_J = 0;
  for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_joints); ++j)
    energy_J -= leg.link[j].mass_kg * g_B.dot(pose.p_BC[j]);
  return energy_J;
}

TEST(InverseDynamics, PutsInThePowerThatTheLegsEnergyGains) {
  test::Rng rng{22};
  constexpr double h = 1e-5;
  for (int n = 0; n < kLegs; ++n) {
    const Leg leg = some_leg(n, rng);
    const PerJoint<double> q = test::any_joints(3, rng);
    const JointMotion motion{test::any_joints(3, rng), test::any_joints(10, rng)};
    const Vector3d g = test::any_vector(9.81, rng);
    const auto energy_J = [&](double t) {
      PerJoint<double> q_t, dq_t;
      for (std::size_t j = 0; j < q.size(); ++j) {
        const double dq = motion.dq_rad_s[j], ddq = motion.ddq_rad_s2[j];
        q_t[j] = q[j] + t * dq + t * t / 2 * ddq;
        dq_t[j] = dq + t * ddq;
      }
      const LegPose pose = leg_pose(leg, q_t);
      return kinetic_energy_J(leg, pose, dq_t) + potential_energy_J(leg, pose, g);
    };
    const auto tau = inverse_dynamics(leg, leg_pose(leg, q), motion, {.a_B = -g}, Vector3d::Zero());
    double power_W = 0;
    for (std::size_t j = 0; j < q.size(); ++j) power_W += tau[j] * motion.dq_rad_s[j];
    EXPECT_NEAR((energy_J(h) - energy_J(-h)) / (2 * h), power_W, 1e-5);
  }
}

TEST(InverseDynamics, FeelsTheBaseAsOneMoreJoint) {
  test::Rng rng{23};
  for (int n = 0; n < kLegs; ++n) {
    const Leg leg = test::any_leg(2 + n % (kMaxJoints - 1), rng);
    const PerJoint<double> q = test::any_joints(3, rng);
    const JointMotion motion{test::any_joints(3, rng), test::any_joints(10, rng)};
    const BaseMotion base = any_base(rng);
    const Vector3d F = test::any_vector(50, rng);
    const auto want = inverse_dynamics(leg, leg_pose(leg, q), motion, base, F);

    // the same leg without its first joint, carried by a base that moves like its first link
    const LegPose pose = leg_pose(leg, q);
    const Vector3d o = pose.p_BJ[0], u = pose.axis_B[0];
    const double dq = motion.dq_rad_s[0], ddq = motion.ddq_rad_s2[0];
    LegPose rest = pose;
    JointMotion rest_motion;
    Leg rest_leg = leg;
    rest_leg.n_joints = leg.n_joints - 1;
    for (std::size_t j = 1; j < kMaxJoints; ++j) {
      rest.R_BJ[j - 1] = pose.R_BJ[j];
      rest.p_BJ[j - 1] = pose.p_BJ[j] - o;
      rest.p_BC[j - 1] = pose.p_BC[j] - o;
      rest.axis_B[j - 1] = pose.axis_B[j];
      rest_leg.link[j - 1] = leg.link[j];
      rest_motion.dq_rad_s[j - 1] = motion.dq_rad_s[j];
      rest_motion.ddq_rad_s2[j - 1] = motion.ddq_rad_s2[j];
    }
    rest.p_BW = pose.p_BW - o;
    const BaseMotion carried{base.w_B + dq * u, base.alpha_B + ddq * u + dq * base.w_B.cross(u),
                             base.a_B + base.alpha_B.cross(o) + base.w_B.cross(base.w_B.cross(o))};
    const auto tau = inverse_dynamics(rest_leg, rest, rest_motion, carried, F);
    for (std::size_t j = 0; j + 1 < static_cast<std::size_t>(leg.n_joints); ++j)
      EXPECT_NEAR(tau[j], want[j + 1], 1e-10);
  }
}

}  // namespace
}  // namespace ventosa::controller
