#pragma once

#include "controller/organizer/state.h"

namespace ventosa::controller {

/// Input of every judgement of the organizer.
struct Scene {
  const RobotModel& robot;
  const ControllerConfig& config;
  const OrganizerInput& in;
  double reserve = 0;  ///< share by which limits of geometry are stricter
};

}  // namespace ventosa::controller
