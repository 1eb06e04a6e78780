#pragma once

#include "controller/organizer/organize.h"

/// What must hold before a foot may leave its surface.
namespace ventosa::controller {

/// Whether the other feet keep every limit without these. If not, the refusal's `lift` says what
/// would give way, and its margin what is missing; kNothingHolds where the others cannot even carry
/// a small share: two, or some on a line, bear no moment about it.
[[nodiscard]] bool lift_is_feasible(const RobotModel& robot, const SharingConfig& config,
                                    const OrganizerInput& input, LegSet lifted,
                                    OrganizerState& state) noexcept;

/// Whether a foot that lets go can be lifted off its surface along -z_from_W.
[[nodiscard]] bool can_lift_off(const RobotModel& robot, const ControllerConfig& config,
                                const OrganizerInput& input, int leg, const Vector3d& z_from_W,
                                const Isometry3d& X_WB_reference) noexcept;

/// A leg that cannot be lifted off where the body's way ends (unless it cannot where the way
/// begins, and comes nearer to its nominal place), or that its arm cannot hold there though it can
/// where the way begins; -1: none.
int leg_kept_from_leaving(const RobotModel& robot, const ControllerConfig& config,
                          const OrganizerInput& input, LegSet stepping, const Isometry3d& X_WB_from,
                          const Isometry3d& X_WB_to) noexcept;

/// A leg whose step, or whose contact point, is beyond its reach on the way of the body; -1: none.
/// Under a body that stays, feet that stay are where they are.
/// @param step  of the legs that step
int leg_out_of_reach(const RobotModel& robot, const ControllerConfig& config,
                     const OrganizerInput& input, LegSet stepping, const PerLeg<ModuleTask>& step,
                     const Isometry3d& X_WB_from, const Isometry3d& X_WB_to) noexcept;

/// Angle of the last joint, measured.
double wrist_roll_rad(const Leg& leg, const ModuleReport& report) noexcept;

/// What fails of the robot, the worst first: a module that is silent, so that nobody knows whether
/// its cup grips; a drive that fails; a sensor of the body that is relied on.
Objection present_fault(const RobotModel& robot, const SurfaceConfig& surfaces,
                        const OrganizerInput& input) noexcept;

/// A leg whose foot slides, or -1: the filter knows.
int slipping_leg(const RobotModel& robot, const BodyEstimate& body) noexcept;

/// A leg with a joint as hot as that, or -1. One that does not tell is not hot.
int hot_leg(const RobotModel& robot, const PerLeg<ModuleReport>& report, double from_C) noexcept;

/// A leg that is detached, or -1.
int free_leg(const RobotModel& robot, const PerLeg<ModuleReport>& report) noexcept;

}  // namespace ventosa::controller
