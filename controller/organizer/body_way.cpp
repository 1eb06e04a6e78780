#include "controller/organizer/body_way.h"

#include "controller/kinematics/clearance.h"
#include "controller/kinematics/forward_kinematics.h"
#include "controller/kinematics/inverse_kinematics.h"
#include "controller/kinematics/joint_limits.h"
#include "controller/kinematics/self_distance.h"
#include "controller/organizer/foreseen_stance.h"
#include "controller/organizer/heave.h"
#include "controller/trajectory/swing_reach.h"

namespace ventosa::controller {
namespace {

/// Continues the motion by 1 mm, as a reserve for the trim.
Isometry3d ahead(const Isometry3d& X_WB_from, const Isometry3d& X_WB_to) {
  constexpr double kTrim_m = 0.001;
  const Twist way = twist_between(X_WB_from, X_WB_to, 1);
  const double length_m = path_speed(way);
  return length_m > 0 ? moved(X_WB_to, way, kTrim_m / length_m) : X_WB_to;
}

/// Pose of an attached cup by the joint readings, shifted so that its wrist is on the contact
/// point.
Isometry3d held_cup(const BodyEstimate& body, std::size_t leg, const Vector3d& p_WW) {
  const LegPose& pose = body.stance.leg[leg].pose;
  Isometry3d X_WF = body.X_WB * pose.X_BF;
  X_WF.translation() += p_WW - body.X_WB * pose.p_BW;
  return X_WF;
}

}  // namespace

double wrist_room(const Leg& leg, const Isometry3d& X_WF, const PerJoint<double>& q_now_rad,
                  const Isometry3d& X_WB) noexcept {
  PerJoint<double> q_rad = q_now_rad;
  const Isometry3d X_LW = (X_WB * leg.X_BL).inverse();
  if (follow_pose(leg, X_LW * X_WF, q_rad) != IkStatus::kOk) return 0;
  return limit_room(leg, q_rad, leg.n_arm);
}

double wrist_bend(const Leg& leg, const Vector3d& p_WW, const Vector3d& z_WF,
                  const PerJoint<double>& q_now_rad, const Isometry3d& X_WB) noexcept {
  PerJoint<double> q_rad = q_now_rad;
  const Isometry3d X_LW = (X_WB * leg.X_BL).inverse();
  if (follow_arm(leg, X_LW * p_WW, q_rad) != IkStatus::kOk) return 0;
  if (!leg.has_wrist()) return 1;
  const Vector3d forearm_B = leg_pose(leg, q_rad).axis_B[static_cast<std::size_t>(leg.n_arm)];
  return forearm_B.cross(X_WB.linear().transpose() * z_WF).norm();
}

/// Least distance from the stops of a wrist, for play and for errors of encoders and estimate.
constexpr double kLeastRoom = 0.015;  // about 0.03 rad

int blocking_leg(const RobotModel& robot, const OrganizerInput& in, const Isometry3d& X_WB_from,
                 const Isometry3d& X_WB_to, double least_bend, LegSet lifted) noexcept {
  if (X_WB_from.matrix() == X_WB_to.matrix()) return -1;
  const Isometry3d X_WB_ahead = ahead(X_WB_from, X_WB_to);
  const auto comes_near = [&](double least, const auto& left) {
    const double there = left(X_WB_to);
    return there < least && there < left(X_WB_from);
  };
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
    const Isometry3d X_WF = held_cup(in.body, i, p_WW);
    const auto room = [&](const Isometry3d& X_WB) {
      return wrist_room(robot.leg[i], X_WF, report.q_rad, X_WB);
    };
    if (comes_near(least_bend, bend)) return k;
    if (comes_near(kLeastRoom, room)) return k;
    if (reaches(X_WB_from) && !reaches(X_WB_ahead)) return k;
  }
  return -1;
}

namespace {

/// Joints of an attached leg that keep its cup in place under the given body pose. @return false if
/// out of reach
bool keeps_cup(const RobotModel& robot, const OrganizerInput& in, std::size_t i,
               const Isometry3d& X_WB, PerJoint<double>& q_rad) {
  const Leg& leg = robot.leg[i];
  const Contact& contact = in.body.contact[i];
  const Isometry3d X_LW = (X_WB * leg.X_BL).inverse();
  const Isometry3d X_WF = held_cup(in.body, i, contact.p_WW + contact.deflection_W);
  q_rad = in.report[i].q_rad;
  return follow_pose(leg, X_LW * X_WF, q_rad) == IkStatus::kOk;
}

/// Joints that keep the cup in place or, where that is impossible, the wrist point.
PerJoint<double> held_joints(const RobotModel& robot, const OrganizerInput& in, std::size_t i,
                             const Isometry3d& X_WB) {
  PerJoint<double> q_rad;
  if (keeps_cup(robot, in, i, X_WB, q_rad)) return q_rad;
  const Contact& contact = in.body.contact[i];
  const Isometry3d X_LW = (X_WB * robot.leg[i].X_BL).inverse();
  q_rad = in.report[i].q_rad;
  (void)follow_arm(robot.leg[i], X_LW * (contact.p_WW + contact.deflection_W), q_rad);
  return q_rad;
}

SelfDistance self_distance_under(const RobotModel& robot, const OrganizerInput& in,
                                 const Isometry3d& X_WB) {
  PerLeg<LegPose> pose;
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    const bool held = is_contact_phase(in.report[i].phase);
    pose[i] = leg_pose(robot.leg[i], held ? held_joints(robot, in, i, X_WB) : in.report[i].q_rad);
  }
  return self_distance(robot, pose);
}

