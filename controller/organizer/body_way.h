#pragma once

#include "controller/organizer/foreseen_stance.h"
#include "controller/organizer/state.h"
#include "controller/trajectory/swing_reach.h"

/// Limits of the body's motion by its attached feet: the reach of the legs and the range of the
/// wrists.
///
/// The wrist of an attached foot is passive: a ball joint between its stops, except where the cup
/// points along the forearm. Near that singularity joints 4 and 6 turn ever faster as the body
/// turns, and their friction acts on the cup with a factor 1 / |sin q5|. At a stop the body would
/// peel the cup off.
namespace ventosa::controller {

/// |sin q5| of an attached foot for a body pose: sine of the angle between the forearm (axis of
/// joint 4) and the cup's axis. 0 if the leg does not reach.
/// @param q_rad  present joint angles
double wrist_bend(const Leg& leg, const Vector3d& p_WW, const Vector3d& z_WF,
                  const PerJoint<double>& q_rad, const Isometry3d& X_WB) noexcept;

/// Distance of an attached foot's wrist from its stops for a body pose: the least limit_room() of
/// its joints. 0 beyond a stop or if the leg does not reach.
/// @param X_WF  pose of the lip, which stays   @param q_rad  present joint angles
double wrist_room(const Leg& leg, const Isometry3d& X_WF, const PerJoint<double>& q_rad,
                  const Isometry3d& X_WB) noexcept;

/// Leg that blocks the body's motion to X_WB_to; -1: no leg. A leg blocks if 1 mm farther on, the
/// trim's reserve, it does not reach, or if its wrist comes nearer to the singularity than
/// `least_bend`, or nearer to its stops than 1.5 % of its range, and nearer than it is now.
/// @param lifted  legs that step meanwhile
int blocking_leg(const RobotModel& robot, const OrganizerInput& in, const Isometry3d& X_WB_from,
                 const Isometry3d& X_WB_to, double least_bend, LegSet lifted = {}) noexcept;

/// kWayBlocked and the leg if at X_WB_to the body, or a leg that is not `lifted`, would come within
/// kLeastClearance_m of a surface and nearer than now. The surface of an attached foot is ignored
/// for its own leg.
Objection objection_of_surfaces(const RobotModel& robot, const OrganizerInput& in,
                                const Isometry3d& X_WB_from, const Isometry3d& X_WB_to,
                                LegSet lifted = {}) noexcept;

/// First of `legs` that would come within kLeastClearance_m of a surface, other than its foot's
/// own, in a predicted stance; -1: no leg.
int leg_at_surface(const RobotModel& robot, const OrganizerInput& in, LegSet legs,
                   const ForeseenFeet& feet, const Stance& stance, const Isometry3d& X_WB) noexcept;

/// Moves the reference towards the goal and stops it before an obstacle: an attached leg at its
/// limit or a leg about to touch the robot (kUnreachable), or a surface (kWayBlocked). There the
/// body waits until the goal leads elsewhere.
void lead_body(const RobotModel& robot, const ControllerConfig& config, const OrganizerInput& in,
               const Goal& goal, Reason& reason, OrganizerState& state) noexcept;

}  // namespace ventosa::controller
