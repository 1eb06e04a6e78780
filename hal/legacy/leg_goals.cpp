#include "hal/legacy/leg_goals.h"

#include "hal/guard/limit_check.h"

namespace ventosa::hal::legacy {

using controller::JointMode;
using controller::JointSetpoint;

Modes<JointMode> joint_modes(const LegMotors& motors, int j) noexcept {
  Modes<JointMode> modes{JointMode::kHold, JointMode::kPassive, JointMode::kImpedance,
                         JointMode::kPosition};
  bool senses = true;
  for (int m = 0; m < motors.n; ++m)
    senses = senses &&
             (!motors.moves(m, j) || motors.motor[static_cast<std::size_t>(m)].senses_current());
  if (senses) modes.insert(JointMode::kCurrentPosition);
  return modes;
}

void LegGoals::take(const controller::LegCommand& command,
                    const controller::LegReading& seen) noexcept {
  q_seen_rad_ = controller::measured_q(seen);
  for (int j = 0; j < motors_.n; ++j)
    take(j, command.joint[static_cast<std::size_t>(j)], q_seen_rad_[static_cast<std::size_t>(j)]);
}

void LegGoals::take(int j, const JointSetpoint& setpoint, double q_seen_rad) noexcept {
  const auto k = static_cast<std::size_t>(j);
  if (setpoint.mode == JointMode::kPassive) {
    joint_[k] = {.passive = true};
    return;
  }
  const bool works = is_finite(setpoint) && joint_modes(motors_, j).contains(setpoint.mode);
  if (!works || setpoint.mode == JointMode::kHold) return hold(k, q_seen_rad);
  JointGoal goal{.known = true};
  if (setpoint.mode == JointMode::kImpedance) {
    const double limit_Nm = motors_.torque_limit_Nm[k];
    goal.shift_rad =
        std::clamp(setpoint.tau_ff_Nm, -limit_Nm, limit_Nm) / motors_.stiffness_Nm_rad[k];
  }
  goal.q_rad =
      std::clamp(setpoint.q_rad + goal.shift_rad, motors_.q_min_rad[k], motors_.q_max_rad[k]);
  const bool has_profile =
      setpoint.mode != JointMode::kImpedance && setpoint.profile.speed_rad_s > 0;
  goal.speed_rad_s = has_profile ? setpoint.profile.speed_rad_s : motors_.speed_limit_rad_s[k];
  if (setpoint.mode == JointMode::kCurrentPosition) goal.current_A = setpoint.current_A;
  joint_[k] = goal;
}

void LegGoals::hold(std::size_t j, double q_seen_rad) noexcept {
  JointGoal& goal = joint_[j];
  if (!goal.known) return;
  const double reach_rad = motors_.torque_limit_Nm[j] / motors_.stiffness_Nm_rad[j];
  if (std::abs(goal.q_rad - q_seen_rad) <= reach_rad) return;
  goal.q_rad = std::clamp(q_seen_rad + goal.shift_rad, motors_.q_min_rad[j], motors_.q_max_rad[j]);
}

MotorGoal LegGoals::motor(int m) const noexcept {
  const auto i = static_cast<std::size_t>(m);
  const MotorData& data = motors_.motor[i];
  MotorGoal goal{.passive = true, .limit_mA = data.cap_mA};
  controller::PerJoint<double> q_rad = q_seen_rad_;
  bool known = false;
  double speed_deg_s = 0;
  for (int j = 0; j < motors_.n; ++j) {
    if (!motors_.moves(m, j)) continue;
    const auto k = static_cast<std::size_t>(j);
    const JointGoal& joint = joint_[k];
    goal.passive = goal.passive && joint.passive;
    known = known || joint.known;
    if (joint.known) q_rad[k] = joint.q_rad;
    speed_deg_s += kDegPerRad * std::abs(motors_.map.M(m, j)) * joint.speed_rad_s;
    if (joint.current_A) goal.limit_mA = std::min(goal.limit_mA, 1000 * std::abs(*joint.current_A));
  }
  goal.speed_deg_s = std::clamp(speed_deg_s, kProfileStep_deg_s, data.top_speed_deg_s);
  if (known) goal.angle_deg = kDegPerRad * motors_.map.motor_angles(q_rad)[i];
  return goal;
}

}  // namespace ventosa::hal::legacy
