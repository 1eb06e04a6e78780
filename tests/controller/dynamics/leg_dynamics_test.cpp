#include "controller/dynamics/leg_dynamics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "controller/dynamics/leg_statics.h"
#include "tests/controller/random_robot.h"

namespace ventosa::controller::leg_dynamics_test {
namespace {

constexpr int kLegs = 500;

BaseMotion any_base(test::Rng& rng) {
  return {test::any_vector(2, rng), test::any_vector(5, rng), test::any_vector(10, rng)};
}

Leg some_leg(int seed, test::Rng& rng) { return test::any_sliding_leg(1 + seed % kMaxJoints, rng); }

JointVector vector(const PerJoint<double>& x, int n) {
  return Eigen::Map<const Eigen::VectorXd>(x.data(), n);
}

TEST(InverseDynamics, IsTheGravityTorqueOfALegAtRest) {
  test::Rng rng{21};
  for (int n = 0; n < kLegs; ++n) {
    const Leg leg = some_leg(n, rng);
    const LegPose pose = leg_pose(leg, test::any_joints(3, rng));
    const Vector3d g = test::any_vector(9.81, rng), F = test::any_vector(50, rng);
    const auto tau = inverse_dynamics(leg, pose, {}, {.a_B = -g}, F);
    const auto want = static_torque(leg, pose, leg.n_joints, g, pose.p_BW, F, Vector3d::Zero());
    const double scale_Nm = std::max(1.0, vector(want, leg.n_joints).cwiseAbs().maxCoeff());
    for (std::size_t j = 0; j < kMaxJoints; ++j) EXPECT_NEAR(tau[j], want[j], 1e-12 * scale_Nm);
  }
}

double kinetic_energy_J(const Leg& leg, const LegPose& pose, const PerJoint<double>& dq) {
  double energy_J = 0;
  Vector3d w = Vector3d::Zero(), v = Vector3d::Zero(), p = Vector3d::Zero();
  for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_joints); ++j) {
    v += w.cross(pose.p_BJ[j] - p) + dq[j] * pose.slide_B[j];
    p = pose.p_BJ[j];
    w += dq[j] * pose.axis_B[j];
    const Vector3d v_C = v + w.cross(pose.p_BC[j] - p);
    const Vector3d w_J = pose.R_BJ[j].transpose() * w;
    energy_J += 0.5 * (leg.link[j].mass_kg * v_C.squaredNorm() + w_J.dot(leg.link[j].I_C * w_J) +
                       leg.joint[j].armature_kgm2 * dq[j] * dq[j]);
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
    const Leg leg = test::any_sliding_leg(2 + n % (kMaxJoints - 1), rng);
    const PerJoint<double> q = test::any_joints(3, rng);
    const JointMotion motion{test::any_joints(3, rng), test::any_joints(10, rng)};
    const BaseMotion base = any_base(rng);
    const Vector3d F = test::any_vector(50, rng);
    const auto want = inverse_dynamics(leg, leg_pose(leg, q), motion, base, F);

    // the same leg without its first joint, carried by a base that moves like its first link
    const LegPose pose = leg_pose(leg, q);
    const Vector3d o = pose.p_BJ[0], u = pose.axis_B[0], s = pose.slide_B[0];
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
      rest.slide_B[j - 1] = pose.slide_B[j];
      rest_leg.link[j - 1] = leg.link[j];
      rest_leg.joint[j - 1] = leg.joint[j];
      rest_motion.dq_rad_s[j - 1] = motion.dq_rad_s[j];
      rest_motion.ddq_rad_s2[j - 1] = motion.ddq_rad_s2[j];
    }
    rest.p_BW = pose.p_BW - o;
    const BaseMotion carried{base.w_B + dq * u, base.alpha_B + ddq * u + dq * base.w_B.cross(u),
                             base.a_B + base.alpha_B.cross(o) + base.w_B.cross(base.w_B.cross(o)) +
                                 2 * dq * base.w_B.cross(s) + ddq * s};
    const auto tau = inverse_dynamics(rest_leg, rest, rest_motion, carried, F);
    for (std::size_t j = 0; j + 1 < static_cast<std::size_t>(leg.n_joints); ++j)
      EXPECT_NEAR(tau[j], want[j + 1], 1e-10);
  }
}

