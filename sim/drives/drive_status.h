#pragma once

#include <cstdint>

#include "controller/model/observation.h"

namespace ventosa::sim {

/// Status that a drive reports.
struct DriveStatus {
  controller::JointMode mode = controller::JointMode::kHold;
  controller::Switch torque = controller::Switch::kOff;
  std::int32_t errors = 0;  ///< bits of controller::DriveError
};

}  // namespace ventosa::sim
