#pragma once

#include <array>

#include "hal/legacy/motor_units.h"
#include "hal/legacy/wire.h"
#include "models/robot.h"

/// The motors of a leg as both ends of the wire must know them: from the robot's file alone.
namespace ventosa::hal::legacy {

struct MotorData {
  Servo servo = Servo::kMx64;
  double torque_constant_Nm_A = 0;  ///< of its firmware, at its own output
  double stall_torque_Nm = 0;
  double cap_mA = 0;  ///< current of its torque cap
  double top_speed_deg_s = 0;
  /// whole degrees that hold the range its joints need; as told, in [0, 360]
  double min_deg = 0, max_deg = 360;

  constexpr bool senses_current() const { return servo != Servo::kXl430; }
};

struct LegMotors {
  int n = 0;  ///< motors, as many as joints
  models::MotorMap map;
  std::array<MotorData, kMotors> motor{};
  /// of the position loops and of the motors' back-EMF, at the joints:
  ///   k = p Kt / R,   d = Kt^2 / R
  controller::PerJoint<double> stiffness_Nm_rad{}, damping_Nms_rad{};
  controller::PerJoint<double> q_min_rad{}, q_max_rad{}, torque_limit_Nm{}, speed_limit_rad_s{};

  /// Whether motor m moves joint j.
  bool moves(int m, int j) const { return map.M(m, j) != 0; }
};

/// @throws std::invalid_argument  for more motors than the wire has, or a servo that it does not
///                                know
LegMotors leg_motors(const models::Robot& robot, std::size_t leg);

/// What to ask for so that the servo stands as near to this angle as its ticks allow, whether the
/// firmware truncates or rounds.  @param angle_deg  true, finite  @return told
double asked_angle_deg(double angle_deg) noexcept;
/// @return true angle
double heard_angle_deg(double told_deg) noexcept;

}  // namespace ventosa::hal::legacy
