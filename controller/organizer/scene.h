#pragma once

#include "controller/organizer/state.h"

namespace ventosa::controller {

inline constexpr double kReserved_m = 0.05;

/// Input of every judgement of the organizer.
struct Scene {
  const RobotModel& robot;
  const ControllerConfig& config;
  const OrganizerInput& in;
  /// Share by which the bend of wrists, the heights of lifts and swings, torques and the forces of
  /// feet must be better than their limits; a share of kReserved_m for distances.
  double reserve = 0;

  Scene with(double share) const { return {robot, config, in, share}; }
  double with_reserve(double least_m) const { return least_m + kReserved_m * reserve; }
};

/// Scene::reserve of what is planned ahead: the robot is then elsewhere by the errors of its
/// estimate and of its drives.
inline constexpr double kPlanReserve = 0.01;

}  // namespace ventosa::controller
