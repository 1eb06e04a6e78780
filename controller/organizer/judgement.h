#pragma once

#include "controller/organizer/constraints.h"

/// Judgement of postures by the table of constraints.
namespace ventosa::controller {

/// Least room that a posture leaves, over the constraints asked so far and all legs, with its
/// constraint; not negative if the posture is permitted.
Objection assess(const Scene& scene, const Posture& posture, Asked asked) noexcept;

/// First constraint, asked so far, in which `to` leaves no room and less than `from`; kNone: `to`
/// may be entered. Of the feet those are asked that are attached in both.
Objection objection_to(const Scene& scene, const Posture& from, const Posture& to,
                       Asked asked) noexcept;

/// True if the attached feet keep every limit of the present stance without `lifted`. Otherwise
/// `least` is the violated limit and the missing margin; kNothingHolds if the others cannot carry
/// even a small share, such as two feet, or several on a line, for a moment about that line.
[[nodiscard]] bool may_lift(const Scene& scene, LegSet lifted, SharingWarmStart& warm,
                            Bottleneck& least) noexcept;

/// True if inverse kinematics has a solution for lifting a foot off its surface.
bool can_lift_off(const Scene& scene, const Posture& posture, int leg) noexcept;

/// First of these that a posture violates: all legs reach their places, no parts of the robot
/// touch, no leg of `landing` is too near to a surface.
Objection objection_to_place(const Scene& scene, const Posture& posture, LegSet landing) noexcept;

/// True if no parts of the robot touch, or if a leg does not reach.
bool is_clear(const Scene& scene, const Posture& posture) noexcept;

/// True if the posture is possible and its attached feet carry the robot at rest within
/// planned_limits().
[[nodiscard]] bool holds(const Scene& scene, const Posture& posture,
                         SharingWarmStart& warm) noexcept;

}  // namespace ventosa::controller
