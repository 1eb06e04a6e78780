#pragma once

#include "controller/execution/module_state.h"
#include "controller/model/observation.h"

/// Contact state of a foot, by the module's own readings.
namespace ventosa::controller {

/// Evaluated readings of one foot.
struct FootReadings {
  double grip_force_N = 0;  ///< measured vacuum times area; 0 without a cup
  /// The foot has contact: a cup by its vacuum, above gait.released_force_N; a point foot by its
  /// force sensor.
  bool touches = false;
  bool bears = false;  ///< enough vacuum to attach, or enough force to take the load
  /// The force sensor has failed: a foot that comes down stands where the ground is expected.
  bool blind = false;
  /// Height of the lip plane over the surface: mean of the sensors.
  double height_m = kNoDistance_m;
  PerJoint<double> q_rad{};
  double wrist_roll_rad = 0;  ///< angle of the last joint
};

/// @param phase  of a point foot without a sensor: its contact is what the phase says, from the end
/// of its way down until it lifts
FootReadings read_foot(const Leg& leg, const ControllerConfig& config, const LegReading& reading,
                       FootPhase phase) noexcept;

/// Contact of a point foot by the last usable reading of its force sensor, if it has one; none if
/// the sensor has failed.
void judge_force(const Leg& leg, const ForceWatch& watch, FootReadings& foot) noexcept;

/// Readings of a foot that an operator has declared attached: they count as those of an attached
/// foot; a cup has at least the smallest suction force of one.
FootReadings read_as_attached(const Leg& leg, const ControllerConfig& config,
                              FootReadings readings) noexcept;

/// Updates the contact state. A cup whose vacuum is gone is lost: its wrist is powered at its
/// present angles while the turbine keeps running. With the vacuum back it is attached at its new
/// place. A point foot that stands is never lost: it may be unloaded for a moment and holds nothing
/// back.
void judge_contact(const Leg& leg, const FootReadings& foot, ModuleState& module) noexcept;

/// Restarts the set-points at the present joint angles.
void restart_set_points(const FootReadings& foot, bool attached, ModuleState& module) noexcept;

/// A foot in a contact phase leaves its surface.
void leave_contact(const FootReadings& foot, ModuleState& module) noexcept;

/// A foot that came down stands at its present place and takes its load.
void take_contact(const FootReadings& foot, ModuleState& module) noexcept;

}  // namespace ventosa::controller
