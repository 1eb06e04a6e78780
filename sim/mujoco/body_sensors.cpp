#include "sim/mujoco/world.h"

/// The body's IMU and the camera's pan-tilt.
namespace ventosa::sim {

using controller::Vector3d;

namespace {

Vector3d body_rate_B(const World& world) {
  return Vector3d::Map(world.data->qvel + 3);  // angular velocity of a free joint: in B
}

ImuMounting present_mounting(const World& world) {
  return imu_mounting(world.robot.sensors, world.config.imu, world.config.camera,
                      world.state.pan_tilt);
}

/// IMU options with the active faults: added bias, reduced range.
ImuOptions present_imu(const World& world) {
  ImuOptions imu = world.config.imu;
  const FaultSet& fault = world.state.fault;
  if (fault.has(FaultKind::kImuBiased)) imu.gyro_bias_rad_s.array() += fault.gyro_bias_rad_s();
  if (fault.has(FaultKind::kImuSaturated)) imu.gyro_range_rad_s = fault.gyro_range_rad_s();
  return imu;
}

bool is_silent(const World& world) { return world.state.fault.has(FaultKind::kImuSilent); }

void sample(const World& world, const Felt& felt, ImuState& state) {
  read_imu(present_imu(world), present_mounting(world), world.config.seed,
           static_cast<std::uint64_t>(world.state.step), specific_force_B(world, felt),
           as_vector(felt.w_WB_B), state);
  state.sampled_ns = world.now_ns();
}

}  // namespace

Vector3d specific_force_B(const World& world, const Felt& felt) noexcept {
  return orientation(world).conjugate() * (as_vector(felt.a_W) - world.config.gravity_W);
}

// v_WI = v_WB + R_WB (w_B x p_BI + v_BI)
Vector3d imu_velocity_W(const World& world) noexcept {
  const ImuMounting imu = present_mounting(world);
  const Vector3d relative_B = body_rate_B(world).cross(imu.p_BI) + imu.v_BI;
  return Vector3d::Map(world.data->qvel) + orientation(world) * relative_B;
}

void step_pan_tilt(World& world) noexcept {
  if (world.robot.sensors)
    step_pan_tilt(world.robot.sensors->mount, world.config.step_s, world.state.pan_tilt);
}

void feel_imu(const Vector3d& v_before_W, World& world) noexcept {
  const Vector3d a_W = (imu_velocity_W(world) - v_before_W) / world.config.step_s;
  for (Felt* const felt : {&world.state.felt, &world.state.imu.felt})
    feel(a_W, body_rate_B(world), *felt);
}

void start_imu(World& world) noexcept { sample(world, {}, world.state.imu); }

/// Latches the reading of an IMU without a rate of its own; others have latched theirs already.
void latch_imu(World& world) noexcept {
  if (world.config.imu.rate_hz == 0) sample(world, world.state.felt, world.state.imu);
}

void sample_imu(World& world) noexcept {
  const double rate_hz = world.config.imu.rate_hz;
  ImuState& state = world.state.imu;
  if (rate_hz == 0 || !world.due(SampleClock::with_period(1 / rate_hz))) return;
  walk_bias(world.config.imu, world.config.seed, static_cast<std::uint64_t>(world.state.step),
            1 / rate_hz, state);
  if (!is_silent(world)) sample(world, state.felt, state);
  state.felt = {};
}

void observe_body(const World& world, controller::BodyReading& seen) noexcept {
  if (!world.robot.nominal.has_imu) {
    seen = controller::no_imu();
    return;
  }
  ImuState reading = world.state.imu;
  if (world.config.imu.rate_hz == 0 && !is_silent(world)) sample(world, world.state.felt, reading);
  seen.sampled_ns = reading.sampled_ns;
  seen.specific_force_B = as_vector(reading.specific_force_B);
  seen.w_WB_B = as_vector(reading.w_WB_B);
}

}  // namespace ventosa::sim
