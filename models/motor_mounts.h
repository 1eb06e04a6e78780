#pragma once

#include <optional>
#include <string>

#include "models/drive.h"
#include "models/motor_map.h"
#include "models/strict_yaml.h"

/// How a leg's motors are mounted and count their angles, besides their gears.
namespace ventosa::models {

struct MotorMounts {
  PerJoint<double> zero_rad{};  ///< where each stands with every joint at 0
  PerJoint<bool> reversed{};    ///< it counts against its gear's sense
};

/// M = diag(+-1) gears
MotorMap motor_map(const MotorMounts& mounts, const MotorMap::Matrix& gears);

/// A list for the motors of `n_joints` joints. @{
/// @throws InputError
void read_motor_zeros(const Node& motor_zero_deg, int n_joints, MotorMounts& mounts);
void read_motor_signs(const Node& motor_sign, int n_joints, MotorMounts& mounts);
/// @}

struct OverrunMotor {
  int motor = 0;     ///< from 0
  std::string rule;  ///< "would turn motor 4 from -0.3 to ..."
};

/// The first motor that its joints, within their limits and that of their differential, would turn
/// further than its firmware counts.
std::optional<OverrunMotor> find_overrun(const controller::Leg& leg, const MotorMap& map,
                                         const PerJoint<Drive>& drive);

}  // namespace ventosa::models
