#pragma once

#include <array>
#include <optional>

#include "models/motor_map.h"
#include "sim/drives/drive.h"

/// Two motors that turn two joints together through a gear differential. Each joint has one drive
/// (drive.h), to which gear friction, backlash and readings belong, while each motor has its own
/// limits of torque, current, voltage and heat. With the second joint's ratio r over the first's
/// and the senses s = -1, 1 in which it turns the motors, motor k has
///   speed w1 + s r w2,   torque (τ1 + s τ2 / r) / 2,   current (i1 + s i2) / 2
/// so that each joint alone has twice a motor's limits, and both together
///   |τ1| + |τ2| / r <= 2 cap stall.
namespace ventosa::sim {

struct Differential {
  int joint = 0;                       ///< first of its two joints
  double ratio = 1;                    ///< r
  std::array<double, 2> sense{-1, 1};  ///< s, by motor
};

/// Differential of a leg; no value if no two motors share two joints.
std::optional<Differential> differential_of(const models::MotorMap& motors, int n_joints);

/// Inputs of a joint's drive for one step, as for step_drive().
struct JointStep {
  const DriveConfig& config;
  ShaftMotion read;
  ShaftMotion actual;
  DriveState& state;
};

/// One physics step of both joints. In their states, current and voltage are the joint's,
/// temperature and over-temperature trip those of the motor with the same number.
/// @return torques on the joints [N m]
std::array<double, 2> step_differential(const Differential& gear,
                                        const std::array<JointStep, 2>& joint) noexcept;

}  // namespace ventosa::sim
