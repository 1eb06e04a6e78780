#pragma once

#include "controller/organizer/scene.h"

/// Conditions of the robot in which no foot may lift.
namespace ventosa::controller {

/// Most important present fault: a silent module (its cup's state is unknown), then a drive fault,
/// then a fault of a sensor that is needed.
Objection present_fault(const Scene& scene) noexcept;

/// Leg whose foot slides, by the filter; -1: no leg.
int slipping_leg(const Scene& scene) noexcept;

/// Leg with a joint hotter than from_C; -1: no leg. Joints without a temperature reading are
/// ignored.
int hot_leg(const Scene& scene, double from_C) noexcept;

/// A detached leg; -1: no leg.
int free_leg(const Scene& scene) noexcept;

}  // namespace ventosa::controller
