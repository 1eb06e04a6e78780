#include "sim/body_sensor_options.h"
#include "sim/cup_options.h"
#include "sim/drive_options.h"
#include "sim/link_options.h"
#include "sim/power_options.h"

/// What each level of fidelity means, effect by effect.
namespace ventosa::sim {

DriveOptions drive_options(Fidelity fidelity) {
  if (fidelity == Fidelity::kIdeal) return {};
  return {.model = MotorModel::kElectric,
          .friction = FrictionModel::kLoad,
          .backlash = true,
          .quantisation = true,
          .thermal = true,
          .encoder_noise_rad = 5e-4};
}

CupOptions cup_options(Fidelity fidelity) {
  if (fidelity == Fidelity::kIdeal) return {};
  return {CupModel::kLip, TurbineModel::kFan, CupSensing::kReadings};
}

PowerOptions power_options(Fidelity fidelity) {
  PowerOptions power;
  if (fidelity == Fidelity::kFull) power.model = PowerModel::kPacks;
  return power;
}

ImuOptions imu_options(Fidelity) { return {}; }

// Set-points at 100 Hz, one control tick on their way, readings a little faster: modules on a good
// wireless network of their own [E]. The public firmware reports at 20 to 30 Hz [P, F].
LinkOptions link_options(Fidelity fidelity) {
  if (fidelity == Fidelity::kIdeal) return {};
  return {.command = {.latency_s = 0.01, .jitter_s = 0.002, .loss = 0.01},
          .telemetry = {.latency_s = 0.003, .jitter_s = 0.002, .loss = 0.01},
          .telemetry_rate_Hz = 100,
          .module_loop_s = 0.005};
}

}  // namespace ventosa::sim
