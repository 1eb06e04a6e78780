#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "sim/cups/lip_kinematics.h"
#include "sim/mujoco/reaction.h"
#include "sim/mujoco/world.h"

namespace ventosa::sim {

using controller::Vector3d;

namespace {

/// Joint table from the body to a foot, and its motion.
struct FootChain {
  const controller::Leg& leg;
  LegMotion motion;
};

FootChain foot_chain(const World& world, int leg) {
  const auto& linkage = world.index.linkage[leg];
  if (linkage) return {linkage->chain, chain_motion(*linkage, *world.data)};
  return {world.leg(leg), leg_motion(world, leg)};
}

bool all_finite(const double* x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += x[i];
  return std::isfinite(sum);
}

}  // namespace

void latch_lip_motion(World& world) noexcept {
  const Pose X_WB = body_pose(world);
  for (int i = 0; i < world.n_legs(); ++i) {
    CupState& cup = world.state.cup[i];
    const FootChain chain = foot_chain(world, i);
    const Pose X_WF = lip_pose(chain.leg, X_WB, chain.motion.q_rad.data());
    cup.X_WF = X_WF;
    if (world.leg(i).cup() && world.config.cup.model != CupModel::kLip) continue;
    cup.lip.twist = lip_twist(chain.leg, X_WB, chain.motion.q_rad.data(), world.data->qvel,
                              chain.motion.dq_rad_s.data());
  }
}

void start_period(World& world) noexcept {
  world.state.penetration_m = 0;
  world.state.contact = {};
  world.state.felt = {};
  for (int i = 0; i < world.n_legs(); ++i) {
    world.state.cup[i].worst_safety_factor = kMaxSafetyFactor;
    world.state.cup[i].let_go = false;
    for (DriveState& drive : world.state.drive[i]) {
      drive.worst_tau_Nm = drive.period_J = 0;
      drive.period_errors = 0;
    }
  }
}

void step_feet(World& world) {
  for (int i = 0; i < world.n_legs(); ++i)
    world.leg(i).cup() ? step_cup(world, i) : step_point(world, i);
}

void run_period(World& world) {
  for (std::int64_t k = 0; k < world.steps_per_period; ++k) {
    step(world);
    if (is_unstable(world)) return;
  }
}

namespace {

void take_inputs(World& world) {
  step_stimulus(world);
  deliver_commands(world);
}

/// The IMU feels the change of its velocity, and that of the camera mount below it.
void move_bodies(World& world) {
  const Vector3d v_before_W = imu_velocity_W(world);
  step_physics(world);
  ++world.state.step;
  step_pan_tilt(world);
  feel_imu(v_before_W, world);
}

void note_contacts(World& world) {
  world.state.penetration_m =
      std::max(world.state.penetration_m, deepest_penetration_m(*world.data));
  keep_largest_contacts(*world.model, *world.data, world.index, world.state.contact);
}

void sample_sensors(World& world) {
  sample_imu(world);
  sample_forces(world);
  sample_place(world);
  capture_frame(world);
}

constexpr std::array kStep{StepPart{"inputs", take_inputs},
                           StepPart{"power", step_power},
                           StepPart{"drives", step_drives},
                           StepPart{"feet", step_feet},
                           StepPart{"motor work", account_motor_work},
                           StepPart{"physics", move_bodies},
                           StepPart{"contacts", note_contacts},
                           StepPart{"foot poses", latch_lip_motion},
                           StepPart{"sensors", sample_sensors},
                           StepPart{"telemetry", report_telemetry}};

}  // namespace

std::span<const StepPart> step_parts() noexcept { return kStep; }

void step(World& world) {
  for (const StepPart& part : kStep) part.run(world);
}

bool is_unstable(World& world) noexcept {
  const mjData& data = *world.data;
  for (const mjWarningStat& warning : data.warning) {
    if (warning.number == 0) continue;
    std::snprintf(world.failure, sizeof world.failure, "%s", last_warning());
    return true;
  }
  if (all_finite(data.qpos, static_cast<int>(world.model->nq)) &&
      all_finite(data.qvel, static_cast<int>(world.model->nv)))
    return false;
  std::snprintf(world.failure, sizeof world.failure, "position or velocity is not finite");
  return true;
}

}  // namespace ventosa::sim
