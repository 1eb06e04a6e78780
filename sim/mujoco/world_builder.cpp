#include "sim/mujoco/world_builder.h"

#include <algorithm>
#include <string>

#include "models/input_error.h"
#include "sim/cups/cup.h"
#include "sim/cups/weld.h"
#include "sim/mujoco/linkage.h"

namespace ventosa::sim {

using controller::Isometry3d;

namespace {

/// the mocap body of a cup and the weld between them
void add_anchor(mjSpec& spec, int leg, double step_s) {
  mjsBody& anchor = *mjs_addBody(mjs_findBody(&spec, "world"), nullptr);
  mjs_setName(anchor.element, anchor_name(leg).c_str());
  anchor.mocap = true;

  mjsEquality& weld = *mjs_addEquality(&spec, nullptr);
  mjs_setName(weld.element, foot_name(leg).c_str());
  weld.type = mjEQ_WELD;
  weld.objtype = mjOBJ_BODY;
  mjs_setString(weld.name1, foot_name(leg).c_str());
  mjs_setString(weld.name2, anchor_name(leg).c_str());
  weld.active = false;
  weld.solref[0] = weld_time_s(step_s);
  weld.solref[1] = kWeldDampingRatio;
  std::copy_n(kWeldImpedance, 5, weld.solimp);
  // anchor point 0, relative pose 0 and (1, 0, 0, 0), torque scale 1
  const double data[mjNEQDATA] = {0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1};
  std::copy_n(data, mjNEQDATA, weld.data);
}

/// xfrc_applied acts at the inertial frame, which MuJoCo would place elsewhere in a massless body
void set_force_frame_to_foot(mjsBody& foot) { put(Isometry3d::Identity(), foot.ipos, foot.iquat); }

double lip_recess_m(const models::Robot& robot, const TwinConfig& config) {
  return config.cup.model == CupModel::kLip ? robot.cup->lip.travel_m : kLipRecess_m;
}

void add_cup(const LegPlan& plan, mjSpec& spec, mjsBody& foot) {
  const controller::Cup& cup = *plan.leg().cup();
  mjsGeom& lip = add_lip(foot, cup, lip_recess_m(plan.robot, plan.config));
  mjs_setName(lip.element, foot_name(plan.i).c_str());
  if (plan.detail == Detail::kPicture) add_bowl(foot, cup);
  plan.config.cup.model == CupModel::kLip ? set_force_frame_to_foot(foot)
                                          : add_anchor(spec, plan.i, plan.config.step_s);
}

/// Adds the body of a foot: a cup, or nothing but the point where the ground's force acts.
void add_foot(const LegPlan& plan, const FootMount& mount, mjSpec& spec) {
  mjsBody& foot = *mjs_addBody(mount.body, nullptr);
  mjs_setName(foot.element, foot_name(plan.i).c_str());
  put(mount.X, foot.pos, foot.quat);
  plan.leg().cup() ? add_cup(plan, spec, foot) : set_force_frame_to_foot(foot);
}

void add_leg(const LegPlan& plan, mjSpec& spec, mjsBody& torso) {
  const bool has_bars = bars_of(plan.robot, plan.config, plan.i) != nullptr;
  add_foot(plan, has_bars ? add_linkage(plan, torso) : add_links(plan, torso), spec);
}

/// fixes the body by a huge armature and gravity compensation: no constraint, thus no compliance
void clamp(mjsBody& torso, mjsJoint& body) {
  constexpr double kArmature_kg = 1e9;
  torso.gravcomp = 1;
  body.armature = kArmature_kg;
}

void add_robot(mjSpec& spec, const models::Robot& robot, const TwinConfig& config, Detail detail) {
  const controller::RobotModel& nominal = robot.nominal;
  mjsBody& torso = *mjs_addBody(mjs_findBody(&spec, "world"), nullptr);
  mjs_setName(torso.element, kTorsoName);
  put(config.X_WB, torso.pos, torso.quat);
  put_mass({.mass_kg = nominal.body_mass_kg, .p_JC = nominal.p_BC, .I_C = nominal.I_C}, torso);
  mjsJoint& body = *mjs_addFreeJoint(&torso);
  mjs_setName(body.element, "body");
  if (config.clamped) clamp(torso, body);
  for (const controller::Box& box : nominal.body_box) add_torso(torso, box);
  if (detail == Detail::kPicture) add_nose(torso, nominal.body_box.front());
  for (int i = 0; i < nominal.n_legs(); ++i) add_leg({i, robot, config, detail}, spec, torso);
}

void add_ground(mjSpec& spec, const TwinConfig& config) {
  mjsBody& world = *mjs_findBody(&spec, "world");
  const Ground ground(config.patches, config.relief, config.seed);
  for (int i = 0; i < config.patches.n; ++i) {
    const controller::Patch& patch = config.patches.patch[i];
    mjsGeom& geom = add_patch(world, patch);
    mjs_setName(geom.element, patch_name(i).c_str());
    if (const Relief* relief = ground.relief(i)) set_relief(spec, patch, *relief, geom);
  }
}

void set_options(mjSpec& spec, const TwinConfig& config) {
  spec.compiler.degree = false;
  spec.compiler.fusestatic = false;
  spec.compiler.alignfree = false;
  spec.compiler.inertiafromgeom = mjINERTIAFROMGEOM_FALSE;
  spec.option.timestep = config.step_s;
  spec.option.integrator = mjINT_IMPLICITFAST;
  spec.option.solver = mjSOL_NEWTON;
  spec.option.jacobian = mjJAC_DENSE;
  spec.option.cone = mjCONE_ELLIPTIC;
  spec.option.disableflags |= mjDSBL_AUTORESET | mjDSBL_ISLAND;
  put(config.gravity_W, spec.option.gravity);
}

}  // namespace

MujocoPtr<mjModel> build_world(const models::Robot& robot, const TwinConfig& config,
                               Detail detail) {
  install_log_handler();
  const MujocoPtr<mjSpec> spec(mj_makeSpec());
  set_options(*spec, config);
  add_ground(*spec, config);
  add_robot(*spec, robot, config, detail);
  if (detail == Detail::kPicture) add_scenery(*spec);

  MujocoPtr<mjModel> model(mj_compile(spec.get(), nullptr));
  if (!model)
    throw models::InputError("robot", robot.nominal.name, mjs_getError(spec.get()),
                             "check masses, inertias and joint limits");
  return model;
}

}  // namespace ventosa::sim
