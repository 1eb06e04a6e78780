#pragma once

#include "controller/execution/set_points.h"
#include "controller/model/command.h"

/// The impedance of one leg's joints: set-points with feed-forward, by the control law of the
/// configuration.
namespace ventosa::controller {

/// What is commanded to a leg besides its set-points.
struct LegEffort {
  PerJoint<double> tau_ff_Nm{};      ///< at the joints
  PerJoint<double> friction_side{};  ///< of their gears: see friction.h
  /// beyond the set-points: the gains' torque, in full at any stiffness
  PerJoint<double> press_rad{};
  double stiffness = 1;    ///< share of the gains: 0 leaves the feed-forward alone
  bool attached = false;   ///< its wrist is passive
  double breaks_away = 0;  ///< share in which its joints stand still and are to begin to move
};

/// Compensation of friction comes out of the same torque limit.
LegCommand impedance_command(const Leg& leg, const ControllerConfig& config,
                             const JointTarget& target, const LegEffort& effort) noexcept;

/// Turns impedance set-points into the torques that they give now, for a drive that takes torque
/// alone. Within what the controller may ask of a joint.
void close_loop(const Leg& leg, const LegReading& reading, LegCommand& command) noexcept;

}  // namespace ventosa::controller
