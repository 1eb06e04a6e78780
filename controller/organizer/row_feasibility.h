#pragma once

#include "controller/organizer/foreseen_stance.h"
#include "controller/organizer/row_plan.h"

/// Checks before a row begins.
namespace ventosa::controller {

/// First violated constraint of the row: footholds for its feet; legs within reach along the body's
/// motion, still liftable later and not too far behind; clearance to surfaces; the final stance of
/// all feet.
Objection objection_to_row(const RobotModel& robot, const ControllerConfig& config,
                           const OrganizerInput& input, const RowPlan& plan,
                           const OrganizerState& state) noexcept;

/// True if the attached feet carry the robot at the end of the row's body motion within
/// planned_limits(), both with the other feet above their new footholds and above their old ones.
bool holds_at_end(const RobotModel& robot, const ControllerConfig& config,
                  const OrganizerInput& input, const RowPlan& plan,
                  const OrganizerState& state) noexcept;

/// Load margin of the stances that holds_at_end() checks.
Bottleneck weigh_end(const RobotModel& robot, const ControllerConfig& config,
                     const OrganizerInput& input, const RowPlan& plan,
                     const OrganizerState& state) noexcept;

/// True if every foot is less than a stride ahead of or behind its nominal place under the body.
bool is_amid_its_feet(const RobotModel& robot, const ControllerConfig& config,
                      const OrganizerInput& input, const Twist& twist,
                      const OrganizerState& state) noexcept;

}  // namespace ventosa::controller
