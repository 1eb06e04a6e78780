#pragma once

#include "controller/execution/module_state.h"
#include "controller/model/observation.h"

/// Whether a foot is attached: the module's own judgement of its cup.
namespace ventosa::controller {

/// What a module knows of its cup.
struct CupReadings {
  double grip_force_N = 0;          ///< measured vacuum times area
  bool grips = false;               ///< not let go yet
  bool sealed = false;              ///< enough vacuum to attach
  double height_m = kNoDistance_m;  ///< of the lip plane over the surface: mean of its sensors
  PerJoint<double> q_rad{};
  double wrist_roll_rad = 0;  ///< angle of the last joint
};
CupReadings read_cup(const Leg& leg, const Cup& cup, const ControllerConfig& config,
                     const LegReading& reading) noexcept;

/// Of a cup that holds by another's word: it grips with what an attached one has at least.
CupReadings read_as_attached(const Cup& cup, const ControllerConfig& config,
                             CupReadings told) noexcept;

/// An attached foot whose vacuum is gone carries nothing any more: its wrist is powered where it is
/// and its cup goes on sucking. With the vacuum back it is attached again, where it then is.
void judge_contact(const CupReadings& cup, ModuleState& module) noexcept;

/// From here on the set-points start where the joints are.
void restart_set_points(const CupReadings& cup, bool attached, ModuleState& module) noexcept;

}  // namespace ventosa::controller
