#include "controller/organizer/posture.h"

#include "controller/estimation/contact_points.h"
#include "controller/kinematics/inverse_kinematics.h"
#include "controller/model/surfaces.h"

namespace ventosa::controller {
namespace {

Vector3d measured_point(const BodyEstimate& body, std::size_t leg) {
  return measured_point(body.X_WB, body.stance.leg[leg].pose, body.contact[leg]);
}

/// Joints of one leg.  @return false if it does not reach; then its arm is in place, if that
/// reaches
bool pose_leg(const Scene& scene, const Posture& posture, std::size_t i, PerJoint<double>& q_rad) {
  const Foothold& foot = posture.foot[i];
  const Leg& leg = scene.robot.leg[i];
  q_rad = joints_now(scene, i);
  if (foot.patch < 0) return true;
  const double lift_m = posture.attached[i] ? 0 : scene.config.gait.lift_m;
  const Isometry3d X_LW = (posture.X_WB * leg.X_BL).inverse();
  const Vector3d p_LW = X_LW * (foot.p_WW - lift_m * foot.z_WF);
  if (follow_leg(leg, p_LW, X_LW.linear() * foot.z_WF, q_rad) == IkStatus::kOk) return true;
  (void)follow_arm(leg, p_LW, q_rad);
  return false;
}

}  // namespace

const Patch& patch_of(const Scene& scene, int patch) noexcept {
  return scene.in.surfaces.patch[static_cast<std::size_t>(patch)];
}

bool has_slipped(const BodyEstimate& body, std::size_t leg) noexcept {
  const Contact& contact = body.contact[leg];
  return contact.attached && (measured_point(body, leg) - contact.p_WW).norm() > kSlipped_m;
}

Foothold foothold_now(const Scene& scene, std::size_t leg) noexcept {
  const BodyEstimate& body = scene.in.body;
  const Contact& contact = body.contact[leg];
  return {contact.patch, has_slipped(body, leg) ? measured_point(body, leg) : contact.p_WW,
          -patch_of(scene, contact.patch).X_WS.linear().col(2)};
}

PerJoint<double> joints_now(const Scene& scene, std::size_t leg) noexcept {
  const ModuleReport& report = scene.in.report[leg];
  PerJoint<double> q_rad = report.q_set_rad;
  if (!report.attached) return q_rad;
  const Leg& of = scene.robot.leg[leg];
  for (auto j = static_cast<std::size_t>(of.n_arm); j < static_cast<std::size_t>(of.n_joints); ++j)
    q_rad[j] = report.q_rad[j];
  return q_rad;
}

PerLeg<Foothold> feet_after(const Scene& scene, LegSet stepping,
                            const PerLeg<ModuleTask>& task) noexcept {
  PerLeg<Foothold> feet;
  for (std::size_t i = 0; i < scene.robot.leg.size(); ++i)
    feet[i] =
        stepping[i] && task[i].foothold.patch >= 0 ? task[i].foothold : foothold_now(scene, i);
  return feet;
}

Posture standing_at(const Isometry3d& X_WB, const Scene& scene,
                    const OrganizerState& state) noexcept {
  return {X_WB, feet_after(scene, state.stepping, state.task), ~LegSet{}};
}

PosedLegs pose_legs(const Scene& scene, const Posture& posture) noexcept {
  PosedLegs legs;
  for (std::size_t i = 0; i < scene.robot.leg.size(); ++i) {
    PerJoint<double> q_rad;
    legs.reached[i] = pose_leg(scene, posture, i, q_rad);
    legs.pose[i] = leg_pose(scene.robot.leg[i], q_rad);
  }
  return legs;
}

Stance stance_of(const Scene& scene, const Posture& posture, const PosedLegs& legs) noexcept {
  const BodyEstimate& now = scene.in.body;
  const Matrix3d R_BW = posture.X_WB.linear().transpose();
  Stance stance = now.stance;
  stance.inertia_w.setZero();
  stance.g_B = R_BW * now.X_WB.linear() * now.stance.g_B;
  for (std::size_t i = 0; i < scene.robot.leg.size(); ++i) {
    const Leg& leg = scene.robot.leg[i];
    const Foothold& foot = posture.foot[i];
    StanceLeg& to = stance.leg[i];
    to.pose = legs.pose[i];
    to.attached = posture.attached[i] && foot.patch >= 0;
    to.availability = 1;
    if (to.attached) {
      to.R_BS = R_BW * patch_of(scene, foot.patch).X_WS.linear();
      to.friction = ground_friction(leg, scene.in.surfaces, foot.patch, foot.p_WW);
    }
    weigh_leg(leg, stance.g_B, to);
  }
  return stance;
}

}  // namespace ventosa::controller
