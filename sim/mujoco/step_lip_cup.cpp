#include <algorithm>

#include "sim/mujoco/world.h"

/// One step of a cup with an elastic lip: contact of the ring, vacuum, friction.
namespace ventosa::sim {

using controller::Matrix3d;
using controller::Vector3d;

namespace {

/// A turbine that runs draws a lip to the surface over the seal gap; one that is off needs a lip
/// without a gap to keep what vacuum it has left.
bool is_sealed(const World& world, const RingContact& ring, const CupState& cup) {
  return ring.widest_gap_m <= (cup.fan.duty > 0 ? world.cup.seal_gap_m : 0);
}

/// a cup that has lost contact keeps its patch until its vacuum is gone
void update_patch(const World& world, const RingContact& ring, CupState& cup) {
  if (ring.patch >= 0)
    cup.patch = ring.patch;
  else if (vacuum_force_N(world.cup, cup) < world.cup.grip_force_N)
    cup.patch = -1;
}

void update_phase(const World& world, CupState& cup) {
  const bool held_before = cup.held();
  const bool holds = cup.patch >= 0 && vacuum_force_N(world.cup, cup) >= world.cup.grip_force_N;
  cup.phase = holds ? held_phase(world.cup, cup) : CupPhase::kFree;
  if (!held_before && cup.held()) cup.slip_m = 0;
  if (held_before && !cup.held()) cup.let_go = true;
}

/// wrench of lip, friction and vacuum; the vacuum pulls along the patch's normal
void set_wrench(const World& world, const LipConfig& lip, const RingContact& ring,
                double friction_N, CupState& cup) {
  cup.lip.wrench_W = {};
  if (cup.patch < 0) return;
  const controller::Patch& patch = world.config.patches.patch[cup.patch];
  const FrictionForce friction =
      step_friction(lip, patch, transform(cup.X_WF), friction_N, cup.lip);
  if (cup.held() && friction_N > 0) cup.slip_m += friction.slip_m;
  const Matrix3d R_WS = patch.X_WS.linear();
  const double V_N = vacuum_force_N(world.cup, cup);
  auto wrench_W = as_vector(cup.lip.wrench_W);
  wrench_W.head<3>() = ring.f_W + R_WS * Vector3d(friction.load_S.x(), friction.load_S.y(), -V_N);
  wrench_W.tail<3>() = ring.m_W + R_WS.col(2) * friction.load_S.z();
}

}  // namespace

void step_lip_cup(World& world, int leg) {
  CupState& cup = world.state.cup[leg];
  const RingContact ring =
      ring_contact(world.lip[leg], {world.config.patches, world.config.roughness_m},
                   transform(cup.X_WF), cup.lip.twist, cup.patch);
  cup.lip.leak_m2 = ring.leak_m2;
  cup.lip.pressed_N = ring.pressed_N;
  step_vacuum(world, leg, ring.leak_m2, is_sealed(world, ring, cup));

  // the friction anchor is reset on another patch
  const int patch_before = cup.patch;
  update_patch(world, ring, cup);
  update_phase(world, cup);
  if (cup.held()) {
    cup.friction = ring.patch >= 0 ? ring.friction : world.config.patches.patch[cup.patch].friction;
    update_safety_factor(cup_load(world, cup), cup);
  }
  const double friction_N = cup.patch == patch_before ? ring.friction * ring.pressed_N : 0;
  set_wrench(world, world.lip[leg], ring, friction_N, cup);
  double* applied = world.data->xfrc_applied + 6 * world.index.cup_body[leg];
  std::copy_n(cup.lip.wrench_W.begin(), 6, applied);
}

}  // namespace ventosa::sim
