#pragma once

#include "controller/diagnostics.h"
#include "controller/model/command.h"
#include "controller/model/goal.h"
#include "controller/model/observation.h"

namespace ventosa::scenarios {

/// A controller of one's own, in place of the shipped one: derive from it, and give it to a run by
/// RobotRun::hand_over_to(). examples/own_controller.cpp is a whole program; docs/own-controller.md
/// explains it.
class OwnController {
 public:
  virtual ~OwnController() = default;

  /// One control period: no heap, lock, exception, I/O or clock. It is asked while the session is
  /// active; in any other mode the robot holds whatever this controller wants.
  /// @param seen  readings of the sensors, SI units; legs and joints are counted from 0
  /// @param goal  what the scenario's script or the operator wants; may be ignored
  /// @param plan  what this controller plans; the run is recorded and judged by it.
  ///              `phase`, `X_WB_reference` and `p_BW` stay as this controller left them; before
  ///              its first tick every attached foot is in stance. A foot in a contact phase is
  ///              relied on: if its cup comes off, the run fails. Everything else is renewed before
  ///              each tick by the shipped controller, which goes on estimating: `X_WB_estimate`,
  ///              `contact_force`, `report` (of which `attached`), `p_BC`.
  /// @return the command of this period. A number that is not finite or beyond a limit of its joint
  ///         (hal/guard/limit_check.h) makes the robot hold.
  [[nodiscard]] virtual controller::Command tick(const controller::Observation& seen,
                                                 const controller::Goal& goal,
                                                 controller::Diagnostics& plan) noexcept = 0;
};

}  // namespace ventosa::scenarios