TEST(MassMatrix, IsTwiceTheKineticEnergy) {
  test::Rng rng{24};
  for (int n = 0; n < kLegs; ++n) {
    const Leg leg = some_leg(n, rng);
    const LegPose pose = leg_pose(leg, test::any_joints(3, rng));
    const PerJoint<double> dq = test::any_joints(3, rng);
    const auto v = vector(dq, leg.n_joints);
    const MassMatrix M = mass_matrix(leg, pose);
    EXPECT_EQ((M - M.transpose()).norm(), 0);
    const double energy_J = kinetic_energy_J(leg, pose, dq);
    EXPECT_NEAR(v.dot(M * v) / 2, energy_J, 1e-13 * (1 + energy_J));
  }
}

// x' (M' - 2 C) x = 0:  2 x' C(q, x) x, the velocity torques' power, is the rate of x' M x at x''=0
TEST(MassMatrix, ChangesAsTheVelocityTorquesSay) {
  test::Rng rng{25};
  constexpr double h = 1e-5;
  for (int n = 0; n < kLegs; ++n) {
    const Leg leg = some_leg(n, rng);
    const PerJoint<double> q = test::any_joints(3, rng), dq = test::any_joints(3, rng);
    const auto v = vector(dq, leg.n_joints);
    const auto twice_energy_J = [&](double t) {
      PerJoint<double> moved = q;
      for (std::size_t j = 0; j < q.size(); ++j) moved[j] += t * dq[j];
      return v.dot(mass_matrix(leg, leg_pose(leg, moved)) * v);
    };
    const JointVector Cv = vector(
        inverse_dynamics(leg, leg_pose(leg, q), {dq, {}}, {}, Vector3d::Zero()), leg.n_joints);
    EXPECT_NEAR((twice_energy_J(h) - twice_energy_J(-h)) / (2 * h), 2 * Cv.dot(v), 1e-6);
  }
}

TEST(ForwardDynamics, UndoesInverseDynamics) {
  test::Rng rng{26};
  for (int n = 0; n < kLegs; ++n) {
    const Leg leg = some_leg(n, rng);
    const LegPose pose = leg_pose(leg, test::any_joints(3, rng));
    const JointMotion motion{test::any_joints(3, rng), test::any_joints(10, rng)};
    const BaseMotion base = any_base(rng);
    const Vector3d F = test::any_vector(50, rng);
    const auto tau = inverse_dynamics(leg, pose, motion, base, F);
    PerJoint<double> ddq{};
    ASSERT_EQ(forward_dynamics(leg, pose, motion.dq_rad_s, tau, base, F, ddq), DynamicsStatus::kOk);
    const auto want = vector(motion.ddq_rad_s2, leg.n_joints);
    EXPECT_LT((vector(ddq, leg.n_joints) - want).norm(), 1e-9 * want.norm());
  }
}

TEST(ForwardDynamics, KeepsTheEnergyOfAFreeLeg) {
  test::Rng rng{27};
  Leg leg = test::any_leg(6, rng);
  leg.joint[1].slide_m_rad = 0.1;
  leg.joint[4].slide_m_rad = -0.05;
  const Vector3d g(0, 0, -9.81);
  const auto rate = [&](const PerJoint<double>& q, const PerJoint<double>& dq) {
    PerJoint<double> ddq{};
    EXPECT_EQ(forward_dynamics(leg, leg_pose(leg, q), dq, {}, {.a_B = -g}, Vector3d::Zero(), ddq),
              DynamicsStatus::kOk);
    return ddq;
  };
  const auto plus = [](PerJoint<double> x, double t, const PerJoint<double>& dx) {
    for (std::size_t j = 0; j < x.size(); ++j) x[j] += t * dx[j];
    return x;
  };
  PerJoint<double> q = test::any_joints(1, rng), dq{};
  const auto energy_J = [&] {
    const LegPose pose = leg_pose(leg, q);
    return kinetic_energy_J(leg, pose, dq) + potential_energy_J(leg, pose, g);
  };
  const double before_J = energy_J();
  double fastest_J = 0;

  // Runge-Kutta integration over 2 s
  constexpr double h = 5e-4;
  for (int n = 0; n < 4000; ++n) {
    const auto a1 = rate(q, dq), v2 = plus(dq, h / 2, a1);
    const auto a2 = rate(plus(q, h / 2, dq), v2), v3 = plus(dq, h / 2, a2);
    const auto a3 = rate(plus(q, h / 2, v2), v3), v4 = plus(dq, h, a3);
    const auto a4 = rate(plus(q, h, v3), v4);
    q = plus(plus(plus(plus(q, h / 6, dq), h / 3, v2), h / 3, v3), h / 6, v4);
    dq = plus(plus(plus(plus(dq, h / 6, a1), h / 3, a2), h / 3, a3), h / 6, a4);
    fastest_J = std::max(fastest_J, kinetic_energy_J(leg, leg_pose(leg, q), dq));
  }
  EXPECT_GT(fastest_J, 1);
  EXPECT_NEAR(energy_J(), before_J, 1e-6 * fastest_J);
}

