#pragma once

#include "controller/execution/module_state.h"
#include "controller/model/observation.h"

/// Contact state of a foot, by the module's own readings of its cup.
namespace ventosa::controller {

/// Evaluated readings of one cup.
struct CupReadings {
  double grip_force_N = 0;  ///< measured vacuum times area
  bool grips = false;       ///< vacuum above gait.released_force_N
  bool sealed = false;      ///< enough vacuum to attach
  /// Height of the lip plane over the surface: mean of the sensors.
  double height_m = kNoDistance_m;
  PerJoint<double> q_rad{};
  double wrist_roll_rad = 0;  ///< angle of the last joint
};
CupReadings read_cup(const Leg& leg, const Cup& cup, const ControllerConfig& config,
                     const LegReading& reading) noexcept;

/// Readings of a cup that an operator has declared attached: they count as those of an
/// attached cup, with at least the smallest suction force of one.
CupReadings read_as_attached(const Cup& cup, const ControllerConfig& config,
                             CupReadings readings) noexcept;

/// Updates the contact state. A foot whose vacuum is gone is lost: its wrist is powered at its
/// present angles while the turbine keeps running. With the vacuum back it is attached at its new
/// place.
void judge_contact(const CupReadings& cup, ModuleState& module) noexcept;

/// Restarts the set-points at the present joint angles.
void restart_set_points(const CupReadings& cup, bool attached, ModuleState& module) noexcept;

}  // namespace ventosa::controller
