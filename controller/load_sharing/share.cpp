#include "controller/load_sharing/share.h"

#include <algorithm>

namespace ventosa::controller {
namespace {

/// Friction beyond what there is, its safety factor apart: the feet cannot but slide.
bool slides(const SharingConfig& config, const Sharing& sharing) {
  return sharing.limit == Limit::kSlip && -sharing.margin > config.cup_safety_factor - 1;
}

Reason reason_of(const SharingConfig& config, const Sharing& sharing) {
  switch (sharing.status) {
    case SharingStatus::kOptimal:
      return Reason::kNone;
    case SharingStatus::kSoftened:
      return slides(config, sharing) ? Reason::kSlipping : Reason::kSharingInfeasible;
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

double least_availability(const RobotModel& robot, const Stance& stance) {
  double least = 1;
  for (int i = 0; i < robot.n_legs(); ++i) {
    const StanceLeg& leg = stance.leg[static_cast<std::size_t>(i)];
    if (leg.attached) least = std::min(least, leg.availability);
  }
  return least;
}

struct Answer {
  StanceProblem problem;
  Sharing sharing;
};

void answer(const RobotModel& robot, const SharingConfig& config, const Stance& stance,
            PartlyUsed feet, const Vector6d& extra_w, SharingMemory& memory, Answer& out) {
  pose_problem(robot, config, stance, memory.F_B, out.problem, -1, feet);
  out.problem.sharing.w += extra_w;
  out.sharing = share_stance(config, out.problem, memory.warm, memory.peak);
  memory.F_B = zero_vectors();
  for (std::size_t k = 0; k < static_cast<std::size_t>(out.problem.sharing.n_feet); ++k)
    memory.F_B[static_cast<std::size_t>(out.problem.leg[k])] = out.sharing.F[k];
}

/// Moves the answer with all feet towards the one without some; the worse of both counts.
void blend(double availability, const Answer& spared, Answer& full) {
  full.sharing.iterations += spared.sharing.iterations;
  if (full.sharing.status != SharingStatus::kOptimal) return;
  if (spared.sharing.status != SharingStatus::kOptimal) {
    full.sharing = spared.sharing;
    return;
  }
  for (std::size_t k = 0; k < static_cast<std::size_t>(full.problem.sharing.n_feet); ++k)
    full.sharing.F[k] = availability * full.sharing.F[k] + (1 - availability) * spared.sharing.F[k];
  measure_margin(full.problem.sharing, full.sharing);
}

}  // namespace

LoadShare share(const RobotModel& robot, const ControllerConfig& config, const Stance& stance,
                bool clamped, bool pd, LoadSharingState& state) noexcept {
  const SharingConfig sharing_config = objective_for(robot, config.sharing, stance);
  const Vector6d damping_w =
      pd ? Vector6d(Vector6d::Zero()) : damping_wrench(robot, config.body, stance);
  Answer full;
  answer(robot, sharing_config, stance, PartlyUsed::kInFull, damping_w, state.full, full);
  LoadShare load;
  state.F_B = zero_vectors();
  load.solved = clamped && full.problem.sharing.n_feet == 0;
  if (load.solved) return load;
  const double availability = least_availability(robot, stance);
  if (availability < 1) {
    Answer spared;
    answer(robot, sharing_config, stance, PartlyUsed::kNotAtAll, damping_w, state.spared, spared);
    blend(availability, spared, full);
  } else {
    state.spared = state.full;
  }
  const Sharing& sharing = full.sharing;
  load.reason = reason_of(sharing_config, sharing);
  load.solved = is_solved(sharing.status);
  load.bottleneck = bottleneck(full.problem, sharing);
  load.iterations = sharing.iterations;
  for (std::size_t k = 0; load.solved && k < static_cast<std::size_t>(full.problem.sharing.n_feet);
       ++k)
    state.F_B[static_cast<std::size_t>(full.problem.leg[k])] = sharing.F[k];
  load.F_B = state.F_B;
  return load;
}

}  // namespace ventosa::controller
