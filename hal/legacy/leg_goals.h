#pragma once

#include "controller/model/observation.h"
#include "hal/capabilities.h"
#include "hal/legacy/leg_motors.h"

/// Conversion of a leg's set-points for a protocol with position commands only.
namespace ventosa::hal::legacy {

/// Goal of one motor.
struct MotorGoal {
  bool passive = false;
  std::optional<double> angle_deg{};  ///< true angle; no value: unchanged
  double speed_deg_s = 0;             ///< speed of the profile, at least one step
  double limit_mA = 0;                ///< current limit, for motors with a current sensor
};

Modes<controller::JointMode> joint_modes(const LegMotors& motors, int j) noexcept;

/// Converts impedance into an equilibrium angle. With the stiffness k of the servo's own loop
///   q_goal = clamp(q_d + clamp(tau_ff, +-limit) / k, joint's range)
/// gives the torque tau_ff at q_d. The commanded gains and dq_d are not carried by this protocol.
///
/// Joints that share motors are either all passive or none: if only one is commanded passive, it is
/// kept at its reading.
class LegGoals {
 public:
  explicit LegGoals(const LegMotors& motors) noexcept : motors_(motors) {}

  /// Takes a command. An unsupported mode, or a non-finite number, holds, as does kHold: a goal
  /// farther from the joint than its load explains is replaced by the joint's reading plus the last
  /// shift.
  void take(const controller::LegCommand& command, const controller::LegReading& seen) noexcept;

  MotorGoal motor(int m) const noexcept;

  /// Commanded joint angles without the shift; `seen_rad` for joints without a command.
  controller::PerJoint<double> held_rad(controller::PerJoint<double> seen_rad) const noexcept {
    for (std::size_t j = 0; j < joint_.size(); ++j)
      if (joint_[j].known) seen_rad[j] = joint_[j].q_rad - joint_[j].shift_rad;
    return seen_rad;
  }

  /// Resets to the state before the first command.
  void forget() noexcept { joint_ = {}; }

 private:
  struct JointGoal {
    bool passive = false;
    bool known = false;
    double q_rad = 0;      ///< goal, including the shift
    double shift_rad = 0;  ///< shift by an impedance command's torque
    double speed_rad_s = 0;
    std::optional<double> current_A{};  ///< commanded limit; no value: the motor's cap
  };

  void take(int j, const controller::JointSetpoint& setpoint, double q_seen_rad) noexcept;
  void hold(std::size_t j, double q_seen_rad) noexcept;

  LegMotors motors_;
  controller::PerJoint<JointGoal> joint_{};
  controller::PerJoint<double> q_seen_rad_{};
};

}  // namespace ventosa::hal::legacy
