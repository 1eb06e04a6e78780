#pragma once

#include <cstdint>

#include "controller/estimation/body_estimate.h"
#include "planner/edge.h"

/// What the planner is asked, and how much it may work.
namespace ventosa::planner {

using controller::BodyEstimate;
using controller::ControllerConfig;
using controller::PatchList;
using controller::PerJoint;
using controller::PerLeg;
using controller::RobotModel;

/// A robot and its surfaces, as its controller knows them.
struct World {
  const RobotModel& robot;
  const ControllerConfig& config;
  const PatchList& surfaces;
};

/// A robot that stands on all its feet, as its controller estimates it.
struct Standing {
  BodyEstimate body;  ///< pose, contacts, payload and suction forces
  PerLeg<PerJoint<double>> q_rad{};
  bool walks = true;  ///< its own gait can take it to the start of a plan
};

/// The robot in its default stance, on the surfaces under its feet, all cups at `grip_force_N`.
Standing standing_at(const World& world, const Isometry3d& X_WB, double grip_force_N);

/// Work of a search. It is counted, not timed, so that equal inputs give equal plans.
struct Work {
  std::int64_t stances = 0;  ///< stances that were taken up
  std::int64_t holds = 0;    ///< kinematic checks of one leg at one place and pose of the body
  std::int64_t loads = 0;    ///< problems of load sharing of a stance
  std::int64_t ways = 0;     ///< ways of a leg in the air, looked at coarsely
  std::int64_t swings = 0;   ///< those looked at finely
};

/// Reserves over the organizer's limits, so that it does not refuse what was planned: see
/// controller::Scene::reserve.
inline constexpr double kGeometryReserve = 0.1, kLoadReserve = 0.06;

/// Least room of a held wrist's joints, as a share of their range.
inline constexpr double kLeastWristRoom = 0.03;

}  // namespace ventosa::planner
