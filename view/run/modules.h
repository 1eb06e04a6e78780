#pragma once

#include <memory>

#include "hal/network.h"
#include "hal/wire/wire_robot.h"
#include "view/run/ghost_twin.h"

namespace ventosa::view {

/// Claimed modules, and their twin.
struct Modules {
  std::unique_ptr<hal::NetworkTime> network;
  std::unique_ptr<hal::WireRobot> robot;
  std::unique_ptr<GhostTwin> twin;  ///< the twin beside the modules; null: none is wanted
};

}  // namespace ventosa::view
