#include "sim/power/power_options.h"

namespace ventosa::sim {

PowerOptions power_options(Fidelity fidelity) {
  PowerOptions power;
  if (fidelity == Fidelity::kFull) power.model = PowerModel::kPacks;
  return power;
}

}  // namespace ventosa::sim
