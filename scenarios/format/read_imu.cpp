#include "scenarios/format/sections.h"

/// The body's IMU.
namespace ventosa::scenarios {

using models::Node;

namespace {

void read_noise(const Node& node, sim::ImuOptions& imu) {
  read_if(node, "gyro_noise_rad_s", models::between(0, 1), imu.gyro_noise_rad_s);
  read_if(node, "accel_noise_m_s2", models::between(0, 10), imu.accel_noise_m_s2);
  read_if(node, "gyro_step_rad_s", models::between(0, 1), imu.gyro_step_rad_s);
  read_if(node, "accel_step_m_s2", models::between(0, 10), imu.accel_step_m_s2);
}

void read_bias(const Node& node, sim::ImuOptions& imu) {
  if (const auto bias = node.find("gyro_bias_rad_s"))
    imu.gyro_bias_rad_s = bias->as_vector<3>(models::between(-1, 1));
  if (const auto bias = node.find("accel_bias_m_s2"))
    imu.accel_bias_m_s2 = bias->as_vector<3>(models::between(-10, 10));
  read_if(node, "gyro_bias_sd_rad_s", models::between(0, 1), imu.gyro_bias_sd_rad_s);
  read_if(node, "accel_bias_sd_m_s2", models::between(0, 10), imu.accel_bias_sd_m_s2);
  read_if(node, "gyro_walk_rad_s", models::between(0, 1), imu.gyro_walk_rad_s);
  read_if(node, "accel_walk_m_s2", models::between(0, 10), imu.accel_walk_m_s2);
}

}  // namespace

sim::ImuOptions read_imu(const Node& scenario, sim::Fidelity fidelity, const models::Robot& robot) {
  sim::ImuOptions imu = sim::imu_options(fidelity, robot.sensors);
  const auto node = scenario.find("imu");
  if (!node) return imu;
  if (const auto place = node->find("place"))
    imu.place = place->as_enum<sim::ImuPlace>(
        {{"body", sim::ImuPlace::kBody}, {"camera", sim::ImuPlace::kCamera}});
  read_if(*node, "rate_hz", models::not_negative(), imu.rate_hz);
  read_noise(*node, imu);
  read_bias(*node, imu);
  return imu;
}

}  // namespace ventosa::scenarios
