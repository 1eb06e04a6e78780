#pragma once

#include "controller/organizer/proposals.h"

/// Stride planning: searches the longest stride, up to stride_m, with which two cycles of the gait
/// are feasible from the present stance, with the body at its present inclination. A
/// wider stance may allow a longer stride: StridePlan::kSpreads stances are tried, each 2 cm wider,
/// and a wider one is taken if the stride gains 10 % or reaches its maximum.
///
/// The search is a bisection with one row per one to three ticks: at most kSpreads x kStrideRounds
/// x two cycles of rows.
namespace ventosa::controller {

inline constexpr int kStrideRounds = 5;

enum class Roll : std::uint8_t { kGoesOn, kYes, kNo };

/// Walks a rollout's next row, as the walk would; continues in the next tick if the pose budget is
/// used up.
/// @param row      without its lifted feet
/// @param rollout  advanced by a row on success
[[nodiscard]] Roll roll_row(const Scene& scene, Row row, Rollout& rollout,
                            int& poses_left) noexcept;

/// Restarts the search if heading or gait have changed.
/// @param twist  twist of the walk, not zero
void renew_stride_plan(const Scene& scene, const Gait& gait, const Twist& twist,
                       OrganizerState& state) noexcept;

/// Continues the search.
/// @param twist  twist of the walk, not zero
void plan_stride(const Scene& scene, const Gait& gait, const Twist& twist,
                 OrganizerState& state) noexcept;

/// Heading of a walk, on which a feasible stride depends: its normalised twist in B, linear and
/// angular part.
/// @param twist  twist of the walk, not zero
Vector6d heading_of(const Isometry3d& X_WB, const Twist& twist) noexcept;

/// Largest difference between headings that count as the same.
inline constexpr double kTurned = 0.1;

/// Reductions of the body's advance that were planned for the walk's next row; -1: that row was not
/// planned.
int planned_cuts(const StridePlan& plan, const GaitProgress& at) noexcept;

}  // namespace ventosa::controller
