#include "sim/sensors/place_sensors.h"

#include <cmath>

#include "hal/noise.h"

namespace ventosa::sim {

using controller::Vector3d;

namespace {

constexpr std::uint64_t kFixChannel = 5000;  // three axes
constexpr std::uint64_t kJumpChannel = 5003;
constexpr std::uint64_t kHeadingChannel = 5004;

}  // namespace

Vector3d measured_fix(const GpsOptions& options, std::uint64_t seed, std::uint64_t tick,
                      const Vector3d& p_WG, double jump_m) noexcept {
  const double way_rad = 2 * M_PI * hal::uniform(seed, kJumpChannel, 0);
  Vector3d fix = p_WG + jump_m * Vector3d(std::cos(way_rad), std::sin(way_rad), 0);
  for (std::uint64_t k = 0; k < 3; ++k)
    fix[static_cast<Eigen::Index>(k)] +=
        options.noise_m * hal::gaussian(seed, kFixChannel + k, tick);
  return fix;
}

double measured_heading_rad(const CompassOptions& options, std::uint64_t seed, std::uint64_t tick,
                            const controller::Quaterniond& q_WB) noexcept {
  const Vector3d x_B_W = q_WB * Vector3d::UnitX();
  const double noise_rad = options.noise_rad * hal::gaussian(seed, kHeadingChannel, tick);
  return std::remainder(std::atan2(x_B_W.y(), x_B_W.x()) + options.deviation_rad + noise_rad,
                        2 * M_PI);
}

}  // namespace ventosa::sim
