#include "sim/feet/force_sensor.h"

#include "hal/noise.h"

namespace ventosa::sim {

using controller::Vector3d;

namespace {

constexpr std::uint64_t kForceChannel = 1100;  ///< random channels: three axes a leg

Vector3d noise(const ForceSample& sample) {
  const std::uint64_t first = kForceChannel + 3 * static_cast<std::uint64_t>(sample.leg);
  return {hal::gaussian(sample.seed, first, sample.tick),
          hal::gaussian(sample.seed, first + 1, sample.tick),
          hal::gaussian(sample.seed, first + 2, sample.tick)};
}

}  // namespace

void feel_force(const Vector3d& f_N, ForceSensorState& state) noexcept {
  const double share = 1.0 / static_cast<double>(++state.n_steps);
  as_vector(state.mean_N) += share * (f_N - as_vector(state.mean_N));
}

void sample_force(const models::ForceSensor& sensor, const ForceSample& sample,
                  ForceSensorState& state) noexcept {
  const Vector3d sensed = as_vector(state.mean_N) + sensor.noise_N * noise(sample);
  state.saturated = sensed.cwiseAbs().maxCoeff() >= sensor.range_N;
  as_vector(state.reading_N) = sensed.cwiseMax(-sensor.range_N).cwiseMin(sensor.range_N);
  repeat_reading(sample.now_ns, state);
}

void repeat_reading(std::int64_t now_ns, ForceSensorState& state) noexcept {
  state.sampled_ns = now_ns;
  state.n_steps = 0;
  state.mean_N = {};
}

}  // namespace ventosa::sim
