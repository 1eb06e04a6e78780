#include "controller/load_sharing/load_check.h"

namespace ventosa::controller {
namespace {

/// The forces of the last tick are no part of the question.
void pose(const LoadCase& load, StanceProblem& problem) {
  pose_problem(load.robot, load.limits, load.stance, zero_vectors(), problem, load.lifted);
}

}  // namespace

SharingConfig physical_limits() noexcept {
  return {.objective = Objective::kPeakTorque,
          .safety_factor = 1,
          .torque_ratio = 1,
          .planned_share = 1,
          .smoothness = 1e-9,
          .wrist_moment_Nm = 0};
}

SharingConfig planned_limits(const SharingConfig& limits, double reserve) noexcept {
  SharingConfig planned = limits;
  planned.torque_ratio *= limits.planned_share / (1 + reserve);
  planned.safety_factor *= 1 + reserve;
  return planned;
}

bool carries(const LoadCase& load, SharingWarmStart& warm) noexcept {
  StanceProblem problem;
  pose(load, problem);
  return can_share(problem.sharing, warm);
}

Bottleneck load_margin(const LoadCase& load, SharingWarmStart& warm) noexcept {
  StanceProblem problem;
  pose(load, problem);
  return largest_margin(problem, warm);
}

}  // namespace ventosa::controller
