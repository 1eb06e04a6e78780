#include "sim/drives/drive_options.h"

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

}  // namespace ventosa::sim
