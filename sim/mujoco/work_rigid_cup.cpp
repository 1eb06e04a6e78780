#include <numbers>

#include "sim/mujoco/world.h"

/// A rigid cup, once a physics step: vacuum, and the weld that holds it.
namespace ventosa::sim {

using controller::Isometry3d;
using controller::Patch;
using controller::Quaterniond;
using controller::Vector3d;
using World = Twin::World;

namespace {

// normalised: turned into a matrix and back every step, an error of the norm would double each time
Isometry3d read_anchor(const World& world, int leg) {
  const double* p = world.data->mocap_pos + 3 * world.index.mocap[leg];
  const double* q = world.data->mocap_quat + 4 * world.index.mocap[leg];
  return Eigen::Translation3d(p[0], p[1], p[2]) * Quaterniond(q[0], q[1], q[2], q[3]).normalized();
}

void write_anchor(const Isometry3d& X_WA, int leg, World& world) {
  const Quaterniond q(X_WA.linear());
  Vector3d::Map(world.data->mocap_pos + 3 * world.index.mocap[leg]) = X_WA.translation();
  Eigen::Vector4d::Map(world.data->mocap_quat + 4 * world.index.mocap[leg]) << q.w(), q.x(), q.y(),
      q.z();
}

void let_go(World& world, int leg) {
  CupState& cup = world.state.cup[leg];
  world.data->eq_active[world.index.weld[leg]] = 0;
  cup.phase = CupPhase::kFree;
  cup.patch = -1;
}

void tear_off(World& world, int leg) {
  world.state.cup[leg].vacuum_Pa = 0;
  let_go(world, leg);
}

/// of a lip that fits to its patch's roughness
double leak_m2(const World& world, const CupState& cup) {
  const double gap_m = cup.patch < 0 ? world.lip.open_gap_m : world.config.roughness_m[cup.patch];
  return 2 * std::numbers::pi * world.cup.lip_radius_m * gap_m;
}

void work_free_cup(World& world, int leg) {
  CupState& cup = world.state.cup[leg];
  cup.patch =
      cup.turbine > 0 ? sealing_patch(world.cup, transform(cup.X_WF), world.config.patches) : -1;
  make_vacuum(world, leg, leak_m2(world, cup), cup.patch >= 0);
  if (cup.patch >= 0 && vacuum_force_N(world.cup, cup) > world.cup.grip_force_N) grab(world, leg);
}

void work_held_cup(World& world, int leg) {
  CupState& cup = world.state.cup[leg];
  const Patch& patch = world.config.patches.patch[cup.patch];
  make_vacuum(world, leg, leak_m2(world, cup), true);
  cup.phase = held_phase(world.cup, cup);
  const double V_N = vacuum_force_N(world.cup, cup);
  const CupLoad load = load_of(world, leg);
  watch_safety(world, leg, load);

  const Vector3d p_SF = patch.X_WS.inverse() * as_vector(cup.X_WF.p);
  if (load.pull >= 1 || load.peel >= 1 || !lip_inside(world.cup, p_SF, patch))
    return tear_off(world, leg);
  if (V_N < world.cup.grip_force_N) return let_go(world, leg);

  Isometry3d X_WA = read_anchor(world, leg);
  const bool slid = creep(world.cup, patch, cup, X_WA);
  const bool settled = settle(world.cup, patch, X_WA);
  if (slid || settled) write_anchor(X_WA, leg, world);
}

}  // namespace

void grab(World& world, int leg) {
  CupState& cup = world.state.cup[leg];
  write_anchor(transform(cup.X_WF), leg, world);
  world.data->eq_active[world.index.weld[leg]] = 1;
  cup.phase = held_phase(world.cup, cup);
  cup.creep = {};
}

void work_rigid_cup(World& world, int leg) {
  world.state.cup[leg].held() ? work_held_cup(world, leg) : work_free_cup(world, leg);
}

}  // namespace ventosa::sim
