#pragma once

#include <cstdint>

#include "controller/model/description.h"
#include "sim/model/fidelity.h"

namespace ventosa::sim {

/// Set-points that the drives take.
enum class DriveInterface : std::uint8_t {
  kImpedance,  ///< position, gains and torque: the drive closes the joint's loop
  kTorque,     ///< torque only: gains are ignored
};
constexpr auto enumerators(DriveInterface) { return controller::words("impedance", "torque"); }

/// Model of the motor.
enum class MotorModel : std::uint8_t {
  kIdeal,     ///< the demanded torque, up to the stall torque
  kElectric,  ///< current and back-EMF, with current and voltage limits
};
constexpr auto enumerators(MotorModel) { return controller::words("ideal", "electric"); }

/// Model of the gear's friction.
enum class FrictionModel : std::uint8_t {
  kNone,
  kConstant,  ///< Coulomb and viscous, in MuJoCo's solver: creeps under load
  kLoad,      ///< Coulomb, viscous, Stribeck and load-dependent, with true stiction
  kLugre,     ///< Coulomb, viscous, Stribeck, with elastic bristles: see lugre.h
};
constexpr auto enumerators(FrictionModel) {
  return controller::words("none", "constant", "load", "lugre");
}

struct DriveOptions {
  DriveInterface interface = DriveInterface::kImpedance;
  MotorModel model = MotorModel::kIdeal;
  FrictionModel friction = FrictionModel::kNone;
  bool backlash = false;         ///< between gear and joint; not with constant friction
  bool quantisation = false;     ///< quantises position, speed and current readings
  bool thermal = false;          ///< winding temperature and its limits; needs the electric model
  double ambient_C = 25;         ///< air temperature, and that of the drives at the start
  double encoder_noise_rad = 0;  ///< standard deviation, white, per physics step
};

void describe(auto& field, controller::Is<DriveOptions> auto& drive) {
  field("interface", drive.interface);
  field("model", drive.model);
  field("friction", drive.friction);
  field("backlash", drive.backlash);
  field("quantisation", drive.quantisation);
  field("thermal", drive.thermal);
  field("ambient_C", drive.ambient_C, "degC", controller::between(-50, 60));
  field("encoder_noise_rad", drive.encoder_noise_rad, "rad", controller::between(0, 1));
}

DriveOptions drive_options(Fidelity fidelity);

}  // namespace ventosa::sim
