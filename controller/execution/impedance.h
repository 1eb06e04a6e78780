#pragma once

#include "controller/execution/set_points.h"
#include "controller/model/command.h"

/// Joint set-points of one leg with feed-forward, by the configured control law.
namespace ventosa::controller {

/// Torques and gains of a leg's command.
struct LegEffort {
  PerJoint<double> tau_ff_Nm{};      ///< feed-forward torque at the joints
  PerJoint<double> friction_side{};  ///< side of the gears' friction, -1..1: see friction.h
  /// Part of the set-points that presses a foot on; its torque is applied with the full gains,
  /// whatever `stiffness` is.
  PerJoint<double> press_rad{};
  double stiffness = 1;    ///< share of the gains, 0..1; 0: feed-forward only
  bool attached = false;   ///< the wrist is passive
  double breaks_away = 0;  ///< share of breakaway friction in joints about to move
};

/// True for a wrist joint of an attached foot.
bool is_passive(const Leg& leg, const LegEffort& effort, std::size_t joint) noexcept;

/// True if position control leads the joint: it is not passive, and its gains are not zero.
bool is_led(const Leg& leg, const GainConfig& gains, const LegEffort& effort,
            std::size_t joint) noexcept;

/// Joint commands of a leg. The torque limit applies to the sum with the friction compensation.
/// Under the law `position` they have angles only.
LegCommand impedance_command(const Leg& leg, const ControllerConfig& config,
                             const JointTarget& target, const LegEffort& effort) noexcept;

/// Converts impedance set-points to the torques that they produce now, for drives with torque
/// commands only; clipped to the joints' torque limits.
void close_loop(const Leg& leg, const LegReading& reading, LegCommand& command) noexcept;

}  // namespace ventosa::controller
