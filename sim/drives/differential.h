#pragma once

#include <array>
#include <optional>

#include "models/motor_map.h"
#include "sim/drives/drive.h"

/// Two motors that turn two joints together through a gear differential. Each joint's drive
/// (drive.h) stands for both of them: gear friction, backlash and readings are the joint's. Here
/// each motor has its own limits of torque, current, voltage and heat. With the second joint's
/// ratio r over the first's and the senses s = -1, 1 in which it turns the motors, motor k has
///   speed w1 + s r w2,   torque (τ1 + s τ2 / r) / 2,   current (i1 + s i2) / 2
/// so that alone each joint has twice what a motor has, together
///   |τ1| + |τ2| / r <= 2 cap stall.
namespace ventosa::sim {

struct Differential {
  int joint = 0;                       ///< the first of its two
  double ratio = 1;                    ///< r
  std::array<double, 2> sense{-1, 1};  ///< s, of each motor
};

/// That of a leg, if two of its motors share two of its joints.
std::optional<Differential> differential_of(const models::MotorMap& motors, int n_joints);

/// What the drive of one joint steps with, as in step_drive().
struct JointStep {
  const DriveConfig& config;
  ShaftMotion read;
  ShaftMotion actual;
  DriveState& state;
};

/// One physics step of both joints. In their states current and voltage are the joint's, warmth and
/// over-temperature trip the motor's of the same number.
/// @return torques on the joints [N m]
std::array<double, 2> step_differential(const Differential& gear,
                                        const std::array<JointStep, 2>& joint) noexcept;

}  // namespace ventosa::sim
