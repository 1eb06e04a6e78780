#include "sim/feet/standing_mass.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include "controller/dynamics/leg_dynamics.h"

namespace ventosa::sim {
namespace {

using controller::BaseMotion;
using controller::Leg;
using controller::LegPose;
using controller::Matrix3d;
using controller::RobotModel;
using controller::Vector3d;
using Eigen::Index;
using Eigen::MatrixXd;

constexpr Index kBody = 6;  ///< coordinates of the body: [v_B; w_B] at B's origin

Matrix3d cross(const Vector3d& p) {
  Matrix3d P;
  P << 0, -p.z(), p.y(), p.z(), 0, -p.x(), -p.y(), p.x(), 0;
  return P;
}

/// k-th unit acceleration of the body.
BaseMotion accelerated(Index k) {
  BaseMotion base;
  (k < 3 ? base.a_B : base.alpha_B)[k % 3] = 1;
  return base;
}

void add_body(const RobotModel& robot, MatrixXd& M) {
  const Matrix3d C = robot.body_mass_kg * cross(robot.p_BC);
  M.topLeftCorner<3, 3>().diagonal().array() += robot.body_mass_kg;
  M.block<3, 3>(0, 3) -= C;
  M.block<3, 3>(3, 0) += C;
  M.block<3, 3>(3, 3) += robot.I_C - cross(robot.p_BC) * C;
}

/// Adds a leg whose joints are the coordinates from `first` on.
void add_leg(const Leg& leg, const LegPose& pose, Index first, MatrixXd& M) {
  for (Index k = 0; k < kBody; ++k) {
    M.col(k).head<kBody>() += inertial_wrench(leg, pose, {}, accelerated(k));
    const auto tau_Nm = inverse_dynamics(leg, pose, {}, accelerated(k), Vector3d::Zero());
    for (int j = 0; j < leg.n_joints; ++j)
      M(first + j, k) = M(k, first + j) = tau_Nm[static_cast<std::size_t>(j)];
  }
  M.block(first, first, leg.n_joints, leg.n_joints) = mass_matrix(leg, pose);
}

}  // namespace

double standing_mass_kg(const RobotModel& robot,
                        const std::vector<controller::PerJoint<double>>& q_rad) {
  Index n = kBody;
  for (const Leg& leg : robot.leg) n += leg.n_joints;
  MatrixXd M = MatrixXd::Zero(n, n), J = MatrixXd::Zero(3 * robot.n_legs(), n);
  add_body(robot, M);
  Index first = kBody, row = 0;
  for (std::size_t i = 0; i < robot.leg.size(); ++i, row += 3) {
    const Leg& leg = robot.leg[i];
    const LegPose pose = controller::leg_pose(leg, q_rad[i]);
    add_leg(leg, pose, first, M);
    J.block<3, 3>(row, 0).setIdentity();
    J.block<3, 3>(row, 3) = -cross(pose.X_BF.translation());
    J.block(row, first, 3, leg.n_joints) = controller::foot_jacobian(leg, pose).topRows<3>();
    first += leg.n_joints;
  }
  const MatrixXd mobility = J * M.llt().solve(J.transpose());
  return 1 / Eigen::SelfAdjointEigenSolver<MatrixXd>(mobility).eigenvalues().maxCoeff();
}

}  // namespace ventosa::sim
