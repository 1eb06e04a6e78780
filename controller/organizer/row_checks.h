#pragma once

#include "controller/organizer/foreseen_stance.h"
#include "controller/organizer/row_plan.h"

/// What must hold before a row begins.
namespace ventosa::controller {

/// Of its feet, which need places; of the body's way, on which legs must reach, be able to leave
/// later, and lag no farther than they could have been set down ahead; of surfaces; of where all
/// feet will stand.
Objection objection_to_row(const RobotModel& robot, const ControllerConfig& config,
                           const OrganizerInput& input, const RowPlan& plan,
                           const OrganizerState& state) noexcept;

/// Whether the feet that stand will hold the robot where the body's way in the row ends, the others
/// over where they go as well as over where they leave, with kPlannedTorque.
bool holds_at_end(const RobotModel& robot, const ControllerConfig& config,
                  const OrganizerInput& input, const RowPlan& plan,
                  const OrganizerState& state) noexcept;

/// How well they will.
Bottleneck weigh_end(const RobotModel& robot, const ControllerConfig& config,
                     const OrganizerInput& input, const RowPlan& plan,
                     const OrganizerState& state) noexcept;

/// Whether every foot is within a stride of its nominal place under the body, ahead or behind.
bool is_amid_its_feet(const RobotModel& robot, const ControllerConfig& config,
                      const OrganizerInput& input, const Twist& twist,
                      const OrganizerState& state) noexcept;

}  // namespace ventosa::controller
