#include "sim/cups/cup_options.h"

namespace ventosa::sim {

CupOptions cup_options(Fidelity fidelity) {
  if (fidelity == Fidelity::kIdeal) return {};
  return {CupModel::kLip, TurbineModel::kFan, CupSensing::kReadings};
}

}  // namespace ventosa::sim
