#pragma once

#include <optional>
#include <string>

#include "models/drive.h"
#include "models/motor_map.h"
#include "models/strict_yaml.h"

/// Mounting of a leg's motors: zeros and senses, without their gears.
namespace ventosa::models {

struct MotorMounts {
  PerJoint<double> zero_rad{};  ///< motor angles with all joints at 0
  PerJoint<bool> reversed{};    ///< the motor's angle decreases in the gear's positive sense
};

/// Matrix M of MotorMap for these mounts: diag(+-1) gears.
MotorMap motor_map(const MotorMounts& mounts, const MotorMap::Matrix& gears);

/// Reads a list for the motors of `n_joints` joints. @{
/// @throws InputError
void read_motor_zeros(const Node& motor_zero_deg, int n_joints, MotorMounts& mounts);
void read_motor_signs(const Node& motor_sign, int n_joints, MotorMounts& mounts);
/// @}

struct OverrunMotor {
  int motor = 0;     ///< index from 0
  std::string rule;  ///< "would turn motor 4 from -0.3 to ..."
};

/// First motor that its joints, within their own limits and the differential's, could turn beyond
/// the range of its firmware; no value: no such motor.
std::optional<OverrunMotor> find_overrun(const controller::Leg& leg, const MotorMap& map,
                                         const PerJoint<Drive>& drive);

}  // namespace ventosa::models
