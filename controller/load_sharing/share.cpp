#include "controller/load_sharing/share.h"

#include <algorithm>

namespace ventosa::controller {
namespace {

Reason reason_of(SharingStatus status) {
  switch (status) {
    case SharingStatus::kOptimal:
      return Reason::kNone;
    case SharingStatus::kDegenerate:
      return Reason::kTooFewFeet;
    case SharingStatus::kBadInput:
      return Reason::kBadInput;
    default:
      return Reason::kSharingInfeasible;
  }
}

bool is_solved(SharingStatus status) {
  return status == SharingStatus::kOptimal || status == SharingStatus::kSoftened;
}

/// The least worst torque would load a foot whatever it costs, and least norm whatever it can bear.
SharingConfig objective_for(const RobotModel& robot, const SharingConfig& config,
                            const Stance& stance) {
  SharingConfig now = config;
  const bool all_trusted = std::all_of(stance.leg.begin(), stance.leg.begin() + robot.n_legs(),
                                       [](const StanceLeg& leg) { return leg.trust >= 1; });
  if (!all_trusted) now.objective = Objective::kTorque;
  return now;
}

}  // namespace

LoadShare share(const RobotModel& robot, const ControllerConfig& config, const Stance& stance,
                bool clamped, bool pd, LoadSharingState& state) noexcept {
  StanceProblem problem;
  const SharingConfig sharing_config = objective_for(robot, config.sharing, stance);
  pose_problem(robot, sharing_config, stance, state.F_B, problem);
  state.F_B = zero_vectors();
  LoadShare load;
  load.solved = clamped && problem.sharing.n_feet == 0;
  if (load.solved) return load;
  if (!pd) problem.sharing.w += damping_wrench(robot, config.body, stance);
  const Sharing sharing = share_stance(sharing_config, problem, state.warm, state.peak);
  load.reason = reason_of(sharing.status);
  load.solved = is_solved(sharing.status);
  load.bottleneck = bottleneck(problem, sharing);
  load.iterations = sharing.iterations;
  for (std::size_t k = 0; load.solved && k < static_cast<std::size_t>(problem.sharing.n_feet); ++k)
    state.F_B[static_cast<std::size_t>(problem.leg[k])] = sharing.F[k];
  load.F_B = state.F_B;
  return load;
}

}  // namespace ventosa::controller
