#pragma once

#include <cstdint>

#include "sim/fidelity.h"

namespace ventosa::sim {

/// What the modules' drives understand.
enum class DriveInterface : std::uint8_t {
  kImpedance,  ///< set-points with gains: the drive closes the joint's loop
  kTorque,     ///< torques alone: gains are ignored
};

/// What makes the torque.
enum class MotorModel : std::uint8_t {
  kIdeal,     ///< the torque that the law asks for, up to the stall torque
  kElectric,  ///< current, back-EMF and the limits of both
};

/// What the gear takes of it.
enum class FrictionModel : std::uint8_t {
  kNone,
  kConstant,  ///< Coulomb and viscous, by MuJoCo's solver: it creeps under load
  kLoad,      ///< Coulomb, viscous, Stribeck and load-dependent; it really sticks
};

struct DriveOptions {
  DriveInterface interface = DriveInterface::kImpedance;
  MotorModel model = MotorModel::kIdeal;
  FrictionModel friction = FrictionModel::kNone;
  bool backlash = false;         ///< play between gear and joint; not with constant friction
  bool quantisation = false;     ///< of position, speed and current, for its firmware and for us
  bool thermal = false;          ///< it warms up; needs the electric model
  double ambient_C = 25;         ///< of the air, and of the drives at the start
  double encoder_noise_rad = 0;  ///< standard deviation, white, per physics step
};

DriveOptions drive_options(Fidelity fidelity);

}  // namespace ventosa::sim
