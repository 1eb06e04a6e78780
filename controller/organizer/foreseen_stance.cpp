#include "controller/organizer/foreseen_stance.h"

#include "controller/kinematics/inverse_kinematics.h"
#include "controller/kinematics/self_distance.h"
#include "controller/load_sharing/load_check.h"
#include "controller/model/surfaces.h"

namespace ventosa::controller {
namespace {

/// Contact point of a foot by the joint readings.
Vector3d measured_point(const BodyEstimate& body, std::size_t leg) {
  return body.X_WB * body.stance.leg[leg].pose.p_BW - body.contact[leg].deflection_W;
}

Vector3d standing_point(const BodyEstimate& body, std::size_t leg) {
  return has_slipped(body, leg) ? measured_point(body, leg) : body.contact[leg].p_WW;
}

}  // namespace

bool has_slipped(const BodyEstimate& body, std::size_t leg) noexcept {
  const Contact& contact = body.contact[leg];
  return contact.attached && (measured_point(body, leg) - contact.p_WW).norm() > kSlipped_m;
}

PerLeg<Foothold> feet_after(const RobotModel& robot, const OrganizerInput& in, LegSet stepping,
                            const PerLeg<ModuleTask>& task) noexcept {
  PerLeg<Foothold> feet;
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    const Contact& contact = in.body.contact[i];
    const Patch& patch = in.surfaces.patch[static_cast<std::size_t>(contact.patch)];
    const bool has_goal = stepping[i] && task[i].foothold.patch >= 0;
    feet[i] =
        has_goal ? task[i].foothold
                 : Foothold{contact.patch, standing_point(in.body, i), -patch.X_WS.linear().col(2)};
  }
  return feet;
}

Foreseen foresee_stance(const RobotModel& robot, const ControllerConfig& config,
                        const OrganizerInput& in, const Isometry3d& X_WB, const ForeseenFeet& feet,
                        Stance& stance) noexcept {
  stance = in.body.stance;
  PerLeg<LegPose> pose;
  const Matrix3d R_BW = X_WB.linear().transpose();
  stance.inertia_w.setZero();
  stance.g_B = R_BW * in.body.X_WB.linear() * in.body.stance.g_B;
  for (std::size_t i = 0; i < robot.leg.size(); ++i) {
    const Leg& leg = robot.leg[i];
    const Foothold& foothold = feet.at[i];
    const Patch& patch = in.surfaces.patch[static_cast<std::size_t>(foothold.patch)];
    const double lift_m = feet.held[i] ? 0 : config.gait.lift_m;
    const Isometry3d X_LW = (X_WB * leg.X_BL).inverse();
    PerJoint<double> q_rad = in.report[i].q_set_rad;
    const IkStatus status = follow_leg(leg, X_LW * (foothold.p_WW - lift_m * foothold.z_WF),
                                       X_LW.linear() * foothold.z_WF, q_rad);
    if (status != IkStatus::kOk) return {.status = status, .leg = static_cast<int>(i)};
    StanceLeg& to = stance.leg[i];
    to.pose = pose[i] = leg_pose(leg, q_rad);
    to.attached = feet.held[i];
    to.availability = 1;
    to.R_BS = R_BW * patch.X_WS.linear();
    to.friction = ground_friction(leg, in.surfaces, foothold.patch, foothold.p_WW);
    weigh_leg(leg, stance.g_B, to);
  }
  const SelfDistance nearest = self_distance(robot, pose);
  return {.collides = nearest.distance_m < kClearOfItself_m, .leg = nearest.b.leg};
}

bool is_clear(const RobotModel& robot, const ControllerConfig& config, const OrganizerInput& in,
              const Isometry3d& X_WB, const ForeseenFeet& feet) noexcept {
  Stance stance;
  return !foresee_stance(robot, config, in, X_WB, feet, stance).collides;
}

bool holds(const RobotModel& robot, const ControllerConfig& config, const OrganizerInput& in,
           const Isometry3d& X_WB, const ForeseenFeet& feet, SharingWarmStart& warm) noexcept {
  Stance stance;
  if (!foresee_stance(robot, config, in, X_WB, feet, stance).is_possible()) return false;
  const SharingConfig limits = planned_limits(config.sharing);
  return carries({robot, limits, stance}, warm);
}

Bottleneck weigh_stance(const RobotModel& robot, const ControllerConfig& config,
                        const OrganizerInput& in, const Isometry3d& X_WB, const ForeseenFeet& feet,
                        SharingWarmStart& warm) noexcept {
  Stance stance;
  const Foreseen foreseen = foresee_stance(robot, config, in, X_WB, feet, stance);
  if (!foreseen.is_possible())
    return {.leg = foreseen.leg, .limit = Limit::kNone, .margin = kNothingHolds};
  const SharingConfig limits = planned_limits(config.sharing);
  return load_margin({robot, limits, stance}, warm);
}

}  // namespace ventosa::controller
