#pragma once

#include <array>

#include "hal/legacy/motor_units.h"
#include "hal/legacy/wire.h"
#include "models/robot.h"

/// Motors of a leg for both ends of the protocol, from the robot file only.
namespace ventosa::hal::legacy {

struct MotorData {
  Servo servo = Servo::kMx64;
  double torque_constant_Nm_A = 0;  ///< constant used by its firmware, at its own output
  double stall_torque_Nm = 0;
  double cap_mA = 0;  ///< current of its torque cap
  double top_speed_deg_s = 0;
  /// Range in whole degrees that covers its joints' range, as sent in messages, in [0, 360].
  double min_deg = 0, max_deg = 360;

  constexpr bool senses_current() const { return servo != Servo::kXl430; }
};

struct LegMotors {
  int n = 0;  ///< number of motors, as many as joints
  models::MotorMap map;
  std::array<MotorData, kMotors> motor{};
  /// Stiffness of the position loops and damping by the motors' back-EMF, at the joints:
  ///   k = p Kt / R,   d = Kt^2 / R
  controller::PerJoint<double> stiffness_Nm_rad{}, damping_Nms_rad{};
  controller::PerJoint<double> q_min_rad{}, q_max_rad{}, torque_limit_Nm{}, speed_limit_rad_s{};

  /// True if motor m moves joint j.
  bool moves(int m, int j) const { return map.M(m, j) != 0; }
};

/// @throws std::invalid_argument  more motors than the protocol carries, or an unknown servo
LegMotors leg_motors(const models::Robot& robot, std::size_t leg);

/// Angle to request so that the servo moves to the tick nearest to angle_deg, whether the firmware
/// truncates or rounds.  @param angle_deg  true, finite  @return angle in the message
double requested_angle_deg(double angle_deg) noexcept;
/// Converts an angle of a message.  @return true angle
double heard_angle_deg(double reported_deg) noexcept;

}  // namespace ventosa::hal::legacy
