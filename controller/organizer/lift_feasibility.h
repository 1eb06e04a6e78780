#pragma once

#include "controller/organizer/state.h"

/// Checks before a foot lifts.
namespace ventosa::controller {

/// True if the other feet keep every limit without `lifted`. Otherwise the refusal's `lift` has the
/// violated limit and the missing margin; kNothingHolds if the others cannot carry even a small
/// share, such as two feet, or several on a line, for a moment about that line.
[[nodiscard]] bool lift_is_feasible(const RobotModel& robot, const SharingConfig& config,
                                    const OrganizerInput& input, LegSet lifted,
                                    OrganizerState& state) noexcept;

/// True if inverse kinematics has a solution for lifting a released foot along -z_from_W.
[[nodiscard]] bool can_lift_off(const RobotModel& robot, const ControllerConfig& config,
                                const OrganizerInput& input, int leg, const Vector3d& z_from_W,
                                const Isometry3d& X_WB_reference) noexcept;

/// Leg that could no longer lift at the end of the body's motion, or whose arm could not carry
/// itself there although it can now; -1: no leg. A leg that cannot lift now either is ignored while
/// it comes nearer to its nominal place.
int leg_kept_from_leaving(const RobotModel& robot, const ControllerConfig& config,
                          const OrganizerInput& input, LegSet stepping, const Isometry3d& X_WB_from,
                          const Isometry3d& X_WB_to) noexcept;

/// Leg whose step or contact point is out of reach during the body's motion; -1: no leg. If the
/// body does not move, attached feet are within reach by definition.
/// @param step  tasks of the stepping legs
int leg_out_of_reach(const RobotModel& robot, const ControllerConfig& config,
                     const OrganizerInput& input, LegSet stepping, const PerLeg<ModuleTask>& step,
                     const Isometry3d& X_WB_from, const Isometry3d& X_WB_to) noexcept;

/// Most important present fault: a silent module (its cup's state is unknown), then a drive fault,
/// then a fault of a sensor that is needed.
Objection present_fault(const RobotModel& robot, const SurfaceConfig& surfaces,
                        const OrganizerInput& input) noexcept;

/// Leg whose foot slides, by the filter; -1: no leg.
int slipping_leg(const RobotModel& robot, const BodyEstimate& body) noexcept;

/// Leg with a joint hotter than from_C; -1: no leg. Joints without a temperature reading are
/// ignored.
int hot_leg(const RobotModel& robot, const PerLeg<ModuleReport>& report, double from_C) noexcept;

/// A detached leg; -1: no leg.
int free_leg(const RobotModel& robot, const PerLeg<ModuleReport>& report) noexcept;

}  // namespace ventosa::controller
