#include <algorithm>

#include "sim/mujoco/shapes.h"
#include "sim/mujoco/world.h"

/// One step of a rigid cup: vacuum and the weld that holds it.
namespace ventosa::sim {

using controller::Isometry3d;
using controller::Quaterniond;
using controller::Vector3d;

namespace {

// normalised: converted to a matrix and back in each step, an error of its norm would double
Isometry3d read_anchor(const World& world, int leg) {
  const double* p = world.data->mocap_pos + 3 * world.index.mocap[leg];
  const double* q = world.data->mocap_quat + 4 * world.index.mocap[leg];
  return Eigen::Translation3d(p[0], p[1], p[2]) * Quaterniond(q[0], q[1], q[2], q[3]).normalized();
}

void write_anchor(const Isometry3d& X_WA, int leg, World& world) {
  put(X_WA, world.data->mocap_pos + 3 * world.index.mocap[leg],
      world.data->mocap_quat + 4 * world.index.mocap[leg]);
}

void release_weld(World& world, int leg) {
  CupState& cup = world.state.cup[leg];
  world.data->eq_active[world.index.weld[leg]] = 0;
  cup.phase = CupPhase::kFree;
  cup.patch = -1;
  cup.let_go = true;
}

void tear_off(World& world, int leg) {
  world.state.cup[leg].vacuum_Pa = 0;
  release_weld(world, leg);
}

void step_free_cup(World& world, int leg) {
  CupState& cup = world.state.cup[leg];
  cup.patch =
      cup.turbine > 0 ? sealing_patch(world.cup, transform(cup.X_WF), world.config.patches) : -1;
  step_vacuum(world, leg, flush_leak_m2(world, leg), cup.patch >= 0);
  const bool grips = vacuum_force_N(world.cup, cup) > world.cup.grip_force_N;
  if (cup.patch >= 0 && grips) weld_cup(world, leg);
}

void step_held_cup(World& world, int leg) {
  CupState& cup = world.state.cup[leg];
  const CupGround ground = cup_ground(world, cup);
  step_vacuum(world, leg, gap_leak_m2(world, ground.roughness_m), true);
  cup.phase = held_phase(world.cup, cup);
  cup.friction = ground.friction;

  const bool leaves = cup.phase == CupPhase::kReleasing && cup.gave_way;
  if (leaves || vacuum_force_N(world.cup, cup) < world.cup.grip_force_N)
    return release_weld(world, leg);
  if (!ground.whole || is_open(world.cup, ground.patch, transform(cup.X_WF)))
    return tear_off(world, leg);
  Isometry3d X_WA = read_anchor(world, leg);
  if (settle_anchor(world.cup, ground.patch, X_WA)) write_anchor(X_WA, leg, world);
}

}  // namespace

void weld_cup(World& world, int leg) {
  CupState& cup = world.state.cup[leg];
  write_anchor(transform(cup.X_WF), leg, world);
  world.data->eq_active[world.index.weld[leg]] = 1;
  cup.phase = held_phase(world.cup, cup);
  cup.friction = cup_ground(world, cup).friction;
  cup.slip_m = 0;
  cup.gave_way = false;
}

void drag_anchor(GivesWay way, int leg, World& world) {
  CupState& cup = world.state.cup[leg];
  Isometry3d X_WA = read_anchor(world, leg);
  cup.slip_m += drag_anchor(way, world.config.patches.patch[cup.patch], transform(cup.X_WF), X_WA);
  write_anchor(X_WA, leg, world);
}

void step_rigid_cup(World& world, int leg) {
  world.state.cup[leg].held() ? step_held_cup(world, leg) : step_free_cup(world, leg);
}

}  // namespace ventosa::sim
