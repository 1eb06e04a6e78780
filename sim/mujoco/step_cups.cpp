#include <algorithm>
#include <cmath>
#include <numbers>

#include "controller/model/ground.h"
#include "hal/noise.h"
#include "sim/mujoco/world.h"

/// One step of all cups: sensors, firmware, turbine, and rigid or elastic hold.
namespace ventosa::sim {
namespace {

constexpr std::uint64_t kBarometerChannel = 1000;

bool has_gauges(const World& world) { return world.config.cup.sensing == CupSensing::kReadings; }

bool is_stuck(const World& world, int leg) {
  return world.state.fault.has(FaultKind::kCupSensorStuck, leg);
}

double cavity_pressure_Pa(const World& world, int leg) {
  const CupState& cup = world.state.cup[leg];
  const double time_s = 1e-9 * static_cast<double>(world.now_ns());
  return ambient_Pa(world.gauge, time_s, cup.X_WF.p[2]) - cup.vacuum_Pa;
}

/// Speed of the rotor. An ideal turbine reports its commanded speed at once, but runs down with the
/// vacuum that it makes.
double rotor_speed(const World& world, const CupState& cup) {
  if (world.config.cup.turbine == TurbineModel::kFan) return cup.fan.speed;
  return std::max(cup.fan.speed, std::sqrt(cup.vacuum_Pa / world.cup.max_vacuum_Pa));
}

void sample_gauges(World& world, int leg) {
  CupState& cup = world.state.cup[leg];
  const auto step = static_cast<std::uint64_t>(world.state.step);
  if (world.due(world.gauge.sample) && !is_stuck(world, leg)) {
    const double noise_Pa =
        world.gauge.noise_Pa *
        hal::gaussian(world.config.seed, kBarometerChannel + static_cast<std::uint64_t>(leg), step);
    add_pressure_sample(world.gauge, cavity_pressure_Pa(world, leg) + noise_Pa,
                        rotor_speed(world, cup), cup.gauge);
  }
  if (!world.due(world.gauge.distance)) return;
  cup.gauge.distance_m = true_distance_m(world, leg);
  for (double& d_m : cup.gauge.distance_m) d_m = reported_distance_m(world.gauge, d_m);
}

/// Sets the turbine's duty: 0 without power; an attach command starts it only over a surface.
void run_firmware(World& world, int leg) {
  CupState& cup = world.state.cup[leg];
  if (!cup.powered || cup.turbine == 0) {
    cup.fan.duty = 0;
    return;
  }
  if (!world.due(world.firmware.loop)) return;
  const bool starts = cup.goal_N > 0 && cup.fan.duty == 0;
  if (starts && !detects_surface(world.firmware, sensed_distance_m(world, leg))) return;
  cup.fan.duty = next_duty(world.firmware, cup, sensed_vacuum_Pa(world, leg));
}

}  // namespace

double sensed_vacuum_Pa(const World& world, int leg) noexcept {
  const CupState& cup = world.state.cup[leg];
  return has_gauges(world) || is_stuck(world, leg) ? cup.gauge.vacuum_Pa : cup.vacuum_Pa;
}

std::array<double, 3> sensed_distance_m(const World& world, int leg) noexcept {
  return has_gauges(world) ? world.state.cup[leg].gauge.distance_m : true_distance_m(world, leg);
}

double gap_leak_m2(const World& world, double gap_m) noexcept {
  return 2 * std::numbers::pi * world.cup.lip_radius_m * gap_m;
}

CupGround cup_ground(const World& world, const CupState& cup) noexcept {
  const controller::PatchList& patches = world.config.patches;
  const controller::Patch& patch = patches.patch[cup.patch];
  const controller::Vector3d p_SF = patch.X_WS.inverse() * as_vector(cup.X_WF.p);
  const controller::Disc lip{p_SF.head<2>(), world.cup.lip_radius_m};
  CupGround ground{
      .patch = patch, .friction = patch.friction, .whole = covers(patches, cup.patch, lip)};
  for (const int k : patches_under(patches, cup.patch, lip)) {
    ground.friction = std::min(ground.friction, patches.patch[k].friction);
    ground.roughness_m = std::max(ground.roughness_m, world.config.roughness_m[k]);
  }
  return ground;
}

double flush_leak_m2(const World& world, int leg) noexcept {
  const CupState& cup = world.state.cup[leg];
  const double gap_m =
      cup.patch < 0 ? world.lip[leg].open_gap_m : cup_ground(world, cup).roughness_m;
  return gap_leak_m2(world, gap_m);
}

namespace {

/// An ideal turbine holds against any leak of a sealed lip; through a wider opening the cavity
/// vents as with any other.
void step_ideal_turbine(const World& world, double leak_m2, bool sealed, CupState& cup) {
  step_ideal_rotor(cup);
  FanState still;
  if (sealed && cup.opened_gap_m <= world.cup.seal_gap_m)
    step_ideal_vacuum(world.cup, cup);
  else
    cup.vacuum_Pa = step_cavity(world.fan, leak_m2, cup.vacuum_Pa, still);
}

}  // namespace

void step_vacuum(World& world, int leg, double leak_m2, bool sealed) noexcept {
  CupState& cup = world.state.cup[leg];
  const double opening_m2 = leak_m2 + gap_leak_m2(world, cup.opened_gap_m);
  if (world.config.cup.turbine == TurbineModel::kIdeal) {
    step_ideal_turbine(world, opening_m2, sealed, cup);
  } else {
    step_rotor(world.fan, cup.fan);
    cup.vacuum_Pa = step_cavity(world.fan, opening_m2, cup.vacuum_Pa, cup.fan);
  }
  cup.power_W = fan_power_W(world.fan, cup.vacuum_Pa, cup.fan);
}

CupGrip cup_grip(const World& world, const CupState& cup) noexcept {
  return {.vacuum_N = vacuum_force_N(world.cup, cup),
          .friction = cup.friction,
          .lip_radius_m = world.cup.lip_radius_m,
          .moment_arm_k = world.cup.moment_arm_k};
}

CupLoad cup_load(const World& world, const CupState& cup) noexcept {
  return cup_load(as_vector(cup.wrench_S), cup_grip(world, cup));
}

void update_safety_factor(const CupLoad& load, CupState& cup) noexcept {
  cup.worst_safety_factor = std::min(cup.worst_safety_factor, safety_factor(load));
}

void start_cup(World& world, int leg, int patch, double vacuum_Pa) {
  CupState& cup = world.state.cup[leg];
  cup.patch = patch;
  cup.vacuum_Pa = vacuum_Pa;
  cup.turbine = std::min(1.0, std::sqrt(vacuum_Pa / world.cup.max_vacuum_Pa));
  cup.fan.duty = cup.fan.speed = cup.turbine;
  if (world.config.cup.turbine == TurbineModel::kFan) {
    const double leak_m2 = flush_leak_m2(world, leg);
    cup.fan.duty = cup.fan.speed = balancing_speed(world.fan, vacuum_Pa, leak_m2);
    cup.vacuum_Pa = balanced_vacuum_Pa(world.fan, cup.fan.speed, leak_m2);
    cup.goal_N = vacuum_Pa * world.cup.area_m2;
  }
  if (world.config.cup.model == CupModel::kRigid) return weld_cup(world, leg);
  cup.phase = held_phase(world.cup, cup);
  step_friction(world.lip[leg], world.config.patches.patch[patch], transform(cup.X_WF), 0, cup.lip);
}

void start_gauges(World& world, int leg) noexcept {
  CupState& cup = world.state.cup[leg];
  cup.gauge.ambient_Pa = ambient_Pa(world.gauge, 0, cup.X_WF.p[2]);
  cup.gauge.vacuum_Pa = cup.vacuum_Pa;
  cup.gauge.distance_m = true_distance_m(world, leg);
}

void step_cup(World& world, int leg) {
  if (has_gauges(world)) sample_gauges(world, leg);
  if (world.config.cup.turbine == TurbineModel::kFan) run_firmware(world, leg);
  world.config.cup.model == CupModel::kLip ? step_lip_cup(world, leg) : step_rigid_cup(world, leg);
}

}  // namespace ventosa::sim
