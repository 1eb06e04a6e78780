#pragma once

#include "controller/dynamics/stance.h"
#include "controller/load_sharing/cup_limits.h"
#include "controller/load_sharing/peak_torque.h"

/// The load-sharing problem of a stance, and its answer as the objective has it.
namespace ventosa::controller {

/// What limits the attached cup of a leg, in full use.
CupHold cup_hold(const Leg& leg, const Cup& cup, const SharingConfig& config,
                 const StanceLeg& state, const Vector3d& g_B) noexcept;

/// The feet whose load comes or goes (availability below 1), as if it were all there, or all gone.
enum class PartlyUsed : std::uint8_t { kInFull, kNotAtAll };

/// A sharing problem and the leg behind each of its feet.
struct StanceProblem {
  SharingProblem sharing;
  PerLeg<int> leg{};
};

/// @param lifted  a leg that counts as in the air; -1: none
void pose_problem(const RobotModel& robot, const SharingConfig& config, const Stance& stance,
                  const PerLeg<Vector3d>& F_last_B, StanceProblem& problem, int lifted = -1,
                  PartlyUsed feet = PartlyUsed::kInFull) noexcept;

/// @param warm, peak  in: the last answer's, out: this one's; `peak` is kPeakTorque's alone
[[nodiscard]] Sharing share_stance(const SharingConfig& config, const StanceProblem& problem,
                                   SharingWarmStart& warm, PeakTorqueStart& peak) noexcept;

/// The leg and limit with the least room in an answer to the problem.
Bottleneck bottleneck(const StanceProblem& problem, const Sharing& sharing) noexcept;

}  // namespace ventosa::controller
