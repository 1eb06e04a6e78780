#include "sim/sensors/imu.h"

#include <cmath>

#include "controller/model/rotation.h"
#include "hal/noise.h"
#include "sim/model/quantise.h"

namespace ventosa::sim {

using controller::Vector3d;

namespace {

// random channels, three axes each: the first two follow those of all encoders
constexpr std::uint64_t kGyroChannel = controller::kMaxLegs * controller::kMaxJoints;
constexpr std::uint64_t kAccelChannel = kGyroChannel + 3;
constexpr std::uint64_t kGyroBiasChannel = 100;
constexpr std::uint64_t kAccelBiasChannel = 103;
constexpr std::uint64_t kGyroWalkChannel = 106;
constexpr std::uint64_t kAccelWalkChannel = 109;

/// Normally distributed vectors.
struct Source {
  std::uint64_t seed;
  std::uint64_t tick;

  Vector3d draw(std::uint64_t first_channel, double deviation) const {
    Vector3d noise = Vector3d::Zero();
    if (deviation == 0) return noise;
    for (std::uint64_t k = 0; k < 3; ++k)
      noise[static_cast<Eigen::Index>(k)] =
          deviation * hal::gaussian(seed, first_channel + k, tick);
    return noise;
  }
};

Vector3d limit_each(const Vector3d& v, double range) {
  return range > 0 ? Vector3d(v.cwiseMax(-range).cwiseMin(range)) : v;
}

Vector3d quantise_each(const Vector3d& v, double step) {
  return v.unaryExpr([step](double x) { return quantise(x, step); });
}

}  // namespace

void feel(const Vector3d& a_W, const Vector3d& w_WB_B, Felt& felt) noexcept {
  const double share = 1.0 / static_cast<double>(++felt.n_steps);
  as_vector(felt.a_W) += share * (a_W - as_vector(felt.a_W));
  as_vector(felt.w_WB_B) += share * (w_WB_B - as_vector(felt.w_WB_B));
}

// pan and tilt axis intersect in P
ImuMounting imu_mounting(const std::optional<models::BodySensors>& sensors, const ImuOptions& imu,
                         const CameraOptions& camera, const PanTiltState& pan_tilt) {
  if (imu.place == ImuPlace::kBody || !sensors) return {};
  const PanTiltState reading = reported(camera, pan_tilt);
  const controller::Isometry3d X_BE = camera_pose(sensors->mount, pan_tilt);
  const Vector3d p_BI = X_BE * sensors->imu.p_EI, w_BI_B = camera_rate_B(pan_tilt);
  return {.p_BI = p_BI,
          .R_BI = X_BE.linear() * controller::rotation_exp(camera.mounting_error_rad),
          .R_BI_nominal = camera_pose(sensors->mount, reading).linear(),
          .w_BI_B = w_BI_B,
          .w_BI_B_reported = camera_rate_B(reading),
          .v_BI = w_BI_B.cross(p_BI - sensors->mount.p_BP)};
}

void read_imu(const ImuOptions& options, const ImuMounting& mounting, std::uint64_t seed,
              std::uint64_t tick, const Vector3d& specific_force_B, const Vector3d& w_WB_B,
              ImuState& state) noexcept {
  const Source noise{seed, tick}, once{seed, 0};
  Vector3d f_I = mounting.R_BI.transpose() * specific_force_B;
  f_I += options.accel_bias_m_s2 + noise.draw(kAccelChannel, options.accel_noise_m_s2);
  f_I += once.draw(kAccelBiasChannel, options.accel_bias_sd_m_s2) + as_vector(state.accel_walk);
  Vector3d w_I = mounting.R_BI.transpose() * (w_WB_B + mounting.w_BI_B);
  w_I += options.gyro_bias_rad_s + noise.draw(kGyroChannel, options.gyro_noise_rad_s);
  w_I += once.draw(kGyroBiasChannel, options.gyro_bias_sd_rad_s) + as_vector(state.gyro_walk);
  as_vector(state.specific_force_B) =
      mounting.R_BI_nominal *
      limit_each(quantise_each(f_I, options.accel_step_m_s2), options.accel_range_m_s2);
  as_vector(state.w_WB_B) =
      mounting.R_BI_nominal *
          limit_each(quantise_each(w_I, options.gyro_step_rad_s), options.gyro_range_rad_s) -
      mounting.w_BI_B_reported;
}

void walk_bias(const ImuOptions& options, std::uint64_t seed, std::uint64_t tick, double span_s,
               ImuState& state) noexcept {
  const Source noise{seed, tick};
  const double share = std::sqrt(span_s);
  as_vector(state.gyro_walk) += noise.draw(kGyroWalkChannel, share * options.gyro_walk_rad_s);
  as_vector(state.accel_walk) += noise.draw(kAccelWalkChannel, share * options.accel_walk_m_s2);
}

}  // namespace ventosa::sim
