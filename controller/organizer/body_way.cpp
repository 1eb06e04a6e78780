#include "controller/organizer/body_way.h"

#include "controller/kinematics/forward_kinematics.h"
#include "controller/kinematics/inverse_kinematics.h"
#include "controller/organizer/heave.h"

namespace ventosa::controller {
namespace {

/// A little farther the same way: what the trim may need.
Isometry3d ahead(const Isometry3d& X_WB_from, const Isometry3d& X_WB_to) {
  constexpr double kTrim_m = 0.001;
  const Twist way = twist_between(X_WB_from, X_WB_to, 1);
  const double length_m = path_speed(way);
  return length_m > 0 ? moved(X_WB_to, way, kTrim_m / length_m) : X_WB_to;
}

}  // namespace

double wrist_bend(const Leg& leg, const Vector3d& p_WW, const Vector3d& z_WF,
                  const PerJoint<double>& q_now_rad, const Isometry3d& X_WB) noexcept {
  PerJoint<double> q_rad = q_now_rad;
  const Isometry3d X_LW = (X_WB * leg.X_BL).inverse();
  if (follow_arm(leg, X_LW * p_WW, q_rad) != IkStatus::kOk) return 0;
  if (!leg.has_wrist()) return 1;
  const Vector3d forearm_B = leg_pose(leg, q_rad).axis_B[static_cast<std::size_t>(leg.n_arm)];
  return forearm_B.cross(X_WB.linear().transpose() * z_WF).norm();
}

double least_bend(const ControllerConfig& config) noexcept {
  constexpr double kRubs = 0.17, kTurnsFreely = 0.1;
  return config.sharing.wrist_moment_Nm > 0 ? kRubs : kTurnsFreely;
}

int blocking_leg(const RobotModel& robot, const OrganizerInput& in, const Isometry3d& X_WB_from,
                 const Isometry3d& X_WB_to, double least_bend, LegSet lifted) noexcept {
  if (X_WB_from.matrix() == X_WB_to.matrix()) return -1;
  const Isometry3d X_WB_ahead = ahead(X_WB_from, X_WB_to);
  for (int k = 0; k < robot.n_legs(); ++k) {
    const auto i = static_cast<std::size_t>(k);
    const ModuleReport& report = in.report[i];
    if (lifted[i] || !is_contact_phase(report.phase)) continue;
    const Contact& contact = in.body.contact[i];
    const Patch& patch = in.surfaces.patch[static_cast<std::size_t>(contact.patch)];
    const Vector3d p_WW = contact.p_WW + contact.deflection_W;
    const auto reaches = [&](const Isometry3d& X_WB) {
      PerJoint<double> q_rad = report.q_set_rad;
      const Isometry3d X_LW = (X_WB * robot.leg[i].X_BL).inverse();
      return follow_arm(robot.leg[i], X_LW * p_WW, q_rad) == IkStatus::kOk;
    };
    const auto bend = [&](const Isometry3d& X_WB) {
      return wrist_bend(robot.leg[i], p_WW, patch.X_WS.linear().col(2), report.q_set_rad, X_WB);
    };
    const double there = bend(X_WB_to);
    if (there < least_bend && there < bend(X_WB_from)) return k;
    if (reaches(X_WB_from) && !reaches(X_WB_ahead)) return k;
  }
  return -1;
}

void lead_body(const RobotModel& robot, const ControllerConfig& config, const OrganizerInput& in,
               const Goal& goal, Reason& reason, OrganizerState& state) noexcept {
  constexpr double kClear = 1.06;  // of the bound: a body that waits goes on where it is clear
  const bool waits = state.stepping.any() || is_heaving(state.heave);
  if (waits) state.blocking = -1;
  if (waits) return;
  BodyReference next = state.reference;
  follow_goal(config, goal, next);
  const bool brakes = state.blocking >= 0 && state.reference.follower.is_moving();
  const double bound = least_bend(config) * (state.blocking >= 0 ? kClear : 1);
  if (!brakes)
    state.blocking = blocking_leg(robot, in, state.reference.X_WB, rest_pose(config, next), bound);
  if (state.blocking < 0) {
    state.reference = next;
    return;
  }
  follow_goal(config, {}, state.reference);
  if (reason == Reason::kNone) reason = Reason::kUnreachable;
}

}  // namespace ventosa::controller
