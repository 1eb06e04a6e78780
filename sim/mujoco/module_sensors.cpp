#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "sim/mujoco/world.h"

/// Sensor readings of the modules, and readings that the controller has received.
namespace ventosa::sim {

using controller::Isometry3d;
using controller::kNoDistance_m;
using controller::Patch;
using controller::Vector3d;

namespace {

// three distance sensors, 120 deg apart on a circle around the lip centre
constexpr double kSensorRadius_m = 0.04;
constexpr double kSensorRange_m = 0.2;
constexpr double kFar_m = std::numeric_limits<double>::infinity();
constexpr double kMaxDepth_m = 0.01;  // reads 0 down to this depth inside a patch

/// from p_W along z_W to the front face of the patch; infinite if the ray misses it
double ray_length_m(const Vector3d& p_W, const Vector3d& z_W, const Patch& patch) {
  const Vector3d n_W = patch.X_WS.linear().col(2);
  const double approach = -n_W.dot(z_W);
  if (approach <= 1e-6) return kFar_m;
  const double length_m = n_W.dot(p_W - patch.X_WS.translation()) / approach;
  const Vector3d hit_S = patch.X_WS.inverse() * (p_W + length_m * z_W);
  const bool inside = std::abs(hit_S.x()) <= patch.half_extent_m.x() &&
                      std::abs(hit_S.y()) <= patch.half_extent_m.y();
  return inside && length_m > -kMaxDepth_m ? std::max(length_m, 0.0) : kFar_m;
}

Vector3d sensor_place(int sensor) {
  const double angle = 2 * std::numbers::pi / 3 * sensor;
  return {kSensorRadius_m * std::cos(angle), kSensorRadius_m * std::sin(angle), 0};
}
const std::array<Vector3d, 3> kSensor_F{sensor_place(0), sensor_place(1), sensor_place(2)};

double distance_m(const Isometry3d& X_WF, int sensor, const controller::PatchList& patches) {
  const Vector3d p_WD = X_WF * kSensor_F[static_cast<std::size_t>(sensor)];
  double nearest_m = kFar_m;
  for (int k = 0; k < patches.n; ++k)
    nearest_m = std::min(nearest_m, ray_length_m(p_WD, X_WF.linear().col(2), patches.patch[k]));
  return nearest_m <= kSensorRange_m ? nearest_m : kNoDistance_m;
}

}  // namespace

std::array<double, 3> true_distance_m(const World& world, int leg) noexcept {
  const Isometry3d X_WF = transform(world.state.cup[leg].X_WF);
  std::array<double, 3> nearest_m{};
  for (int k = 0; k < 3; ++k) nearest_m[k] = distance_m(X_WF, k, world.config.patches);
  return nearest_m;
}

double pack_terminal_V(const World& world, int i) noexcept {
  const ModulePower& module = world.state.power.module[i];
  if (world.config.power.model == PowerModel::kIdeal) return world.robot.power.rail.voltage_V;
  if (module.pack_A != 0) return module.voltage_V;
  if (world.state.fault.has(FaultKind::kPackDead, i)) return 0;
  return module.pack.empty() ? 0 : open_circuit_V(world.robot.power.battery, module.pack.charge);
}

namespace {

controller::Switch power_of(const World& world, int leg) {
  const bool on = world.state.power.module[leg].supply == Supply::kOn;
  return on ? controller::Switch::kOn : controller::Switch::kOff;
}

/// Period of a module's loop; the physics step if it has none of its own.
double loop_s(const World& world, int leg) {
  const double period_s = world.config.link_of(leg).module_loop_s;
  return period_s > 0 ? period_s : world.config.step_s;
}

}  // namespace

controller::ModuleReading module_reading(const World& world, int leg) noexcept {
  return {.power = power_of(world, leg),
          .loop_s = loop_s(world, leg),
          .boots = world.state.power.module[leg].boots};
}

void read_module(const World& world, int i, controller::LegReading& seen) noexcept {
  seen.sampled_ns = world.now_ns();
  for (int j = 0; j < world.leg(i).n_joints; ++j) {
    const ShaftMotion read = read_encoder(world, i, j);
    const DriveReport drive = report(world.drive[i][j], world.state.drive[i][j]);
    const DriveStatus knows = status(world.drive[i][j], world.state.drive[i][j]);
    seen.joint[j] = {.q_rad = read.q_rad,
                     .dq_rad_s = read.dq_rad_s,
                     .tau_Nm = drive.tau_Nm,
                     .current_A = drive.current_A,
                     .voltage_V = drive.voltage_V,
                     .temperature_C = drive.temperature_C,
                     .mode = knows.mode,
                     .torque = knows.torque,
                     .errors = knows.errors};
  }
  const ModulePower& module = world.state.power.module[i];
  seen.pack = {.sampled_ns = world.now_ns(),
               .voltage_V = pack_terminal_V(world, i),
               .current_A = module.pack_A,
               .bus_voltage_V = world.state.power.bus_V,
               .bus_current_A = module.bus_A};
  seen.module = module_reading(world, i);
  seen.foot = force_reading(world, i);
  const CupState& cup = world.state.cup[i];
  seen.cup.sampled_ns = world.now_ns();
  seen.cup.vacuum_Pa = sensed_vacuum_Pa(world, i);
  seen.cup.turbine = cup.fan.duty;
  seen.cup.distance_m = sensed_distance_m(world, i);
}

void observe(const World& world, controller::Observation& seen) noexcept {
  seen.now_ns = world.now_ns();
  for (int i = 0; i < world.n_legs(); ++i) seen.leg[i] = world.state.link[i].seen;
  observe_body(world, seen.body);
  observe_surfaces(world, seen.detections);
  observe_place(world, seen);
}

}  // namespace ventosa::sim
