#pragma once

#include <cstdint>

#include "sim/model/fidelity.h"

namespace ventosa::sim {

/// Model of the contact between cup and surface.
enum class CupModel : std::uint8_t {
  kRigid,  ///< held by a weld, released by the limits in cup.h
  kLip,    ///< elastic lip, pressed on by the vacuum: peel, creep and leak result from its contact
};

/// Model of the turbine.
enum class TurbineModel : std::uint8_t {
  kIdeal,  ///< first order towards the square of the commanded speed, while sealed
  kFan,    ///< firmware, rotor, fan curve, leak and cavity
};

/// Model of the cup's sensors.
enum class CupSensing : std::uint8_t {
  kIdeal,     ///< exact and without delay
  kReadings,  ///< barometer and distance sensors with their rates and resolutions
};

struct CupOptions {
  CupModel model = CupModel::kRigid;
  TurbineModel turbine = TurbineModel::kIdeal;
  CupSensing sensing = CupSensing::kIdeal;
};

CupOptions cup_options(Fidelity fidelity);

}  // namespace ventosa::sim
