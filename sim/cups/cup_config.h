#pragma once

#include "sim/cups/cup.h"

namespace ventosa::sim {

/// Parameters of a robot's cups.
CupConfig cup_config(const models::Robot& robot, double step_s);

}  // namespace ventosa::sim
