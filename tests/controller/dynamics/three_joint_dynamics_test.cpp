#include <gtest/gtest.h>

#include "controller/dynamics/leg_dynamics.h"
#include "controller/dynamics/leg_statics.h"
#include "tests/controller/random_robot.h"
#include "tests/controller/three_joint_leg.h"

/// M, H and G of a leg without wrist against the equations of Asif 2012, (37)-(48), written out,
/// with their misprints corrected; each misprint has a test that shows its size.
namespace ventosa::controller::three_joint_dynamics_test {
namespace {

const Vector3d kGravity(0, 0, -9.81);
const PerJoint<double> kQ{0.3, 0.5, -1.2}, kDq{0.4, -0.7, 1.1}, kDdq{1, -2, 3};

/// The sums over the links of (40)-(48), with the Jacobians as arguments.
struct Printed {
  Leg leg = test::three_joint_leg();
  double spin_share = 1;       ///< the print has 1/2
  bool at_link_ends = false;   ///< the print takes them for the centres of mass
  bool turns_as_coxa = false;  ///< the print gives all links the coxa's angular Jacobian

  double length_m(int k) const {
    const double end_m[] = {test::kCoxa_m, test::kFemur_m, test::kTibia_m};
    return at_link_ends ? end_m[k] : leg.link[static_cast<std::size_t>(k)].p_JC.x();
  }
  /// Centre of mass of link k.
  Vector3d centre(int k, const PerJoint<double>& q) const {
    const double f = q[1], ft = q[1] + q[2];
    double rho = k == 0 ? length_m(0) : test::kCoxa_m, z = 0;
    if (k > 0) {
      const double l = k == 1 ? length_m(1) : test::kFemur_m;
      rho += l * std::cos(f), z += l * std::sin(f);
    }
    if (k > 1) rho += length_m(2) * std::cos(ft), z += length_m(2) * std::sin(ft);
    return {rho * std::cos(q[0]), rho * std::sin(q[0]), z};
  }
  Matrix3d velocity_jacobian(int k, const PerJoint<double>& q) const {
    constexpr double h = 1e-6;
    Matrix3d J = Matrix3d::Zero();
    for (int j = 0; j < 3; ++j) {
      PerJoint<double> ahead = q, behind = q;
      ahead[static_cast<std::size_t>(j)] += h, behind[static_cast<std::size_t>(j)] -= h;
      J.col(j) = (centre(k, ahead) - centre(k, behind)) / (2 * h);
    }
    return J;
  }
  Matrix3d spin_jacobian(int k, const PerJoint<double>& q) const {
    const Vector3d u(std::sin(q[0]), -std::cos(q[0]), 0);
    Matrix3d J = Matrix3d::Zero();
    J.col(0) = Vector3d::UnitZ();
    for (int j = 1; j <= k && !turns_as_coxa; ++j) J.col(j) = u;
    return J;
  }
  Matrix3d mass(const PerJoint<double>& q) const {
    Matrix3d M = leg.joint[0].armature_kgm2 * Matrix3d::Identity();
    const LegPose pose = leg_pose(leg, q);
    for (int k = 0; k < 3; ++k) {
      const Link& link = leg.link[static_cast<std::size_t>(k)];
      const Matrix3d Jv = velocity_jacobian(k, q), Jw = spin_jacobian(k, q);
      const Matrix3d I = pose.R_BJ[k] * link.I_C * pose.R_BJ[k].transpose();
      M += link.mass_kg * Jv.transpose() * Jv + spin_share * Jw.transpose() * I * Jw;
    }
    return M;
  }
  Vector3d gravity(const PerJoint<double>& q) const {
    Vector3d G = Vector3d::Zero();
    for (int k = 0; k < 3; ++k)
      G -= leg.link[static_cast<std::size_t>(k)].mass_kg * velocity_jacobian(k, q).transpose() *
           kGravity;
    return G;
  }
};

Vector3d first_three(const PerJoint<double>& x) { return {x[0], x[1], x[2]}; }

Vector3d torque(const Leg& leg, const PerJoint<double>& q, const JointMotion& motion,
                const Vector3d& g, const Vector3d& F) {
  return first_three(inverse_dynamics(leg, leg_pose(leg, q), motion, {.a_B = -g}, F));
}

Matrix3d mass(const Leg& leg, const PerJoint<double>& q) {
  return mass_matrix(leg, leg_pose(leg, q));
}

double relative(const auto& difference, const auto& whole) {
  return difference.cwiseAbs().maxCoeff() / whole.cwiseAbs().maxCoeff();
}

TEST(ThreeJointDynamics, HasTheGoldenNumbers) {
  const Leg leg = test::three_joint_leg();
  const Matrix3d M = mass(leg, kQ);
  EXPECT_NEAR(M(0, 0), 0.008402408, 1e-9);
  EXPECT_NEAR(M(1, 1), 0.006305917, 1e-9);
  EXPECT_NEAR(M(2, 2), 0.005381333, 1e-9);
  EXPECT_NEAR(M(1, 2), 0.000521452, 1e-9);
  const Vector3d H = torque(leg, kQ, {kDq, {}}, Vector3d::Zero(), Vector3d::Zero());
  EXPECT_LT((H - Vector3d(0.000570083, -0.000107012, -0.000272664)).norm(), 1e-9);
  const Vector3d G = torque(leg, kQ, {}, kGravity, Vector3d::Zero());
  EXPECT_LT((G - Vector3d(0, 0.132076003, 0.043893146)).norm(), 1e-9);
  const Vector3d tau = torque(leg, kQ, {kDq, kDdq}, kGravity, {2, -1, 8});
  EXPECT_LT((tau - Vector3d(0.339483057, -1.244139826, -0.893458336)).norm(), 1e-9);
}

TEST(ThreeJointDynamics, HasTheMassAndGravityOfTheCorrectedEquations) {
  const Printed corrected;
  test::Rng rng{41};
  for (int n = 0; n < 500; ++n) {
    const PerJoint<double> q = test::any_joints(2, rng);
    const Matrix3d M = mass(corrected.leg, q);
    EXPECT_LT(relative(M - corrected.mass(q), M), 1e-9);  // central differences
    const Vector3d G = torque(corrected.leg, q, {}, kGravity, Vector3d::Zero());
    EXPECT_LT((G - corrected.gravity(q)).norm(), 1e-9);
  }
}

// (47): H_i = sum_jk (dM_ij/dq_k - 1/2 dM_jk/dq_i) q_j' q_k'
TEST(ThreeJointDynamics, HasTheVelocityTermsOfEquation47) {
  const Leg leg = test::three_joint_leg();
  test::Rng rng{42};
  constexpr double h = 1e-5;
  for (int n = 0; n < 500; ++n) {
    const PerJoint<double> q = test::any_joints(2, rng), dq = test::any_joints(3, rng);
    std::array<Matrix3d, 3> dM;
    for (std::size_t k = 0; k < 3; ++k) {
      PerJoint<double> ahead = q, behind = q;
      ahead[k] += h, behind[k] -= h;
      dM[k] = (mass(leg, ahead) - mass(leg, behind)) / (2 * h);
    }
    const Vector3d v = first_three(dq);
    Vector3d want = Vector3d::Zero();
    for (int i = 0; i < 3; ++i)
      for (std::size_t k = 0; k < 3; ++k) want[i] += dM[k].row(i).dot(v) * v[static_cast<int>(k)];
    for (std::size_t i = 0; i < 3; ++i) want[static_cast<int>(i)] -= v.dot(dM[i] * v) / 2;
    const Vector3d H = torque(leg, q, {dq, {}}, Vector3d::Zero(), Vector3d::Zero());
    EXPECT_LT((H - want).norm(), 1e-9);
  }
}

TEST(ThreeJointDynamics, ShowsTheSizeOfEachMisprint) {
  Printed ends, coxa, half;
  ends.at_link_ends = true;
  coxa.turns_as_coxa = true;
  half.spin_share = 0.5;
  double M_ends = 0, G_ends = 0, M_coxa = 0, M_half = 0;
  test::Rng rng{43};
  for (int n = 0; n < 500; ++n) {
    const PerJoint<double> q = test::any_joints(1, rng);
    const Matrix3d armature = 0.005 * Matrix3d::Identity();
    const Matrix3d M = mass(ends.leg, q) - armature;
    const Vector3d G = torque(ends.leg, q, {}, kGravity, Vector3d::Zero());
    M_ends = std::max(M_ends, relative(ends.mass(q) - armature - M, M));
    M_coxa = std::max(M_coxa, relative(coxa.mass(q) - armature - M, M));
    M_half = std::max(M_half, relative(half.mass(q) - armature - M, M));
    G_ends = std::max(G_ends, relative(ends.gravity(q) - G, G));
  }
  EXPECT_GT(M_ends, 1);
  EXPECT_GT(G_ends, 0.8);
  EXPECT_GT(M_coxa, 0.05);
  EXPECT_GT(M_half, 0.03);
}

// (52)-(60) with the right pivots: what gravity and the foot's force put on the joints
TEST(ThreeJointDynamics, BalancesTheReactionTorqueOfEquations52To60) {
  const Leg leg = test::three_joint_leg();
  test::Rng rng{44};
  for (int n = 0; n < 2000; ++n) {
    const PerJoint<double> q = test::any_joints(2, rng);
    const LegPose pose = leg_pose(leg, q);
    const Vector3d F = test::any_vector(20, rng),
                   G = torque(leg, q, {}, kGravity, Vector3d::Zero());
    const Vector3d want = G - arm_jacobian(leg, pose).transpose() * F;
    const auto tau = static_torque(leg, pose, 3, kGravity, pose.p_BW, F, Vector3d::Zero());
    EXPECT_LT((first_three(tau) - want).norm(), 1e-12 * std::max(1.0, want.norm()));
  }
}

}  // namespace
}  // namespace ventosa::controller::three_joint_dynamics_test
