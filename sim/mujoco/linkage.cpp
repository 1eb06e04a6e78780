#include "sim/mujoco/linkage.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ventosa::sim {

using controller::Isometry3d;
using controller::Joint;
using controller::Leg;
using controller::Vector2d;
using controller::Vector3d;
using models::kPantographParts;
using models::Pantograph;
using Part = models::PantographPart;

namespace {

constexpr std::size_t at(Part part) { return static_cast<std::size_t>(part); }

std::string name_of(int leg, Part part) {
  return part_name(leg, std::string(controller::name(part)));
}

Vector3d in_space(const Vector2d& p) { return {p.x(), 0, p.y()}; }
Vector2d along(double angle_rad) { return {std::cos(angle_rad), std::sin(angle_rad)}; }
double angle_of(const Vector2d& r) { return std::atan2(r.y(), r.x()); }

/// A part, the body that it moves on, and its joint at the angle 0, in that body.
struct Jointed {
  Part part, parent;
  Joint joint;
};

/// A hinge that turns a bar from x towards z.
Joint hinge_at(double x_m) {
  Joint hinge;
  hinge.p_PJ = {x_m, 0, 0};
  hinge.axis = -Vector3d::UnitY();
  return hinge;
}

Joint slider(Joint of_table, const Vector2d& p_m, double way_m_rad) {
  of_table.p_PJ = in_space(p_m);
  of_table.slide_m_rad = way_m_rad;
  return of_table;
}

/// All parts, each behind the one that it moves on. The carriage moves on the torso.
std::array<Jointed, kPantographParts> jointed_parts(const Leg& table, const Pantograph& bars) {
  const Vector2d way_m_rad = screw_ways(bars, table);
  return {
      {{Part::kCarriage, Part::kCarriage, table.joint[0]},
       {Part::kVerticalSlider, Part::kCarriage, slider(table.joint[2], bars.p_A0_m, way_m_rad.y())},
       {Part::kThigh, Part::kVerticalSlider, hinge_at(0)},
       {Part::kShank, Part::kThigh, hinge_at(bars.thigh_m)},
       {Part::kRadialSlider, Part::kCarriage, slider(table.joint[1], bars.p_B0_m, way_m_rad.x())},
       {Part::kUpperRod, Part::kRadialSlider, hinge_at(0)},
       {Part::kLowerRod, Part::kRadialSlider, hinge_at(0)}}};
}

/// Ends of a part's bars, in its frame.
std::vector<Vector3d> bar_ends(const Pantograph& bars, Part part, double radius_m) {
  const auto to = [](double length_m) { return std::vector<Vector3d>{{length_m, 0, 0}}; };
  switch (part) {
    case Part::kCarriage:  // its rails
      return {in_space(bars.p_A0_m), in_space(bars.p_B0_m)};
    case Part::kThigh:
      return to(bars.thigh_m);
    case Part::kShank:  // its round end must not touch the ground before the foot does
      return to(std::max(0.0, bars.shank_m - 2 * radius_m));
    case Part::kUpperRod:
      return to(bars.upper_rod_m());
    case Part::kLowerRod:
      return to(bars.lower_rod_m());
    case Part::kVerticalSlider:
    case Part::kRadialSlider:
      return {};
  }
  return {};
}

void add_shape(const LegPlan& plan, const Pantograph& bars, Part part, mjsBody& body) {
  const double radius_m = plan.leg().link[0].radius_m;
  for (const Vector3d& end : bar_ends(bars, part, radius_m)) add_bar(body, end, radius_m);
  if (plan.detail == Detail::kPicture) add_hub(body, radius_m);
}

/// A point of a part that a constraint holds.
mjsSite& add_point(mjsBody& body, const std::string& name, double x_m) {
  constexpr int kHidden = 5;
  mjsSite& point = *mjs_addSite(&body, nullptr);
  mjs_setName(point.element, name.c_str());
  put(Vector3d(x_m, 0, 0), point.pos);
  point.group = kHidden;
  return point;
}

/// Keeps the end of a rod at a point of another bar.
struct Loop {
  Part rod;
  double rod_m;
  Part bar;
  double at_m;
};

std::array<Loop, 2> loops_of(const Pantograph& bars) {
  const double k = bars.amplification;
  return {{{Part::kUpperRod, bars.upper_rod_m(), Part::kThigh, bars.thigh_m / k},
           {Part::kLowerRod, bars.lower_rod_m(), Part::kShank, bars.shank_m / k}}};
}

void add_loop(const std::array<mjsBody*, kPantographParts>& body, int leg, const Loop& loop,
              double step_s) {
  const std::string end = name_of(leg, loop.rod) + ".end", partner = end + ".partner";
  add_point(*body[at(loop.rod)], end, loop.rod_m);
  add_point(*body[at(loop.bar)], partner, loop.at_m);
  mjsEquality& connect = *mjs_addEquality(mjs_getSpec(body[at(loop.rod)]->element), nullptr);
  mjs_setName(connect.element, end.c_str());
  connect.type = mjEQ_CONNECT;
  connect.objtype = mjOBJ_SITE;
  mjs_setString(connect.name1, end.c_str());
  mjs_setString(connect.name2, partner.c_str());
  connect.solref[0] = kLoopSteps * step_s;
  connect.solref[1] = kLoopDampingRatio;
  std::copy_n(kLoopImpedance, 5, connect.solimp);
}

Leg foot_chain(const Leg& table, const Pantograph& bars) {
  const auto parts = jointed_parts(table, bars);
  Leg chain = table;
  chain.n_joints = chain.n_arm = 5;
  for (const std::size_t j : {0, 1, 2, 3}) chain.joint[j] = parts[j].joint;
  chain.joint[4] = hinge_at(bars.shank_m);
  chain.X_JF.translation().setZero();
  return chain;
}

}  // namespace

