#pragma once

#include "hal/capabilities.h"
#include "sim/twin.h"

namespace ventosa::sim {

/// What a twin of this configuration understands and tells.
hal::Capabilities capabilities_of(const models::Robot& robot, const TwinConfig& config);

}  // namespace ventosa::sim
