#pragma once

#include "controller/organizer/organize.h"

/// How long the strides of a walk may be: the longest, up to stride_m, with which two cycles of the
/// gait can be walked from where the robot stands, its body inclined as it is now: see rollout.h.
/// Feet farther out may go farther: kSpreads stances are tried, each 2 cm wider; a wider one is
/// taken if it makes the strides 10 % longer.
///
/// Found by bisection, a row in one tick or two: at most kSpreads x kStrideRounds x two cycles of
/// rows.
namespace ventosa::controller {

inline constexpr int kStrideRounds = 5;
inline constexpr int kSpreads = 4;

/// Goes on with the search, or begins it where the walk goes another way, or by another gait.
/// @param twist  of the walk, not zero
void plan_stride(const RobotModel& robot, const ControllerConfig& config,
                 const OrganizerInput& input, const Gait& gait, const Twist& twist,
                 OrganizerState& state) noexcept;

/// The direction of a walk in the body's axes, with its turning; what a stride depends on.
/// @param twist  not zero
Vector6d heading_of(const Isometry3d& X_WB, const Twist& twist) noexcept;

/// Headings that differ by more are another way.
inline constexpr double kTurned = 0.1;

/// Whether the search has ended.
bool knows_stride(const StridePlan& plan) noexcept;

}  // namespace ventosa::controller
