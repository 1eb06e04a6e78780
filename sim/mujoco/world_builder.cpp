#include "sim/mujoco/world_builder.h"

#include <algorithm>
#include <string>

#include "models/input_error.h"
#include "sim/cups/cup.h"
#include "sim/cups/weld.h"
#include "sim/mujoco/shapes.h"

namespace ventosa::sim {

using controller::Isometry3d;
using controller::Leg;
using controller::Matrix3d;
using controller::Vector3d;

namespace {

std::string joint_name(int leg, int joint) {
  return "leg" + std::to_string(leg) + ".joint" + std::to_string(joint);
}
std::string foot_name(int leg) { return "leg" + std::to_string(leg) + ".cup"; }
std::string anchor_name(int leg) { return "leg" + std::to_string(leg) + ".anchor"; }
std::string patch_name(int patch) { return "patch" + std::to_string(patch); }

void put_mass(double mass_kg, const Vector3d& p_C, const Matrix3d& I_C, mjsBody& body) {
  body.mass = mass_kg;
  put(p_C, body.ipos);
  const double full[6] = {I_C(0, 0), I_C(1, 1), I_C(2, 2), I_C(0, 1), I_C(0, 2), I_C(1, 2)};
  std::copy_n(full, 6, body.fullinertia);
  body.explicitinertial = true;
}

void add_hinge(mjsBody& link, const std::string& name, const controller::Joint& joint,
               const models::Drive& drive, FrictionModel friction) {
  mjsJoint& hinge = *mjs_addJoint(&link, nullptr);
  mjs_setName(hinge.element, name.c_str());
  hinge.type = mjJNT_HINGE;
  put(joint.axis, hinge.axis);
  hinge.limited = mjLIMITED_TRUE;
  hinge.range[0] = joint.q_min_rad;
  hinge.range[1] = joint.q_max_rad;
  hinge.armature = drive.armature_kgm2;
  if (friction != FrictionModel::kConstant) return;
  hinge.frictionloss = drive.gear.coulomb_Nm;
  hinge.damping[0] = drive.gear.viscous_Nms_rad;
}

/// end of a link's bar, in J: the next joint, or where the foot begins
Vector3d link_end(const Leg& leg, int j) {
  if (j + 1 < leg.n_joints) return leg.joint[j + 1].p_PJ;
  return controller::foot_solid(leg, leg.X_JF).to;
}

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
  weld.solref[0] = kWeldSteps * step_s;
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

void add_cup(mjSpec& spec, mjsBody& foot, int leg, const models::Robot& robot,
             const TwinConfig& config, Detail detail) {
  const controller::Cup& cup = *robot.nominal.leg[static_cast<std::size_t>(leg)].cup();
  mjsGeom& lip = add_lip(foot, cup, lip_recess_m(robot, config));
  mjs_setName(lip.element, foot_name(leg).c_str());
  if (detail == Detail::kPicture) add_bowl(foot, cup);
  config.cup.model == CupModel::kLip ? set_force_frame_to_foot(foot)
                                     : add_anchor(spec, leg, config.step_s);
}

/// Adds the body of a foot: a cup, or nothing but the point where the ground's force acts.
void add_foot(mjSpec& spec, mjsBody& link, int i, const models::Robot& robot,
              const TwinConfig& config, Detail detail) {
  const Leg& leg = robot.nominal.leg[static_cast<std::size_t>(i)];
  mjsBody& foot = *mjs_addBody(&link, nullptr);
  mjs_setName(foot.element, foot_name(i).c_str());
  put(leg.X_JF, foot.pos, foot.quat);
  leg.cup() ? add_cup(spec, foot, i, robot, config, detail) : set_force_frame_to_foot(foot);
}

void add_leg(mjSpec& spec, mjsBody& torso, int i, const models::Robot& robot,
             const TwinConfig& config, Detail detail) {
  const Leg& leg = robot.nominal.leg[static_cast<std::size_t>(i)];
  mjsBody* parent = &torso;
  for (int j = 0; j < leg.n_joints; ++j) {
    mjsBody& link = *mjs_addBody(parent, nullptr);
    mjs_setName(link.element, joint_name(i, j).c_str());
    Isometry3d X_PJ = j == 0 ? leg.X_BL : Isometry3d::Identity();
    X_PJ.translate(leg.joint[j].p_PJ);
    put(X_PJ, link.pos, link.quat);
    put_mass(leg.link[j].mass_kg, leg.link[j].p_JC, leg.link[j].I_C, link);
    add_hinge(link, joint_name(i, j), leg.joint[j], robot.drive[i][j], config.drive.friction);
    add_bar(link, link_end(leg, j), leg.link[j].radius_m);
    if (detail == Detail::kPicture) add_hub(link, leg.link[j].radius_m);
    parent = &link;
  }
  add_foot(spec, *parent, i, robot, config, detail);
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
  mjs_setName(torso.element, "body");
  put(config.X_WB, torso.pos, torso.quat);
  put_mass(nominal.body_mass_kg, nominal.p_BC, nominal.I_C, torso);
  mjsJoint& body = *mjs_addFreeJoint(&torso);
  mjs_setName(body.element, "body");
  if (config.clamped) clamp(torso, body);
  for (const controller::Box& box : nominal.body_box) add_torso(torso, box);
  if (detail == Detail::kPicture) add_nose(torso, nominal.body_box.front());
  for (int i = 0; i < nominal.n_legs(); ++i) add_leg(spec, torso, i, robot, config, detail);
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
  spec.option.disableflags |= mjDSBL_AUTORESET;
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

namespace {

void mark_geoms_of(const mjModel& model, int body, int leg, std::vector<int>& leg_of_geom) {
  for (int k = 0; k < model.body_geomnum[body]; ++k)
    leg_of_geom[static_cast<std::size_t>(model.body_geomadr[body] + k)] = leg;
}

}  // namespace

WorldIndex index_world(const mjModel& model, const controller::RobotModel& robot) {
  const auto id = [&model](mjtObj type, const std::string& name) {
    return mj_name2id(&model, type, name.c_str());
  };
  const auto n_geom = static_cast<std::size_t>(model.ngeom);
  WorldIndex index{.leg_of_weld = std::vector<int>(static_cast<std::size_t>(model.neq), -1),
                   .patch_of_geom = std::vector<int>(n_geom, -1),
                   .leg_of_cup_geom = std::vector<int>(n_geom, -1),
                   .leg_of_link_geom = std::vector<int>(n_geom, -1)};
  for (int i = 0; i < robot.n_legs(); ++i) {
    for (int j = 0; j < robot.leg[static_cast<std::size_t>(i)].n_joints; ++j) {
      const int joint = id(mjOBJ_JOINT, joint_name(i, j));
      index.qpos[i][j] = model.jnt_qposadr[joint];
      index.dof[i][j] = model.jnt_dofadr[joint];
      mark_geoms_of(model, model.jnt_bodyid[joint], i, index.leg_of_link_geom);
    }
    index.cup_body[i] = id(mjOBJ_BODY, foot_name(i));
    const int cup_geom = id(mjOBJ_GEOM, foot_name(i));
    if (cup_geom >= 0) index.leg_of_cup_geom[static_cast<std::size_t>(cup_geom)] = i;
    index.weld[i] = id(mjOBJ_EQUALITY, foot_name(i));
    if (index.weld[i] < 0) continue;
    index.mocap[i] = model.body_mocapid[id(mjOBJ_BODY, anchor_name(i))];
    index.leg_of_weld[static_cast<std::size_t>(index.weld[i])] = i;
  }
  int geom = 0;
  for (int k = 0; (geom = id(mjOBJ_GEOM, patch_name(k))) >= 0; ++k)
    index.patch_of_geom[static_cast<std::size_t>(geom)] = k;
  return index;
}

}  // namespace ventosa::sim
