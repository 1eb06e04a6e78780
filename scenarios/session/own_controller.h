#pragma once

#include "controller/diagnostics.h"
#include "controller/model/command.h"
#include "controller/model/goal.h"
#include "controller/model/observation.h"

namespace ventosa::scenarios {

/// Base class of a controller that replaces the shipped one: derive from it, and pass it to
/// RobotRun::hand_over_to(). Example: examples/own_controller.cpp; explanation:
/// docs/own-controller.md.
class OwnController {
 public:
  virtual ~OwnController() = default;

  /// Computes one control period: no heap, lock, exception, I/O or clock. Called only while the
  /// session is active; in every other mode the robot holds.
  /// @param seen  readings of the sensors, SI units; legs and joints are counted from 0
  /// @param goal  goal of the scenario's script or of the operator; may be ignored
  /// @param plan  in/out: plan of this controller; the run is recorded and judged by it.
  ///              `phase`, `X_WB_reference` and `p_BW` keep the values that this controller wrote;
  ///              before its first tick every attached foot is in stance. A foot in a contact phase
  ///              must stay attached: if its cup is lost, the run fails. All other fields come from
  ///              the shipped controller before each tick, which continues to estimate:
  ///              `X_WB_estimate`, `contact_force`, `report` (with `attached`), `p_BC`.
  /// @return the command of this period. If a value is not finite or beyond a joint limit
  ///         (hal/guard/limit_check.h), the robot holds.
  [[nodiscard]] virtual controller::Command tick(const controller::Observation& seen,
                                                 const controller::Goal& goal,
                                                 controller::Diagnostics& plan) noexcept = 0;
};

}  // namespace ventosa::scenarios