/// Leg that would come within kClearOfItself_m of the body or another leg, and nearer than now; -1:
/// no leg.
int touching_leg(const RobotModel& robot, const OrganizerInput& in, const Isometry3d& X_WB_from,
                 const Isometry3d& X_WB_to) {
  const SelfDistance there = self_distance_under(robot, in, X_WB_to);
  if (there.distance_m >= kClearOfItself_m) return -1;
  return there.distance_m < self_distance_under(robot, in, X_WB_from).distance_m ? there.b.leg : -1;
}

/// Distance of a leg from the surfaces, except from the one under its lip if its cup's axis is
/// known.
double clearance_m(const RobotModel& robot, const OrganizerInput& in, std::size_t i,
                   const LegPose& pose, const Isometry3d& X_WB, const Vector3d& p_WW,
                   const Vector3d& z_WF) {
  const Leg& leg = robot.leg[i];
  const Vector3d p_WF = p_WW + leg.foot.standoff_m * z_WF;
  double least_m = kLeastClearance_m;
  for (std::size_t k = 0; k < static_cast<std::size_t>(in.surfaces.n); ++k) {
    const Patch& patch = in.surfaces.patch[k];
    if (!lies_on(patch, p_WF, z_WF)) least_m = distance_m(leg, pose, patch, X_WB, least_m);
  }
  return least_m;
}

/// Distance of a leg from the surfaces; kLeastClearance_m, i.e. clear, if an attached leg cannot
/// keep its cup in place.
double leg_clearance_m(const RobotModel& robot, const OrganizerInput& in, std::size_t i,
                       const Isometry3d& X_WB) {
  const Leg& leg = robot.leg[i];
  if (!is_contact_phase(in.report[i].phase))
    return clearance_m(robot, in, i, leg_pose(leg, in.report[i].q_rad), X_WB, Vector3d::Zero(),
                       Vector3d::Zero());
  PerJoint<double> q_rad;
  if (!keeps_cup(robot, in, i, X_WB, q_rad)) return kLeastClearance_m;
  const Contact& contact = in.body.contact[i];
  const Patch& own = in.surfaces.patch[static_cast<std::size_t>(contact.patch)];
  return clearance_m(robot, in, i, leg_pose(leg, q_rad), X_WB, contact.p_WW,
                     -own.X_WS.linear().col(2));
}

Objection objection_to_rest(const RobotModel& robot, const ControllerConfig& config,
                            const OrganizerInput& in, const Isometry3d& X_WB_rest, bool goes,
                            const OrganizerState& state) {
  constexpr double kClear = 1.06;  // factor on the bound: hysteresis of a waiting body
  const bool waits = state.blocking.reason != Reason::kNone;
  const Isometry3d& X_WB = state.reference.X_WB;
  const double bound = least_bend(config) * (waits ? kClear : 1);
  int leg = blocking_leg(robot, in, X_WB, X_WB_rest, bound);
  if (leg < 0 && goes) leg = touching_leg(robot, in, X_WB, X_WB_rest);
  if (leg >= 0) return {Reason::kUnreachable, leg};
  return goes ? objection_of_surfaces(robot, in, X_WB, X_WB_rest) : Objection{};
}

}  // namespace

Objection objection_of_surfaces(const RobotModel& robot, const OrganizerInput& in,
                                const Isometry3d& X_WB_from, const Isometry3d& X_WB_to,
                                LegSet lifted) noexcept {
  if (X_WB_from.matrix() == X_WB_to.matrix()) return {};
  const auto comes_near = [&](const auto& clearance_m) {
    const double there_m = clearance_m(X_WB_to);
    return there_m < kLeastClearance_m && there_m < clearance_m(X_WB_from);
  };
  if (comes_near([&](const Isometry3d& X_WB) {
        return body_distance_m(robot, in.surfaces, X_WB, kLeastClearance_m);
      }))
    return {Reason::kWayBlocked, -1};
  for (int k = 0; k < robot.n_legs(); ++k) {
    const auto i = static_cast<std::size_t>(k);
    if (!lifted[i] &&
        comes_near([&](const Isometry3d& X_WB) { return leg_clearance_m(robot, in, i, X_WB); }))
      return {Reason::kWayBlocked, k};
  }
  return {};
}

int leg_at_surface(const RobotModel& robot, const OrganizerInput& in, LegSet legs,
                   const ForeseenFeet& feet, const Stance& stance,
                   const Isometry3d& X_WB) noexcept {
  for (int k = 0; k < robot.n_legs(); ++k) {
    const auto i = static_cast<std::size_t>(k);
    const Foothold& on = feet.at[i];
    if (legs[i] &&
        clearance_m(robot, in, i, stance.leg[i].pose, X_WB, on.p_WW, on.z_WF) < kLeastClearance_m)
      return k;
  }
  return -1;
}

void lead_body(const RobotModel& robot, const ControllerConfig& config, const OrganizerInput& in,
               const Goal& goal, Reason& reason, OrganizerState& state) noexcept {
  const bool waits = state.stepping.any() || is_heaving(state.heave);
  if (waits) state.blocking = {};
  if (waits) return;
  BodyReference next = state.reference;
  follow_goal(config, goal, next);
  const bool brakes =
      state.blocking.reason != Reason::kNone && state.reference.follower.is_moving();
  const bool goes = next.follower.is_moving();
  if (!brakes)
    state.blocking = objection_to_rest(robot, config, in, rest_pose(config, next), goes, state);
  if (state.blocking.reason == Reason::kNone) {
    state.reference = next;
    return;
  }
  follow_goal(config, {}, state.reference);
  if (reason == Reason::kNone) reason = state.blocking.reason;
}

}  // namespace ventosa::controller
