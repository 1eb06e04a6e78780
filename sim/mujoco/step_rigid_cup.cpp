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

/// True if a cup without its full vacuum should yield to its load and keep its vacuum, because its
/// lip is still sealed.
bool gives_way(const World& world, const CupState& cup) {
  return cup.phase == CupPhase::kSealing &&
         sealing_patch(world.cup, transform(cup.X_WF), world.config.patches) >= 0;
}

/// True if vacuum and friction stop the lip at once; a weld would stop it at any speed.
bool lies_still(const World& world, const CupState& cup) {
  constexpr double kFoot_kg = 1;  // wrist, cup and some of the arm
  constexpr double kAtOnce_s = 0.002;
  const CupGround ground = cup_ground(world, cup);
  const Vector3d v_S =
      ground.patch.X_WS.linear().transpose() * as_vector(cup.moved_W) / world.config.step_s;
  const double stopped_m_s = vacuum_force_N(world.cup, cup) / kFoot_kg * kAtOnce_s;
  return v_S.z() <= stopped_m_s && v_S.head<2>().norm() <= ground.friction * stopped_m_s;
}

void step_free_cup(World& world, int leg) {
  CupState& cup = world.state.cup[leg];
  cup.patch =
      cup.turbine > 0 ? sealing_patch(world.cup, transform(cup.X_WF), world.config.patches) : -1;
  step_vacuum(world, leg, flush_leak_m2(world, leg), cup.patch >= 0);
  const bool grips = vacuum_force_N(world.cup, cup) > world.cup.grip_force_N;
  if (cup.patch >= 0 && grips && lies_still(world, cup)) weld_cup(world, leg);
}

/// True if the load that friction passes on tips the lip over: in the step in which a lip begins to
/// slide the weld still bears all of it.
bool tips_over(const CupLoad& load) { return load.peel >= std::max(1.0, load.slide); }

/// True if a cup that is to let go has come to the limit of what it can bear.
bool lets_go(const World& world, const CupState& cup, const CupLoad& load) {
  return cup.phase == CupPhase::kReleasing && safety_factor(load, world.cup.moment_arm_k) <= 1;
}

void step_held_cup(World& world, int leg) {
  CupState& cup = world.state.cup[leg];
  const CupGround ground = cup_ground(world, cup);
  step_vacuum(world, leg, gap_leak_m2(world, ground.roughness_m), true);
  cup.phase = held_phase(world.cup, cup);
  const double V_N = vacuum_force_N(world.cup, cup);
  const CupLoad load = cup_load(world, cup, ground.friction);
  update_safety_factor(world, leg, load);

  const bool yields = gives_way(world, cup);
  if (V_N < world.cup.grip_force_N || (load.pull >= 1 && yields) || lets_go(world, cup, load))
    return release_weld(world, leg);
  if (load.pull >= 1 || (tips_over(load) && !yields) || !ground.whole) return tear_off(world, leg);

  Isometry3d X_WA = read_anchor(world, leg);
  const bool tilted = tips_over(load);
  if (tilted) X_WA.linear() = transform(cup.X_WF).linear();
  const bool slipped = creep(world.cup, ground, cup, X_WA);
  const bool settled = settle_anchor(world.cup, ground.patch, X_WA);
  if (tilted || slipped || settled) write_anchor(X_WA, leg, world);
}

}  // namespace

void weld_cup(World& world, int leg) {
  CupState& cup = world.state.cup[leg];
  write_anchor(transform(cup.X_WF), leg, world);
  world.data->eq_active[world.index.weld[leg]] = 1;
  cup.phase = held_phase(world.cup, cup);
  cup.creep = {};
}

void step_rigid_cup(World& world, int leg) {
  world.state.cup[leg].held() ? step_held_cup(world, leg) : step_free_cup(world, leg);
}

}  // namespace ventosa::sim
