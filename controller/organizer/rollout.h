#pragma once

#include "controller/organizer/foreseen_stance.h"

/// A walk by a table as it would go on from the robot's present feet, row by row: as row_plan.h
/// plans it, without dynamics.
namespace ventosa::controller {

struct Stride {
  double length_m = 0;
  double spread_m = 0;  ///< of the feet from their nominal places, away from the hips
};

/// Where the robot stands now, or will when its steps are done.
Rollout begin_rollout(const RobotModel& robot, const OrganizerInput& input,
                      const OrganizerState& state) noexcept;

enum class Roll : std::uint8_t { kGoesOn, kYes, kNo };

/// Whether the next row can be walked; goes on in the next tick where this one's poses have been
/// looked at. Every leg reaches where it stands and steps, could still be lifted, turns no joint
/// too fast, no wrist locks, and the feet that stand hold the robot within their limits before the
/// body advances and after.
/// @param may_cut  the body's way, as plan_row() will where feet do not reach as far
/// @param rollout  goes on by a row if it can
[[nodiscard]] Roll roll_row(const RobotModel& robot, const ControllerConfig& config,
                            const OrganizerInput& input, const Gait& gait, const Twist& twist,
                            const Stride& stride, bool may_cut, Rollout& rollout,
                            SharingWarmStart& warm) noexcept;

}  // namespace ventosa::controller
