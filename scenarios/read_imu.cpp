#include "scenarios/sections.h"

/// The body's IMU.
namespace ventosa::scenarios {

using models::Node;

sim::ImuOptions read_imu(const Node& scenario, sim::Fidelity fidelity) {
  sim::ImuOptions imu = sim::imu_options(fidelity);
  const auto node = scenario.find("imu");
  if (!node) return imu;
  read_if(*node, "gyro_noise_rad_s", models::between(0, 1), imu.gyro_noise_rad_s);
  read_if(*node, "accel_noise_m_s2", models::between(0, 10), imu.accel_noise_m_s2);
  if (const auto bias = node->find("gyro_bias_rad_s"))
    imu.gyro_bias_rad_s = bias->as_vector<3>(models::between(-1, 1));
  if (const auto bias = node->find("accel_bias_m_s2"))
    imu.accel_bias_m_s2 = bias->as_vector<3>(models::between(-10, 10));
  return imu;
}

}  // namespace ventosa::scenarios
