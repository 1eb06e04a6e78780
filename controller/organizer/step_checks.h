#pragma once

#include "controller/organizer/organize.h"

/// What must hold before a foot may leave its surface.
namespace ventosa::controller {

/// Whether the other feet keep every limit without this one. If not, the refusal's `lift` says what
/// would give way.
[[nodiscard]] bool lift_is_feasible(const RobotModel& robot, const SharingConfig& config,
                                    const OrganizerInput& input, int leg,
                                    OrganizerState& state) noexcept;

/// Whether a foot that lets go can be lifted off its surface along -z_from_W.
[[nodiscard]] bool can_lift_off(const RobotModel& robot, const ControllerConfig& config,
                                const OrganizerInput& input, int leg, const Vector3d& z_from_W,
                                const Isometry3d& X_WB_reference) noexcept;

/// Whether the step, and every contact point meanwhile, stays within reach of its leg while the
/// body advances by the budget.
[[nodiscard]] bool is_within_reach(const RobotModel& robot, const ControllerConfig& config,
                                   const OrganizerInput& input, int leg, const ModuleTask& step,
                                   const Twist& twist, double budget_m,
                                   const Isometry3d& X_WB_reference) noexcept;

/// A leg whose module is silent, or -1: whether its cup grips is unknown.
int silent_leg(const RobotModel& robot, const PerLeg<ModuleReport>& report) noexcept;

/// A leg whose foot slides, or -1: the filter knows.
int slipping_leg(const RobotModel& robot, const BodyEstimate& body) noexcept;

/// A leg that is detached, or -1.
int free_leg(const RobotModel& robot, const PerLeg<ModuleReport>& report) noexcept;

}  // namespace ventosa::controller
