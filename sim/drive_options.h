#pragma once

#include <cstdint>

#include "sim/fidelity.h"

namespace ventosa::sim {

/// What the modules' drives understand.
enum class DriveInterface : std::uint8_t {
  kImpedance,  ///< set-points with gains: the drive closes the joint's loop
  kTorque,     ///< torques alone: gains are ignored
};

struct DriveOptions {
  DriveInterface interface = DriveInterface::kImpedance;
  bool friction = false;         ///< Coulomb and viscous friction of the robot file
  double encoder_noise_rad = 0;  ///< standard deviation, white, per physics step
};

DriveOptions drive_options(Fidelity fidelity);

}  // namespace ventosa::sim
