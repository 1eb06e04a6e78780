#include "sim/mujoco/world.h"

/// Steps of the external influences on the robot.
namespace ventosa::sim {

using controller::Vector3d;

namespace {

/// Force variables of MuJoCo for a part, used for nothing else: a free joint's translation takes
/// the forces on B's origin, in W, and cups have bodies of their own.
Eigen::Map<Vector3d> applied_force(World& world, const controller::PartId& part) {
  if (part.leg < 0) return Vector3d::Map(world.data->qfrc_applied);
  const int body = world.index.link_body[part.leg][part.link];
  return Vector3d::Map(world.data->xfrc_applied + 6 * body);
}

/// Applies each force's mean over this step.
void push(std::int64_t from_ns, World& world) {
  const auto& pushes = world.state.stimulus.push;
  for (const TimedForce& each : pushes) applied_force(world, each.part).setZero();
  for (const TimedForce& each : pushes)
    applied_force(world, each.part) +=
        each.when.share_of(from_ns, world.step_ns) * as_vector(each.f_W);
}

/// Latches the readings of sensors that begin to be stuck.
void latch_readings(const FaultSet& now, World& world) {
  const FaultSet& before = world.state.fault;
  const auto begins = [&](FaultKind kind, auto... place) {
    return now.has(kind, place...) && !before.has(kind, place...);
  };
  for (int i = 0; i < world.n_legs(); ++i) {
    if (begins(FaultKind::kCupSensorStuck, i))
      world.state.cup[i].gauge.vacuum_Pa = sensed_vacuum_Pa(world, i);
    for (int j = 0; j < world.leg(i).n_joints; ++j)
      if (begins(FaultKind::kEncoderFrozen, i, j))
        world.state.frozen_rad[i][j] = read_encoder(world, i, j).q_rad;
  }
  if (begins(FaultKind::kImuSilent)) latch_imu(world);
}

/// Sets the fault state of parts that store it; others read World::state.fault.
void break_parts(const FaultSet& now, World& world) {
  for (int i = 0; i < world.n_legs(); ++i) {
    CupState& cup = world.state.cup[i];
    cup.opened_gap_m = now.gap_m(i);
    cup.fan.motor_share = now.has(FaultKind::kTurbineDead, i)   ? 0
                          : now.has(FaultKind::kTurbineHalf, i) ? 0.5
                                                                : 1;
    supply_drives(world, i);
    if (now.has(FaultKind::kRelayStuck, i)) world.state.power.module[i].relay = now.relay(i);
  }
}

void step_faults(std::int64_t from_ns, World& world) {
  if (world.state.stimulus.fault.empty() && world.state.fault.empty()) return;
  const FaultSet now(world.state.stimulus.fault, from_ns, world.step_ns);
  latch_readings(now, world);
  world.state.fault = now;
  break_parts(now, world);
}

}  // namespace

void step_stimulus(World& world) noexcept {
  const std::int64_t from_ns = world.state.step % world.steps_per_period * world.step_ns;
  push(from_ns, world);
  step_faults(from_ns, world);
}

void end_stimulus(World& world) noexcept {
  for (const TimedForce& each : world.state.stimulus.push)
    applied_force(world, each.part).setZero();
  world.state.stimulus = going_on(world.state.stimulus);
}

}  // namespace ventosa::sim
