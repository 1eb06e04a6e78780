#pragma once

#include "hal/capabilities.h"
#include "models/robot.h"
#include "sim/config/twin_config.h"

namespace ventosa::sim {

/// Commands that a twin of this configuration accepts, and readings that it reports.
hal::Capabilities capabilities_of(const models::Robot& robot, const TwinConfig& config);

}  // namespace ventosa::sim
