#include "controller/load_sharing/share.h"

#include <algorithm>

namespace ventosa::controller {
namespace {

/// True if the required friction exceeds the assumed one even without safety factor: feet must
/// slide.
bool slides(const SharingConfig& config, const Sharing& sharing) {
  return sharing.limit == Limit::kSlip && -sharing.margin > config.safety_factor - 1;
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

/// Objective for a stance. With a distrusted foot kTorque, since kPeakTorque and kLeastNorm ignore
/// the foot's cost.
SharingConfig objective_for(const RobotModel& robot, const SharingConfig& config,
                            const Stance& stance) {
  SharingConfig now = config;
  const bool all_trusted = std::all_of(stance.leg.begin(), stance.leg.begin() + robot.n_legs(),
                                       [](const StanceLeg& leg) { return leg.trust >= 1; });
  if (!all_trusted) now.objective = Objective::kTorque;
  return now;
}

/// Feet whose load ramps up or down, and the progress of the ramp, 0..1.
struct Shift {
  LegSet come, go;
  double share = 1;
};

Shift shift_of(const RobotModel& robot, const Stance& stance) {
  Shift shift;
  double come = 1, go = 1;
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    const StanceLeg& leg = stance.leg[i];
    if (!leg.attached || leg.availability >= 1) continue;
    (leg.leaves ? shift.go : shift.come).set(i);
    double& least = leg.leaves ? go : come;
    least = std::min(least, leg.availability);
  }
  if (shift.come.any()) shift.share = come;
  if (shift.go.any()) shift.share = std::min(shift.share, 1 - go);
  return shift;
}

struct Answer {
  StanceProblem problem;
  Sharing sharing;
};

void keep(const Answer& answer, SharingMemory& memory) {
  memory.F_B = zero_vectors();
  for (std::size_t k = 0; k < static_cast<std::size_t>(answer.problem.sharing.n_feet); ++k)
    memory.F_B[static_cast<std::size_t>(answer.problem.leg[k])] = answer.sharing.F[k];
}

/// Solves one problem. If the wrench that moves the legs in the air makes it infeasible, that
/// wrench is left to position control and to the limits' safety factors.
void answer(const RobotModel& robot, const SharingConfig& config, const Stance& stance,
            LegSet spared, const Vector6d& extra_w, SharingMemory& memory, Answer& out) {
  pose_problem(robot, config, stance, memory.F_B, out.problem, {}, spared);
  out.problem.sharing.w += extra_w;
  out.sharing = share_stance(config, out.problem, memory.warm, memory.peak);
  if (out.sharing.status == SharingStatus::kOptimal || stance.inertia_w.isZero(0))
    return keep(out, memory);
  out.problem.sharing.w -= stance.inertia_w;
  out.sharing = share_stance(config, out.problem, memory.warm, memory.peak);
  keep(out, memory);
}

/// Interpolates from `before` to `after`; if one of them is not optimal, it is the result.
void blend(double share, const Sharing& after, Answer& before) {
  before.sharing.iterations += after.iterations;
  if (before.sharing.status != SharingStatus::kOptimal) return;
  if (after.status != SharingStatus::kOptimal) {
    before.sharing = after;
    return;
  }
  for (std::size_t k = 0; k < static_cast<std::size_t>(before.problem.sharing.n_feet); ++k)
    before.sharing.F[k] = (1 - share) * before.sharing.F[k] + share * after.F[k];
}

/// The problem with all attached feet fully available, by which the margin is measured.
void pose_all(const RobotModel& robot, const SharingConfig& config, const Stance& stance,
              StanceProblem& problem) {
  pose_problem(robot, config, stance, zero_vectors(), problem);
}

/// Forces while load shifts between feet: between the solution that spares the feet that gain load
/// (`come`) and the one that spares those that lose it (`go`).
Answer shifted(const RobotModel& robot, const SharingConfig& config, const Stance& stance,
               const Shift& shift, const Vector6d& extra_w, LoadSharingState& state) {
  Answer now, after;
  answer(robot, config, stance, shift.come, extra_w, state.before, now);
  answer(robot, config, stance, shift.go, extra_w, state.after, after);
  blend(shift.share, after.sharing, now);
  if (now.sharing.status != SharingStatus::kOptimal) return now;
  if (shift.come.any()) pose_all(robot, config, stance, now.problem);
  measure_margin(now.problem.sharing, now.sharing);
  return now;
}

Answer settled(const RobotModel& robot, const SharingConfig& config, const Stance& stance,
               const Vector6d& extra_w, LoadSharingState& state) {
  Answer now;
  answer(robot, config, stance, {}, extra_w, state.after, now);
  state.before = state.after;
  return now;
}

/// After the loss of a foot, uses the forces with the largest margin, because the shock reduces the
/// others' margins; afterwards the objective returns within the duration of a loading.
void leave_room(const RobotModel& robot, const ControllerConfig& config, const Stance& stance,
                const Shift& shift, LoadSharingState& state, Answer& now) {
  double& caution = state.caution;
  caution = stance.lost_foot ? 1 : std::max(0.0, caution - config.period_s / config.gait.load_s);
  if (caution <= 0 || now.sharing.status != SharingStatus::kOptimal) return;
  LegSet spared = shift.come | shift.go;
  for (std::size_t i = 0; i < robot.leg.size(); ++i)
    if (stance.leg[i].trust <= 0) spared.set(i);
  StanceProblem widest;
  pose_problem(robot, config.sharing, stance, zero_vectors(), widest, {}, spared);
  widest.sharing.w = now.problem.sharing.w;
  const Sharing roomy = share_margin(widest.sharing, state.warm_margin);
  if (roomy.status == SharingStatus::kOptimal) blend(caution, roomy, now);
  if (now.sharing.status == SharingStatus::kOptimal)
    measure_margin(now.problem.sharing, now.sharing);
}

}  // namespace

LoadShare share(const RobotModel& robot, const ControllerConfig& config, const Stance& stance,
                bool clamped, bool pd, LoadSharingState& state) noexcept {
  const SharingConfig sharing_config = objective_for(robot, config.sharing, stance);
  const Vector6d damping_w =
      pd ? Vector6d(Vector6d::Zero()) : damping_wrench(robot, config.body, stance);
  const Shift shift = shift_of(robot, stance);
  const bool shifts = shift.come.any() || shift.go.any();
  Answer now = shifts ? shifted(robot, sharing_config, stance, shift, damping_w, state)
                      : settled(robot, sharing_config, stance, damping_w, state);
  leave_room(robot, config, stance, shift, state, now);
  const auto& [problem, sharing] = now;
  const auto n_feet = static_cast<std::size_t>(problem.sharing.n_feet);
  LoadShare load;
  state.F_B = zero_vectors();
  load.solved = clamped && n_feet == 0;
  if (load.solved) return load;
  load.reason = reason_of(sharing_config, sharing);
  load.solved = is_solved(sharing.status);
  state.overloaded = sharing.status == SharingStatus::kSoftened;
  load.bottleneck = bottleneck(problem, sharing);
  load.iterations = sharing.iterations;
  for (std::size_t k = 0; load.solved && k < n_feet; ++k)
    state.F_B[static_cast<std::size_t>(problem.leg[k])] = sharing.F[k];
  load.F_B = state.F_B;
  return load;
}

}  // namespace ventosa::controller