TEST(ForwardDynamics, RefusesALegThatWeighsNothing) {
  test::Rng rng{28};
  Leg leg = test::any_leg(3, rng);
  for (std::size_t j = 0; j < 3; ++j) {
    leg.link[j].mass_kg = 0;
    leg.link[j].I_C.setZero();
    leg.joint[j].armature_kgm2 = 0;
  }
  PerJoint<double> ddq{7, 7, 7};
  const PerJoint<double> tau{1, 1, 1};
  const auto status = [&] {
    return forward_dynamics(leg, leg_pose(leg, {}), {}, tau, {}, Vector3d::Zero(), ddq);
  };
  EXPECT_EQ(status(), DynamicsStatus::kMassless);
  EXPECT_EQ(ddq[0], 7);
  // a point mass on the axis of the last joint
  leg.link[2].mass_kg = 1;
  leg.link[2].p_JC.setZero();
  EXPECT_EQ(status(), DynamicsStatus::kMassless);
  for (std::size_t j = 0; j < 3; ++j) leg.joint[j].armature_kgm2 = 0.01;
  EXPECT_EQ(status(), DynamicsStatus::kOk);
}

// rounding errors of the tilted axis alone would give 1e16 rad/s2
TEST(ForwardDynamics, RefusesTwoJointsOnOneAxis) {
  test::Rng rng{30};
  for (int n = 0; n < 100; ++n) {
    Leg leg = test::any_leg(2, rng);
    leg.joint[1].axis = leg.joint[0].axis;
    leg.joint[1].p_PJ = 0.1 * leg.joint[0].axis;
    leg.link[0] = {};
    leg.joint[0].armature_kgm2 = leg.joint[1].armature_kgm2 = 0;
    PerJoint<double> ddq{};
    EXPECT_EQ(forward_dynamics(leg, leg_pose(leg, test::any_joints(3, rng)), {}, {1, 1}, {},
                               Vector3d::Zero(), ddq),
              DynamicsStatus::kMassless);
  }
}

TEST(ForwardDynamics, RefusesNumbersThatAreNone) {
  test::Rng rng{29};
  const Leg leg = test::any_leg(6, rng);
  const LegPose pose = leg_pose(leg, {});
  PerJoint<double> tau{}, ddq{};
  tau[2] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(forward_dynamics(leg, pose, {}, tau, {}, Vector3d::Zero(), ddq),
            DynamicsStatus::kMassless);
  EXPECT_EQ(ddq[0], 0);
}

TEST(ForwardDynamics, SwingsAPendulumOfOneJoint) {
  Leg leg;
  leg.n_joints = leg.n_arm = 1;
  leg.joint[0].axis = Vector3d::UnitY();
  leg.link[0] = {.mass_kg = 2, .p_JC = Vector3d(0, 0, -0.5)};
  const double q = 0.3;
  PerJoint<double> ddq{};
  ASSERT_EQ(forward_dynamics(leg, leg_pose(leg, {q}), {}, {}, {.a_B = Vector3d(0, 0, 9.81)},
                             Vector3d::Zero(), ddq),
            DynamicsStatus::kOk);
  EXPECT_NEAR(ddq[0], -9.81 / 0.5 * std::sin(q), 1e-12);
}

}  // namespace
}  // namespace ventosa::controller::leg_dynamics_test
