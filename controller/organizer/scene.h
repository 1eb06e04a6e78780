#pragma once

#include "controller/organizer/state.h"

namespace ventosa::controller {

/// What every judgement of the organizer looks at.
struct Scene {
  const RobotModel& robot;
  const ControllerConfig& config;
  const OrganizerInput& in;
  double reserve = 0;  ///< share of its limit that a posture must leave, beyond the limit itself
};

}  // namespace ventosa::controller
