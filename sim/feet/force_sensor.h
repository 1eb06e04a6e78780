#pragma once

#include <cstdint>

#include "models/foot_plant.h"
#include "sim/model/pose.h"

/// Three-axis force sensor of a foot. A reading is the mean force since the last one with white
/// noise, limited to the range of each axis. All vectors are along the sensor's axes.
namespace ventosa::sim {

struct ForceSensorState {
  std::int64_t sampled_ns = 0;
  Bytes3 reading_N{};
  bool saturated = false;    ///< an axis of the reading is at the end of its range
  std::int64_t n_steps = 0;  ///< steps since the last reading
  Bytes3 mean_N{};           ///< mean force in them
};

/// Adds one step to the mean.
void feel_force(const controller::Vector3d& f_N, ForceSensorState& state) noexcept;

/// Time and noise of one reading.
struct ForceSample {
  std::int64_t now_ns = 0;
  std::uint64_t seed = 0;
  std::uint64_t tick = 0;  ///< counter of the noise
  int leg = 0;
};

/// A new reading. Without a step since the last one it is the noise around 0.
void sample_force(const models::ForceSensor& sensor, const ForceSample& sample,
                  ForceSensorState& state) noexcept;

/// A new reading of a stuck sensor: the value stays.
void repeat_reading(std::int64_t now_ns, ForceSensorState& state) noexcept;

}  // namespace ventosa::sim
