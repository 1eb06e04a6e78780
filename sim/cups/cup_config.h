#pragma once

#include "sim/cups/cup.h"
#include "sim/twin.h"

namespace ventosa::sim {

/// The laws of a robot's cups.
CupConfig cup_config(const models::Robot& robot, double step_s);

}  // namespace ventosa::sim
