#include "sim/mujoco/world_index.h"

#include <string>

namespace ventosa::sim {
namespace {

using controller::PartId;

int id_of(const mjModel& model, mjtObj type, const std::string& name) {
  return mj_name2id(&model, type, name.c_str());
}

/// Counts a body's geoms to a leg, and the body to a part of the robot.
void mark(const mjModel& model, int body, const PartId& part, WorldIndex& index) {
  index.part_of_body[static_cast<std::size_t>(body)] = part;
  for (int k = 0; k < model.body_geomnum[body]; ++k)
    index.leg_of_link_geom[static_cast<std::size_t>(model.body_geomadr[body] + k)] = part.leg;
}

void index_links(const mjModel& model, int i, const controller::Leg& leg, WorldIndex& index) {
  for (int j = 0; j < leg.n_joints; ++j) {
    const int joint = id_of(model, mjOBJ_JOINT, joint_name(i, j));
    index.joint[i][j] = place(coordinate_of(leg.joint[j]), model, joint);
    index.link_body[i][j] = model.jnt_bodyid[joint];
    mark(model, index.link_body[i][j], {i, j}, index);
  }
}

void index_bars(const mjModel& model, int i, const LinkageIndex& linkage, WorldIndex& index) {
  for (std::size_t k = 0; k < models::kPantographParts; ++k) {
    const auto part = static_cast<models::PantographPart>(k);
    const int link = link_of(part);
    mark(model, linkage.body[k], {i, link}, index);
    if (part == part_of(link)) index.link_body[i][link] = linkage.body[k];
    if (const int j = joint_of(part); j >= 0) index.joint[i][j] = linkage.joint[k];
  }
}

void index_foot(const mjModel& model, int i, WorldIndex& index) {
  const std::string name = foot_name(i);
  index.cup_body[i] = id_of(model, mjOBJ_BODY, name);
  index.part_of_body[static_cast<std::size_t>(index.cup_body[i])] = PartId{i, index.n_joints[i]};
  const int lip = index.lip_geom[i] = id_of(model, mjOBJ_GEOM, name);
  if (lip >= 0) index.leg_of_cup_geom[static_cast<std::size_t>(lip)] = i;
  index.weld[i] = id_of(model, mjOBJ_EQUALITY, name);
  if (index.weld[i] < 0) return;
  index.mocap[i] = model.body_mocapid[id_of(model, mjOBJ_BODY, anchor_name(i))];
  index.leg_of_weld[static_cast<std::size_t>(index.weld[i])] = i;
}

WorldIndex empty_index(const mjModel& model) {
  const auto n_geom = static_cast<std::size_t>(model.ngeom);
  WorldIndex index{.leg_of_weld = std::vector<int>(static_cast<std::size_t>(model.neq), -1),
                   .patch_of_geom = std::vector<int>(n_geom, -1),
                   .leg_of_cup_geom = std::vector<int>(n_geom, -1),
                   .leg_of_link_geom = std::vector<int>(n_geom, -1)};
  index.part_of_body.resize(static_cast<std::size_t>(model.nbody));
  index.part_of_body[static_cast<std::size_t>(id_of(model, mjOBJ_BODY, kTorsoName))] = PartId{};
  return index;
}

}  // namespace

WorldIndex index_world(const mjModel& model, const models::Robot& robot, const TwinConfig& config) {
  WorldIndex index = empty_index(model);
  for (int i = 0; i < robot.nominal.n_legs(); ++i) {
    const controller::Leg& leg = robot.nominal.leg[static_cast<std::size_t>(i)];
    index.n_joints[i] = leg.n_joints;
    if (const models::Pantograph* bars = bars_of(robot, config, i)) {
      index.linkage[i] = index_linkage(model, i, leg, *bars);
      index_bars(model, i, *index.linkage[i], index);
    } else {
      index_links(model, i, leg, index);
    }
    index_foot(model, i, index);
  }
  int geom = 0;
  for (int k = 0; (geom = id_of(model, mjOBJ_GEOM, patch_name(k))) >= 0; ++k)
    index.patch_of_geom[static_cast<std::size_t>(geom)] = k;
  return index;
}

LegMotion leg_motion(const WorldIndex& index, const mjData& data, int leg) noexcept {
  LegMotion motion;
  for (int j = 0; j < index.n_joints[leg]; ++j) {
    motion.q_rad[j] = index.joint[leg][j].q_rad(data);
    motion.dq_rad_s[j] = index.joint[leg][j].dq_rad_s(data);
  }
  return motion;
}

void put_leg(const WorldIndex& index, int leg, const controller::PerJoint<double>& q_rad,
             mjData& data) noexcept {
  for (int j = 0; j < index.n_joints[leg]; ++j) index.joint[leg][j].set_angle(q_rad[j], data);
  if (const auto& linkage = index.linkage[leg]) close_loops(*linkage, data);
}

}  // namespace ventosa::sim
