#include "sim/mujoco/leg_bodies.h"

#include <algorithm>
#include <cmath>

#include "controller/kinematics/convex.h"

namespace ventosa::sim {

using controller::Isometry3d;
using controller::Leg;
using controller::Matrix3d;
using controller::Vector3d;

namespace {

/// end of a link's bar, in J: the next joint, or where the foot begins
Vector3d link_end(const Leg& leg, int j) {
  if (j + 1 < leg.n_joints) return leg.joint[j + 1].p_PJ;
  return controller::foot_solid(leg, leg.X_JF).to;
}

}  // namespace

std::string part_name(int leg, const std::string& part) {
  return "leg" + std::to_string(leg) + "." + part;
}

std::string joint_name(int leg, int joint) {
  return part_name(leg, "joint" + std::to_string(joint));
}
std::string foot_name(int leg) { return part_name(leg, "cup"); }
std::string anchor_name(int leg) { return part_name(leg, "anchor"); }
std::string patch_name(int patch) { return "patch" + std::to_string(patch); }

void put_mass(const controller::Link& link, mjsBody& body) {
  body.mass = link.mass_kg;
  put(link.p_JC, body.ipos);
  const Matrix3d& I_C = link.I_C;
  const double full[6] = {I_C(0, 0), I_C(1, 1), I_C(2, 2), I_C(0, 1), I_C(0, 2), I_C(1, 2)};
  std::copy_n(full, 6, body.fullinertia);
  body.explicitinertial = true;
}

JointedBody add_jointed_body(mjsBody& parent, const std::string& name, const Isometry3d& X_PJ,
                             const controller::Joint& joint) {
  mjsBody& body = *mjs_addBody(&parent, nullptr);
  mjs_setName(body.element, name.c_str());
  put(X_PJ, body.pos, body.quat);
  mjsJoint& added = *mjs_addJoint(&body, nullptr);
  mjs_setName(added.element, name.c_str());
  added.type = joint.slides() ? mjJNT_SLIDE : mjJNT_HINGE;
  put(joint.axis, added.axis);
  return {body, added};
}

void put_drive(const LegPlan& plan, int j, const controller::Joint& table, mjsJoint& joint) {
  const models::Drive& drive = plan.robot.drive[plan.i][j];
  const JointCoordinate coordinate = coordinate_of(table);
  const double ends[2] = {table.q_min_rad * coordinate.per_rad,
                          table.q_max_rad * coordinate.per_rad};
  joint.limited = mjLIMITED_TRUE;
  joint.range[0] = std::min(ends[0], ends[1]);
  joint.range[1] = std::max(ends[0], ends[1]);
  joint.armature = coordinate.inertia(drive.armature_kgm2);
  if (plan.config.drive.friction != FrictionModel::kConstant) return;
  joint.frictionloss = coordinate.friction(drive.gear.coulomb_Nm);
  joint.damping[0] = coordinate.inertia(drive.gear.viscous_Nms_rad);
}

FootMount add_links(const LegPlan& plan, mjsBody& torso) {
  const Leg& leg = plan.leg();
  mjsBody* parent = &torso;
  for (int j = 0; j < leg.n_joints; ++j) {
    Isometry3d X_PJ = j == 0 ? leg.X_BL : Isometry3d::Identity();
    X_PJ.translate(leg.joint[j].p_PJ);
    const auto [link, joint] = add_jointed_body(*parent, joint_name(plan.i, j), X_PJ, leg.joint[j]);
    put_mass(leg.link[j], link);
    put_drive(plan, j, leg.joint[j], joint);
    add_bar(link, link_end(leg, j), leg.link[j].radius_m);
    if (plan.detail == Detail::kPicture) add_hub(link, leg.link[j].radius_m);
    parent = &link;
  }
  return {parent, leg.X_JF};
}

}  // namespace ventosa::sim
