#include "controller/organizer/move_checks.h"

#include <algorithm>

#include "controller/kinematics/clearance.h"
#include "controller/trajectory/planned_move.h"

namespace ventosa::controller {
namespace {

constexpr int kSamples = 32;

double distance_to_body_m(const RobotModel& robot, const LegPose& pose) {
  const auto outside_m = [&](const Vector3d& p_B) {
    return (p_B.cwiseAbs() - robot.body_half_extent_m).cwiseMax(0).norm();
  };
  return std::min(outside_m(pose.X_BF.translation()) - robot.cup.lip_radius_m,
                  outside_m(pose.p_BW) - kRodRadius_m);
}

/// Of a leg from everything around it.
double clearance_m(const RobotModel& robot, const OrganizerInput& in, std::size_t leg,
                   const LegPose& pose) {
  const double lip_m = robot.cup.lip_radius_m;
  double least_m = distance_to_body_m(robot, pose);
  for (std::size_t k = 0; k < static_cast<std::size_t>(in.surfaces.n); ++k)
    least_m = std::min(least_m,
                       distance_m(robot.leg[leg], pose, lip_m, in.surfaces.patch[k], in.body.X_WB));
  for (std::size_t i = 0; i < robot.leg.size(); ++i)
    if (i != leg)
      least_m = std::min(least_m, distance_m(robot.leg[leg], pose, robot.leg[i],
                                             in.body.stance.leg[i].pose, lip_m));
  return least_m;
}

/// Whether the attached feet keep every limit; a robot without one is clamped.
bool others_hold(const RobotModel& robot, const SharingConfig& config, const OrganizerInput& in,
                 const Stance& stance, OrganizerState& state) {
  StanceProblem problem;
  pose_problem(robot, config, stance, in.F_last_B, problem);
  if (problem.sharing.n_feet == 0) return true;
  const Sharing sharing = share_load(problem.sharing, state.warm_lift);
  if (sharing.status == SharingStatus::kOptimal) return true;
  state.refusal.lift = bottleneck(problem, sharing);
  return false;
}

}  // namespace

Reason objection_to_move(const RobotModel& robot, const ControllerConfig& config,
                         const OrganizerInput& in, int which, const LegMove& move,
                         OrganizerState& state) noexcept {
  const auto i = static_cast<std::size_t>(which);
  const Leg& leg = robot.leg[i];
  PerJoint<double> q_rad = in.report[i].q_set_rad;
  PlannedMove way;
  if (PlannedMove::plan(leg, swing_limits(config.gait), move, q_rad, way) != IkStatus::kOk)
    return Reason::kNone;
  const double start_m = clearance_m(robot, in, i, leg_pose(leg, q_rad));
  const double least_m = std::min(kLeastClearance_m, start_m - 1e-6);
  Stance stance = in.body.stance;
  LegPose& pose = stance.leg[i].pose;
  for (int k = 1; k <= kSamples; ++k) {
    if (way.at(leg, way.duration_s() * k / kSamples, q_rad) != IkStatus::kOk) return Reason::kNone;
    pose = leg_pose(leg, q_rad);
    if (clearance_m(robot, in, i, pose) < least_m) return Reason::kWayBlocked;
    if (!others_hold(robot, config.sharing, in, stance, state)) return Reason::kLiftRefused;
  }
  return Reason::kNone;
}

}  // namespace ventosa::controller
