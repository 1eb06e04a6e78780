#include "sim/noise.h"
#include "sim/world.h"

/// What the body's own sensors report.
namespace ventosa::sim {

using controller::Vector3d;
using World = Twin::World;

namespace {

/// first channels of the IMU's noise: after those of all encoders
constexpr std::uint64_t kGyroChannel = controller::kMaxLegs * controller::kMaxJoints;
constexpr std::uint64_t kAccelChannel = kGyroChannel + 3;

Vector3d white_noise(const World& world, std::uint64_t first_channel, double deviation) {
  Vector3d noise = Vector3d::Zero();
  if (deviation == 0) return noise;
  const auto step = static_cast<std::uint64_t>(world.state.step);
  for (std::uint64_t k = 0; k < 3; ++k)
    noise[static_cast<Eigen::Index>(k)] =
        deviation * gaussian(world.config.seed, first_channel + k, step);
  return noise;
}

}  // namespace

void observe_body(const World& world, controller::BodyReading& seen) noexcept {
  const ImuOptions& imu = world.config.imu;
  seen.sampled_ns = world.now_ns();
  seen.specific_force_B = orientation(world).conjugate() *
                          (as_vector(world.state.acceleration_W) - world.config.gravity_W);
  seen.specific_force_B +=
      imu.accel_bias_m_s2 + white_noise(world, kAccelChannel, imu.accel_noise_m_s2);
  seen.w_WB_B = Vector3d::Map(world.data->qvel + 3);  // of a free joint: in B
  seen.w_WB_B += imu.gyro_bias_rad_s + white_noise(world, kGyroChannel, imu.gyro_noise_rad_s);
}

}  // namespace ventosa::sim
