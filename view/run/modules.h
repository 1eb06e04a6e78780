#pragma once

#include <memory>

#include "hal/network.h"
#include "hal/wire/wire_robot.h"
#include "view/run/ghost_twin.h"

namespace ventosa::view {

/// Modules that are ours, and the twin beside them.
struct Modules {
  std::unique_ptr<hal::Network> network;
  std::unique_ptr<hal::WireRobot> robot;
  std::unique_ptr<GhostTwin> twin;  ///< null: none is wanted
};

}  // namespace ventosa::view
