#include <algorithm>
#include <cmath>
#include <cstdio>

#include "sim/lip.h"
#include "sim/noise.h"
#include "sim/reaction.h"
#include "sim/world.h"

namespace ventosa::sim {

using controller::Isometry3d;
using controller::Patch;
using controller::Quaterniond;
using controller::Vector3d;
using World = Twin::World;

namespace {

// ---- commands and drives

void deliver_command(World& world) {
  const controller::Command* command = receive(world.state.step, world.state.link);
  if (!command) return;
  for (int i = 0; i < world.n_legs(); ++i) {
    for (int j = 0; j < world.leg(i).n_joints; ++j)
      accept(world.drive[i][j], command->leg[i].joint[j], read_encoder(world, i, j),
             world.state.drive[i][j]);
    accept(command->leg[i].cup, world.state.cup[i]);
  }
}

void work_drives(World& world) {
  for (int i = 0; i < world.n_legs(); ++i) {
    for (int j = 0; j < world.leg(i).n_joints; ++j) {
      DriveState& drive = world.state.drive[i][j];
      const int dof = world.index.dof[i][j];
      drive.tau_Nm =
          torque(world.drive[i][j], drive, read_encoder(world, i, j), world.data->qvel[dof]);
      if (std::abs(drive.tau_Nm) >= std::abs(drive.worst_tau_Nm)) drive.worst_tau_Nm = drive.tau_Nm;
      world.data->qfrc_applied[dof] = drive.tau_Nm;
    }
  }
}

// ---- cups

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

void work_free_cup(World& world, int leg) {
  CupState& cup = world.state.cup[leg];
  cup.patch =
      cup.turbine > 0 ? sealing_patch(world.cup, transform(cup.X_WF), world.config.patches) : -1;
  draw_vacuum(world.cup, cup);
  if (cup.patch >= 0 && vacuum_force_N(world.cup, cup) > world.cup.grip_force_N) grab(world, leg);
}

void work_held_cup(World& world, int leg) {
  CupState& cup = world.state.cup[leg];
  const Patch& patch = world.config.patches.patch[cup.patch];
  draw_vacuum(world.cup, cup);
  cup.phase = held_phase(world.cup, cup);
  const double V_N = vacuum_force_N(world.cup, cup);
  const CupLoad load =
      cup_load(as_vector(cup.wrench_S), V_N, patch.friction, world.cup.lip_radius_m);
  if (cup.phase == CupPhase::kAttached)
    cup.worst_safety_factor =
        std::min(cup.worst_safety_factor, safety_factor(load, world.cup.moment_arm_k));

  const Vector3d p_SF = patch.X_WS.inverse() * as_vector(cup.X_WF.p);
  if (load.pull >= 1 || load.peel >= 1 || !lip_inside(world.cup, p_SF, patch))
    return tear_off(world, leg);
  if (V_N < world.cup.grip_force_N) return let_go(world, leg);

  Isometry3d X_WA = read_anchor(world, leg);
  const bool slid = creep(world.cup, patch, cup, X_WA);
  const bool settled = settle(world.cup, patch, X_WA);
  if (slid || settled) write_anchor(X_WA, leg, world);
}

void work_cups(World& world) {
  for (int i = 0; i < world.n_legs(); ++i)
    world.state.cup[i].held() ? work_held_cup(world, i) : work_free_cup(world, i);
}

// ---- after the step

void latch_motion(const Bytes3& v_before_W, World& world) {
  const auto v_W = Eigen::Map<const Vector3d>(world.data->qvel);
  as_vector(world.state.acceleration_W) = (v_W - as_vector(v_before_W)) / world.config.step_s;
}

bool finite(const double* x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += x[i];
  return std::isfinite(sum);
}

}  // namespace

void grab(World& world, int leg) {
  CupState& cup = world.state.cup[leg];
  write_anchor(transform(cup.X_WF), leg, world);
  world.data->eq_active[world.index.weld[leg]] = 1;
  cup.phase = held_phase(world.cup, cup);
  cup.creep = {};
}

double read_encoder(const World& world, int leg, int joint) noexcept {
  const double q_rad = world.data->qpos[world.index.qpos[leg][joint]];
  const double noise_rad = world.config.drive.encoder_noise_rad;
  if (noise_rad == 0) return q_rad;
  const int channel = leg * controller::kMaxJoints + joint;
  return q_rad + noise_rad * gaussian(world.config.seed, static_cast<std::uint64_t>(channel),
                                      static_cast<std::uint64_t>(world.state.step));
}

void latch_lips(World& world) noexcept {
  const Pose X_WB = free_joint_pose(world.data->qpos);
  for (int i = 0; i < world.n_legs(); ++i) {
    CupState& cup = world.state.cup[i];
    const Pose X_WF = lip_pose(world.leg(i), X_WB, world.data->qpos + world.index.qpos[i][0]);
    cup.moved_before_W = cup.moved_W;
    as_vector(cup.moved_W) = as_vector(X_WF.p) - as_vector(cup.X_WF.p);
    cup.X_WF = X_WF;
  }
}

void step(World& world) {
  deliver_command(world);
  work_drives(world);
  work_cups(world);

  Bytes3 v_before_W;
  std::copy_n(world.data->qvel, 3, v_before_W.begin());
  mj_step(world.model.get(), world.data.get());
  ++world.state.step;

  read_reactions(*world.model, *world.data, world.index, world.config.patches, world.state.cup);
  world.state.penetration_m =
      std::max(world.state.penetration_m, deepest_penetration_m(*world.data));
  latch_motion(v_before_W, world);
  latch_lips(world);
}

bool broken(World& world) noexcept {
  const mjData& data = *world.data;
  for (const mjWarningStat& warning : data.warning) {
    if (warning.number == 0) continue;
    std::snprintf(world.failure, sizeof world.failure, "%s", last_warning());
    return true;
  }
  if (finite(data.qpos, static_cast<int>(world.model->nq)) &&
      finite(data.qvel, static_cast<int>(world.model->nv)))
    return false;
  std::snprintf(world.failure, sizeof world.failure, "position or velocity is not finite");
  return true;
}

}  // namespace ventosa::sim
