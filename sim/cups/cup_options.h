#pragma once

#include <cstdint>

#include "controller/model/description.h"
#include "sim/model/fidelity.h"

namespace ventosa::sim {

/// Model of the contact between cup and surface.
enum class CupModel : std::uint8_t {
  kRigid,  ///< a weld holds the cup until the limits of cup.h release it
  kLip,    ///< elastic lip, pressed on by the vacuum: peel, creep and leak result from its contact
};
constexpr auto enumerators(CupModel) { return controller::words("rigid", "lip"); }

/// Model of the turbine.
enum class TurbineModel : std::uint8_t {
  kIdeal,  ///< first order towards the square of the commanded speed, while sealed
  kFan,    ///< firmware, rotor, fan curve, leak and cavity
};
constexpr auto enumerators(TurbineModel) { return controller::words("ideal", "fan"); }

/// Model of the cup's sensors.
enum class CupSensing : std::uint8_t {
  kIdeal,     ///< exact and without delay
  kReadings,  ///< barometer and distance sensors with their rates and resolutions
};
constexpr auto enumerators(CupSensing) { return controller::words("ideal", "readings"); }

struct CupOptions {
  CupModel model = CupModel::kRigid;
  TurbineModel turbine = TurbineModel::kIdeal;
  CupSensing sensing = CupSensing::kIdeal;
};

void describe(auto& field, controller::Is<CupOptions> auto& cup) {
  field("model", cup.model);
  field("turbine", cup.turbine);
  field("sensing", cup.sensing);
}

CupOptions cup_options(Fidelity fidelity);

}  // namespace ventosa::sim
