#pragma once

#include "controller/model/observation.h"
#include "sim/model/pose.h"
#include "sim/sensors/body_sensor_options.h"

/// GPS and compass of the body.
namespace ventosa::sim {

/// Last readings; before the first, `sampled_ns` is kNeverReceived.
struct PlaceState {
  std::int64_t fix_ns = controller::kNeverReceived;
  Bytes3 p_WG{};  ///< [m]
  std::int64_t heading_ns = controller::kNeverReceived;
  double heading_rad = 0;
};

/// Position of the antenna with noise, and off by `jump_m` in a horizontal direction drawn once.
/// @param tick  counter of the noise
controller::Vector3d measured_fix(const GpsOptions& options, std::uint64_t seed, std::uint64_t tick,
                                  const controller::Vector3d& p_WG, double jump_m) noexcept;

/// Heading of B's x axis about W's z axis, with deviation and noise, in (-pi, pi].
double measured_heading_rad(const CompassOptions& options, std::uint64_t seed, std::uint64_t tick,
                            const controller::Quaterniond& q_WB) noexcept;

}  // namespace ventosa::sim
