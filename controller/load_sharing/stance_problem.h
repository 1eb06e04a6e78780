#pragma once

#include "controller/dynamics/stance.h"
#include "controller/load_sharing/cup_limits.h"
#include "controller/load_sharing/peak_torque.h"

/// The load-sharing problem of a stance, and its answer as the objective has it.
namespace ventosa::controller {

/// What limits the attached cup of a leg, in full use.
CupHold cup_hold(const Leg& leg, const Cup& cup, const SharingConfig& config,
                 const StanceLeg& state, const Vector3d& g_B) noexcept;

/// A sharing problem and the leg behind each of its feet.
struct StanceProblem {
  SharingProblem sharing;
  PerLeg<int> leg{};
};

/// @param lifted  legs that count as in the air
/// @param spared  attached feet that are to carry nothing but what hangs on their cups
void pose_problem(const RobotModel& robot, const SharingConfig& config, const Stance& stance,
                  const PerLeg<Vector3d>& F_last_B, StanceProblem& problem, LegSet lifted = {},
                  LegSet spared = {}) noexcept;

/// @param warm, peak  in: the last answer's, out: this one's; `peak` is kPeakTorque's alone
[[nodiscard]] Sharing share_stance(const SharingConfig& config, const StanceProblem& problem,
                                   SharingWarmStart& warm, PeakTorqueStart& peak) noexcept;

/// The leg and limit with the least room in an answer to the problem.
Bottleneck bottleneck(const StanceProblem& problem, const Sharing& sharing) noexcept;

/// The forces that leave the largest margin (see below), and how large it is; kSoftened where it is
/// negative.
[[nodiscard]] Sharing share_margin(const SharingProblem& problem, SharingWarmStart& warm) noexcept;

/// The largest share of every limit that any forces leave over, at most 0.95, and where it is used
/// up; negative: the least share by which limits are exceeded. kNothingHolds where nothing holds,
/// however strong.
inline constexpr double kNothingHolds = -1e9;
Bottleneck largest_margin(const StanceProblem& problem, SharingWarmStart& warm) noexcept;

}  // namespace ventosa::controller
