#pragma once

#include "controller/model/observation.h"
#include "hal/capabilities.h"
#include "hal/legacy/leg_motors.h"

/// What a leg's set-points become on a wire that has positions alone.
namespace ventosa::hal::legacy {

/// What is wanted of one motor.
struct MotorGoal {
  bool passive = false;
  std::optional<double> angle_deg{};  ///< true angle; none: it stays as it is
  double speed_deg_s = 0;             ///< one step of the profile at least
  double limit_mA = 0;                ///< of a motor that senses current
};

Modes<controller::JointMode> joint_modes(const LegMotors& motors, int j) noexcept;

/// Impedance becomes an equilibrium: with the stiffness k of the servo's own loop, which is the one
/// that acts,
///   q_goal = clamp(q_d + clamp(tau_ff, +-limit) / k, joint's range)
/// so that at q_d it makes tau_ff. Its own gains and dq_d are not on this wire.
///
/// Two joints that share their motors are passive together or not at all: where the one is told to
/// be, it is kept where it is read.
class LegGoals {
 public:
  explicit LegGoals(const LegMotors& motors) noexcept : motors_(motors) {}

  /// A mode that a joint has not got, or what is no number, holds; so does kHold: a goal that is
  /// further off than a load alone could keep it becomes where the joint is, plus the last shift.
  void take(const controller::LegCommand& command, const controller::LegReading& seen) noexcept;

  MotorGoal motor(int m) const noexcept;

  /// Where the joints are told to be, without the shift; of one that is told nothing, `seen_rad`.
  controller::PerJoint<double> held_rad(controller::PerJoint<double> seen_rad) const noexcept {
    for (std::size_t j = 0; j < joint_.size(); ++j)
      if (joint_[j].known) seen_rad[j] = joint_[j].q_rad - joint_[j].shift_rad;
    return seen_rad;
  }

  /// As before the first command.
  void forget() noexcept { joint_ = {}; }

 private:
  struct JointGoal {
    bool passive = false;
    bool known = false;
    double q_rad = 0;      ///< with the shift
    double shift_rad = 0;  ///< of an impedance
    double speed_rad_s = 0;
    std::optional<double> current_A{};  ///< that it is told; none: its cap
  };

  void take(int j, const controller::JointSetpoint& setpoint, double q_seen_rad) noexcept;
  void hold(std::size_t j, double q_seen_rad) noexcept;

  LegMotors motors_;
  controller::PerJoint<JointGoal> joint_{};
  controller::PerJoint<double> q_seen_rad_{};
};

}  // namespace ventosa::hal::legacy
