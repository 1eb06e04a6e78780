#include "controller/organizer/leg_move.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "controller/dynamics/leg_dynamics.h"
#include "controller/kinematics/clearance.h"
#include "controller/kinematics/self_distance.h"
#include "controller/trajectory/planned_move.h"

namespace ventosa::controller {
namespace {

constexpr int kSamples = 64;
constexpr double kDifference_s = 0.005;
constexpr double kShortest_s = 1e-4;  // shortest move; below, differences are rounding errors
// shares of the torque limit for a move: in total, the rest being for friction and feedback, and at
// least beyond the torque that holds the leg
constexpr double kMovingShare = 0.8, kLeastShare = 0.1;
constexpr double kOvershoot = 2;  // dynamic overshoot of an elastic support under a sudden load
constexpr double kSlower = 0.8, kSlowest = 0.1;  // paces tried: 1, 0.8, 0.64, ...

/// Distance of a leg from surfaces, other legs and body.
double clearance_m(const Scene& scene, int which, const LegPose& at) {
  const auto leg = static_cast<std::size_t>(which);
  PerLeg<LegPose> pose;
  for (std::size_t i = 0; i < scene.robot.leg.size(); ++i)
    pose[i] = i == leg ? at : scene.in.body.stance.leg[i].pose;
  const double from_itself_m = self_distance(scene.robot, pose, which).distance_m;
  return distance_m(scene.robot.leg[leg], at, scene.in.surfaces, scene.in.body.X_WB, from_itself_m);
}

/// State of a move at one instant, at full speed.
struct WaySample {
  LegPose pose;
  JointMotion motion{};
  /// [N, N m] wrench that accelerates the links, at B's origin.
  Vector6d inertia_B = Vector6d::Zero();
};

/// Samples the move; rates by central differences. Inverse kinematics starts from the last sample's
/// joints.
IkStatus sample(const Leg& leg, const PlannedMove& way, double time_s, PerJoint<double>& q_rad,
                WaySample& at) {
  const double h = std::min(kDifference_s, way.duration_s() / 4);
  const double t = std::clamp(time_s, h, way.duration_s() - h);
  std::array<PerJoint<double>, 3> q;
  std::array<LegPose, 3> pose;
  for (std::size_t k = 0; k < 3; ++k) {
    const IkStatus status = way.at(leg, t + h * (static_cast<double>(k) - 1), q_rad);
    if (status != IkStatus::kOk) return status;
    q[k] = q_rad;
    pose[k] = leg_pose(leg, q_rad);
  }
  at = {.pose = pose[1]};
  for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_joints); ++j) {
    at.motion.dq_rad_s[j] = (q[2][j] - q[0][j]) / (2 * h);
    at.motion.ddq_rad_s2[j] = (q[2][j] - 2 * q[1][j] + q[0][j]) / (h * h);
    const Vector3d a_B = (pose[2].p_BC[j] - 2 * pose[1].p_BC[j] + pose[0].p_BC[j]) / (h * h);
    const Vector3d f_B = leg.link[j].mass_kg * a_B;
    at.inertia_B.head<3>() += f_B;
    at.inertia_B.tail<3>() += pose[1].p_BC[j].cross(f_B);
  }
  return IkStatus::kOk;
}

/// True if the joints carry the leg. At `pace` velocities scale by pace, accelerations by its
/// square.
bool joints_bear(const Leg& leg, const Vector3d& g_B, const WaySample& at, double pace) {
  const BaseMotion still{.a_B = -g_B};
  const auto at_rest = inverse_dynamics(leg, at.pose, {}, still, Vector3d::Zero());
  const auto moving = inverse_dynamics(leg, at.pose, at.motion, still, Vector3d::Zero());
  for (std::size_t j = 0; j < static_cast<std::size_t>(leg.n_joints); ++j) {
    const double limit_Nm = leg.joint[j].torque_limit_Nm, hold_Nm = std::abs(at_rest[j]);
    const double most_Nm = std::max(kMovingShare * limit_Nm, hold_Nm + kLeastShare * limit_Nm);
    const double tau_Nm = at_rest[j] + pace * pace * (moving[j] - at_rest[j]);
    if (hold_Nm > limit_Nm || std::abs(tau_Nm) > most_Nm) return false;
  }
  return true;
}

/// True if the attached feet keep every limit. A robot without an attached foot is clamped.
/// @param least  out: otherwise the violated limit
bool others_hold(const Scene& scene, const Stance& stance, const Vector6d& inertia_B,
                 SharingWarmStart& warm, Bottleneck& least) {
  StanceProblem problem;
  pose_problem(scene.robot, scene.config.sharing, stance, scene.in.F_last_B, problem);
  if (problem.sharing.n_feet == 0) return true;
  problem.sharing.w += kOvershoot * inertia_B;
  const Sharing sharing = share_load(problem.sharing, warm);
  if (sharing.status == SharingStatus::kOptimal) return true;
  least = bottleneck(problem, sharing);
  return false;
}

}  // namespace

MoveCheck check_move(const Scene& scene, int which, const LegMove& move,
                     SharingWarmStart& warm) noexcept {
  const auto i = static_cast<std::size_t>(which);
  const Leg& leg = scene.robot.leg[i];
  PerJoint<double> q_rad = scene.in.report[i].q_set_rad;
  PlannedMove way;
  MoveCheck check;
  if (PlannedMove::plan(leg, swing_limits(scene.config.gait), move, q_rad, way) != IkStatus::kOk)
    return check;
  if (way.duration_s() < kShortest_s) return check;
  const double start_m = clearance_m(scene, which, leg_pose(leg, q_rad));
  const double least_m = std::min(scene.with_reserve(kLeastClearance_m), start_m - 1e-6);
  Stance stance = scene.in.body.stance;
  WaySample at;
  for (int k = 0; k <= kSamples; ++k) {
    if (sample(leg, way, way.duration_s() * k / kSamples, q_rad, at) != IkStatus::kOk) return check;
    if (clearance_m(scene, which, at.pose) < least_m) return {Reason::kWayBlocked};
    stance.leg[i].pose = at.pose;
    while (!joints_bear(leg, stance.g_B, at, check.pace))
      if ((check.pace *= kSlower) < kSlowest) return {Reason::kSharingInfeasible};
    while (!others_hold(scene, stance, check.pace * check.pace * at.inertia_B, warm, check.lift))
      if ((check.pace *= kSlower) < kSlowest) return {Reason::kLiftRefused, 1, check.lift};
  }
  return check;
}

}  // namespace ventosa::controller
