#pragma once

#include "controller/organizer/state.h"

namespace ventosa::controller {

/// Input of every judgement of the organizer.
struct Scene {
  const RobotModel& robot;
  const ControllerConfig& config;
  const OrganizerInput& in;
  /// Share by which the bend of wrists, the heights of lifts and swings, torques and the forces of
  /// feet must be better than their limits; a share of 5 cm for distances.
  double reserve = 0;

  Scene with(double share) const { return {robot, config, in, share}; }
};

/// Scene::reserve of what is planned ahead: the robot is then elsewhere by the errors of its
/// estimate and of its drives.
inline constexpr double kPlanReserve = 0.01;

}  // namespace ventosa::controller
