#include "models/motor_map.h"

#include <Eigen/LU>
#include <stdexcept>

namespace ventosa::models {
namespace {

using Vector = Eigen::Matrix<double, kMaxJoints, 1>;

template <class Matrix>
PerJoint<double> product(const Matrix& A, const PerJoint<double>& x) {
  PerJoint<double> y;
  Eigen::Map<Vector>(y.data()).noalias() = A * Eigen::Map<const Vector>(x.data());
  return y;
}

}  // namespace

PerJoint<double> MotorMap::motor_angles(const PerJoint<double>& q_rad) const noexcept {
  PerJoint<double> m_rad = product(M, q_rad);
  for (std::size_t j = 0; j < m_rad.size(); ++j) m_rad[j] += zero_rad[j];
  return m_rad;
}

PerJoint<double> MotorMap::joint_angles(const PerJoint<double>& m_rad) const noexcept {
  PerJoint<double> from_zero_rad;
  for (std::size_t j = 0; j < m_rad.size(); ++j) from_zero_rad[j] = m_rad[j] - zero_rad[j];
  return product(M_inverse, from_zero_rad);
}

PerJoint<double> MotorMap::motor_speeds(const PerJoint<double>& dq_rad_s) const noexcept {
  return product(M, dq_rad_s);
}

PerJoint<double> MotorMap::joint_speeds(const PerJoint<double>& dm_rad_s) const noexcept {
  return product(M_inverse, dm_rad_s);
}

PerJoint<double> MotorMap::motor_torques(const PerJoint<double>& tau_q_Nm) const noexcept {
  return product(M_inverse.transpose(), tau_q_Nm);
}

PerJoint<double> MotorMap::joint_torques(const PerJoint<double>& tau_m_Nm) const noexcept {
  return product(M.transpose(), tau_m_Nm);
}

MotorMap motor_map(const PerJoint<double>& zero_rad, const MotorMap::Matrix& M) {
  const Eigen::FullPivLU<MotorMap::Matrix> lu(M);
  if (!lu.isInvertible()) throw std::invalid_argument("the motor map M must be invertible");
  return {zero_rad, M, lu.inverse()};
}

}  // namespace ventosa::models
