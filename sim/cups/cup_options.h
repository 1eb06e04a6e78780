#pragma once

#include <cstdint>

#include "sim/fidelity.h"

namespace ventosa::sim {

/// How a cup holds on to a surface.
enum class CupModel : std::uint8_t {
  kRigid,  ///< tied to the surface by a weld, let go by the laws of cup.h
  kLip,    ///< pressed on it by its vacuum, on an elastic lip: peel, creep and leak come about
};

/// Where the vacuum comes from.
enum class TurbineModel : std::uint8_t {
  kIdeal,  ///< first order towards the square of the commanded speed, while sealed
  kFan,    ///< firmware, rotor, fan curve, leak and cavity
};

/// What the module knows of its cup.
enum class CupSensing : std::uint8_t {
  kIdeal,     ///< the truth, now
  kReadings,  ///< barometer and distance sensors, at their rates, in their steps
};

struct CupOptions {
  CupModel model = CupModel::kRigid;
  TurbineModel turbine = TurbineModel::kIdeal;
  CupSensing sensing = CupSensing::kIdeal;
};

CupOptions cup_options(Fidelity fidelity);

}  // namespace ventosa::sim