const Pantograph* bars_of(const models::Robot& robot, const TwinConfig& config, int leg) {
  const auto& bars = robot.linkage[leg];
  return bars && config.linkage == LinkageModel::kClosed ? &*bars : nullptr;
}

FootMount add_linkage(const LegPlan& plan, mjsBody& torso) {
  const Pantograph& bars = *bars_of(plan.robot, plan.config, plan.i);
  std::array<mjsBody*, kPantographParts> body{};
  for (const auto& [part, parent, joint] : jointed_parts(plan.leg(), bars)) {
    const bool is_first = part == Part::kCarriage;
    Isometry3d X_PJ = is_first ? plan.leg().X_BL : Isometry3d::Identity();
    X_PJ.translate(joint.p_PJ);
    const auto added =
        add_jointed_body(is_first ? torso : *body[at(parent)], name_of(plan.i, part), X_PJ, joint);
    body[at(part)] = &added.body;
    put_mass(bars.of(part), added.body);
    add_shape(plan, bars, part, added.body);
    if (const int j = joint_of(part); j >= 0) put_drive(plan, j, joint, added.joint);
  }
  mjs_getSpec(torso.element)->option.tolerance = kLoopTolerance;
  for (const Loop& loop : loops_of(bars)) add_loop(body, plan.i, loop, plan.config.step_s);
  FootMount foot{body[at(Part::kShank)]};
  foot.X.translation().x() = bars.shank_m;
  return foot;
}

LinkageIndex index_linkage(const mjModel& model, int leg, const Leg& table,
                           const Pantograph& bars) {
  LinkageIndex index{.bars = bars, .chain = foot_chain(table, bars)};
  for (const auto& [part, parent, joint] : jointed_parts(table, bars)) {
    const int id = mj_name2id(&model, mjOBJ_JOINT, name_of(leg, part).c_str());
    index.joint[at(part)] = place(coordinate_of(joint), model, id);
    index.body[at(part)] = model.jnt_bodyid[id];
  }
  return index;
}

Part part_of(int link) noexcept {
  constexpr Part kPart[] = {Part::kCarriage, Part::kRadialSlider, Part::kShank};
  return kPart[link];
}

void close_loops(const LinkageIndex& linkage, mjData& data) noexcept {
  const auto coordinate = [&](Part part) -> double& { return data.qpos[linkage.of(part).qpos]; };
  const auto pose = pantograph_pose(linkage.bars, coordinate(Part::kRadialSlider),
                                    coordinate(Part::kVerticalSlider));
  if (!pose) return;
  coordinate(Part::kThigh) = pose->thigh_rad;
  coordinate(Part::kShank) =
      std::remainder(pose->shank_rad - pose->thigh_rad, 2 * std::numbers::pi);
  coordinate(Part::kUpperRod) = angle_of(pose->D - pose->B);
  coordinate(Part::kLowerRod) = angle_of(pose->E - pose->B);
}

LegMotion chain_motion(const LinkageIndex& linkage, const mjData& data) noexcept {
  LegMotion chain;
  std::size_t j = 0;
  for (const Part part : {Part::kCarriage, Part::kVerticalSlider, Part::kThigh, Part::kShank}) {
    chain.q_rad[j] = linkage.of(part).q_rad(data);
    chain.dq_rad_s[j++] = linkage.of(part).dq_rad_s(data);
  }
  chain.q_rad[j] = -(chain.q_rad[2] + chain.q_rad[3]);
  chain.dq_rad_s[j] = -(chain.dq_rad_s[2] + chain.dq_rad_s[3]);
  return chain;
}

double knee_rad(const LinkageIndex& linkage, const mjData& data) noexcept {
  return std::numbers::pi - std::abs(linkage.of(Part::kShank).q_rad(data));
}

LoopError loop_error(const LinkageIndex& linkage, const mjData& data) noexcept {
  const Pantograph& bars = linkage.bars;
  const auto coordinate = [&](Part part) { return data.qpos[linkage.of(part).qpos]; };
  const Vector2d A = bars.p_A0_m + Vector2d(0, coordinate(Part::kVerticalSlider));
  const Vector2d B = bars.p_B0_m + Vector2d(coordinate(Part::kRadialSlider), 0);
  const double thigh_rad = coordinate(Part::kThigh);
  const Vector2d K = A + bars.thigh_m * along(thigh_rad);
  const Vector2d KP = bars.shank_m * along(thigh_rad + coordinate(Part::kShank));
  const Vector2d D = A + (K - A) / bars.amplification, E = K + KP / bars.amplification;
  const Vector2d at_D = B + bars.upper_rod_m() * along(coordinate(Part::kUpperRod));
  const Vector2d at_E = B + bars.lower_rod_m() * along(coordinate(Part::kLowerRod));
  return {(at_D - D).norm(), (at_E - E).norm()};
}

}  // namespace ventosa::sim
