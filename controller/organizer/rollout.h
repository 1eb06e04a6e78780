#pragma once

#include "controller/organizer/posture.h"

/// Rollout: simulates a table gait row by row from the robot's present feet, as row_plan.h plans
/// it, without dynamics.
namespace ventosa::controller {

struct Stride {
  double length_m = 0;
  double spread_m = 0;  ///< outward shift of the feet from their nominal places
};

/// Initial state of a rollout: the present stance, after the present steps.
Rollout begin_rollout(const Scene& scene, const OrganizerState& state) noexcept;

enum class Roll : std::uint8_t { kGoesOn, kYes, kNo };

/// Checks whether the next row can be walked; continues in the next tick if the pose budget is used
/// up. Every leg reaches its foothold and its step and could still be lifted, no joint turns too
/// fast, no wrist becomes singular, and the attached feet carry the robot within their limits
/// before and after the body's motion.
/// @param may_cut  allow shorter motion of the body, as plan_row() does where feet do not reach
/// @param rollout  advanced by a row on success
[[nodiscard]] Roll roll_row(const Scene& scene, const Gait& gait, const Twist& twist,
                            const Stride& stride, bool may_cut, Rollout& rollout,
                            SharingWarmStart& warm) noexcept;

}  // namespace ventosa::controller
