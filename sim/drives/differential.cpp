#include "sim/drives/differential.h"

#include <algorithm>
#include <cmath>

namespace ventosa::sim {
namespace {

using Pair = std::array<double, 2>;
using Joints = std::array<JointStep, 2>;

/// Converts between joints and motors, on the scale of the first joint: speeds to motor speeds,
/// torques and currents to twice those of the motors. @{
Pair to_motors(const Differential& gear, const Pair& joint) {
  return {joint[0] + gear.sense[0] * joint[1], joint[0] + gear.sense[1] * joint[1]};
}
Pair to_joints(const Differential& gear, const Pair& motor) {
  return {0.5 * (motor[0] + motor[1]), 0.5 * (gear.sense[0] * motor[0] + gear.sense[1] * motor[1])};
}
/// @}

/// Distributes the joints' torques to the motors, within the motors' limits.
void share_torque(const Differential& gear, const Joints& joint) {
  const DriveConfig& first = joint[0].config;
  const double limit_Nm = first.plant.torque_cap * first.stall_torque_Nm;
  for (const JointStep& j : joint)
    j.state.tau_motor_Nm = torque(j.config, j.state, j.read.q_rad, j.read.dq_rad_s);
  const Pair requested_Nm =
      to_motors(gear, {joint[0].state.tau_motor_Nm, joint[1].state.tau_motor_Nm / gear.ratio});
  const Pair given_Nm{std::clamp(requested_Nm[0], -limit_Nm, limit_Nm),
                      std::clamp(requested_Nm[1], -limit_Nm, limit_Nm)};
  if (given_Nm == requested_Nm) return;
  const Pair joint_Nm = to_joints(gear, given_Nm);
  joint[0].state.tau_motor_Nm = joint_Nm[0];
  joint[1].state.tau_motor_Nm = joint_Nm[1] * gear.ratio;
}

/// Steps current and heat of each motor, using the first joint's drive, which represents two such
/// motors.
/// @return current of each motor, doubled
Pair drive_motors(const Joints& joint, Demand::Kind kind, const Pair& requested_A,
                  const Pair& speed_rad_s) {
  const DriveConfig& first = joint[0].config;
  Pair given_A{};
  for (std::size_t k = 0; k < 2; ++k) {
    DriveState& state = joint[k].state;
    const Demand demand{kind, requested_A[k], current_cap_A(first)};
    drive_motor(first.motor, demand, state.supply_V, speed_rad_s[k], state.motor);
    step_temperature(first.motor, state.motor);
    given_A[k] = state.motor.current_A;
  }
  return given_A;
}

void set_current(const JointStep& joint, double current_A, double dq_rad_s) {
  const models::Motor& motor = joint.config.plant.motor;
  const double emf_V = motor.torque_constant_Nm_A * dq_rad_s;
  joint.state.motor.current_A = current_A;
  joint.state.motor.voltage_V = motor.resistance_ohm * current_A + emf_V;
  joint.state.tau_motor_Nm = motor.torque_constant_Nm_A * current_A;
}

/// Distributes the joints' currents to the motors, within the motors' limits. The bridges are open
/// if neither joint demands a current.
void share_current(const Differential& gear, const Joints& joint, const Pair& rotor_rad_s) {
  Pair joint_A{};
  auto kind = Demand::Kind::kOpen;
  for (std::size_t j = 0; j < 2; ++j) {
    const Demand demand = motor_demand(joint[j].config, joint[j].read, joint[j].state);
    joint_A[j] = demanded_current_A(joint[j].config.plant.motor, demand, rotor_rad_s[j]);
    if (demand.kind != Demand::Kind::kOpen) kind = Demand::Kind::kCurrent;
  }
  const Pair requested_A = to_motors(gear, joint_A);
  const Pair speed_rad_s = to_motors(gear, {rotor_rad_s[0], gear.ratio * rotor_rad_s[1]});
  const Pair given_A = drive_motors(joint, kind, requested_A, speed_rad_s);
  if (given_A != requested_A) joint_A = to_joints(gear, given_A);
  for (std::size_t j = 0; j < 2; ++j) set_current(joint[j], joint_A[j], rotor_rad_s[j]);
}

}  // namespace

std::optional<Differential> differential_of(const models::MotorMap& motors, int n_joints) {
  const auto ratio = [&motors](int motor, int j) {
    return motors.M(motor, j + 1) / motors.M(motor, j);
  };
  for (int j = 0; j + 1 < n_joints; ++j)
    if (motors.M(j, j + 1) != 0)
      return Differential{j,
                          std::abs(ratio(j, j)),
                          {std::copysign(1.0, ratio(j, j)), std::copysign(1.0, ratio(j + 1, j))}};
  return std::nullopt;
}

std::array<double, 2> step_differential(const Differential& gear,
                                        const std::array<JointStep, 2>& joint) noexcept {
  std::array<ShaftMotion, 2> rotor;
  for (std::size_t j = 0; j < 2; ++j)
    rotor[j] = begin_step(joint[j].config, joint[j].actual, joint[j].state);
  if (joint[0].config.electric())
    share_current(gear, joint, {rotor[0].dq_rad_s, rotor[1].dq_rad_s});
  else
    share_torque(gear, joint);
  return {finish_step(joint[0].config, rotor[0], joint[0].state),
          finish_step(joint[1].config, rotor[1], joint[1].state)};
}

}  // namespace ventosa::sim
