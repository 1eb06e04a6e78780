#pragma once

#include "controller/dynamics/stance.h"
#include "controller/load_sharing/cup_limits.h"
#include "controller/load_sharing/peak_torque.h"
#include "controller/load_sharing/point_limits.h"

/// Load-sharing problem of a stance, and its solution by the configured objective.
namespace ventosa::controller {

/// How a foot holds on, which bounds its force.
using FootHold = std::variant<CupHold, PointHold>;

/// Limits of a leg's standing foot at availability 1. The usual load of a point foot depends on the
/// other feet: see pose_problem().
FootHold foot_hold(const Leg& leg, const SharingConfig& config, const StanceLeg& state,
                   const Vector3d& g_B) noexcept;

/// A sharing problem and the leg of each of its feet.
struct StanceProblem {
  SharingProblem sharing;
  PerLeg<int> leg{};
};

/// The usual load of a point foot is the load of all by the number of those that stand.
/// @param lifted  legs to treat as in the air
/// @param spared  attached feet that shall carry only the links of their own cup
void pose_problem(const RobotModel& robot, const SharingConfig& config, const Stance& stance,
                  const PerLeg<Vector3d>& F_last_B, StanceProblem& problem, LegSet lifted = {},
                  LegSet spared = {}) noexcept;

/// @param warm, peak  in: start of the last solution, out: start from this one; `peak` is used with
/// kPeakTorque only
[[nodiscard]] Sharing share_stance(const SharingConfig& config, const StanceProblem& problem,
                                   SharingWarmStart& warm, PeakTorqueStart& peak) noexcept;

/// Leg and limit with the least margin in a solution of the problem.
Bottleneck bottleneck(const StanceProblem& problem, const Sharing& sharing) noexcept;

/// Forces with the largest margin (see below), and that margin; kSoftened if it is negative.
[[nodiscard]] Sharing share_margin(const SharingProblem& problem, SharingWarmStart& warm) noexcept;

/// Largest unused share of every limit that any forces can achieve, at most 0.95, with the limit
/// that bounds it; negative: the least share by which limits are exceeded. kNothingHolds if no
/// forces carry the load at any strength.
inline constexpr double kNothingHolds = -1e9;
Bottleneck largest_margin(const StanceProblem& problem, SharingWarmStart& warm) noexcept;

}  // namespace ventosa::controller
