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
          .quantisation = true,
          .thermal = true,
          .encoder_noise_rad = 5e-4};
}

CupOptions cup_options(Fidelity) { return {}; }

PowerOptions power_options(Fidelity fidelity) {
  PowerOptions power;
  if (fidelity == Fidelity::kFull) power.model = PowerModel::kPacks;
  return power;
}

ImuOptions imu_options(Fidelity) { return {}; }

LinkOptions link_options(Fidelity) { return {}; }

}  // namespace ventosa::sim
