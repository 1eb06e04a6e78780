#pragma once

#include "controller/organizer/foreseen_stance.h"
#include "controller/organizer/organize.h"
#include "controller/trajectory/swing_reach.h"

/// How far the held feet let the body go: as far as their legs reach, and as their wrists turn.
///
/// The wrist of a held foot is passive: a ball joint within its stops, but where the cup points
/// along the forearm. Towards there joints 4 and 6 turn ever faster under a body that turns, and
/// what rubs in them reaches the cup 1 / |sin q5| times. At a stop the body peels the cup off.
namespace ventosa::controller {

/// |sin q5| of a held foot under a body: between the axis of joint 4, along the forearm, and the
/// cup's. 0 where the leg does not reach.
/// @param q_rad  the joints now
double wrist_bend(const Leg& leg, const Vector3d& p_WW, const Vector3d& z_WF,
                  const PerJoint<double>& q_rad, const Isometry3d& X_WB) noexcept;

/// How far the wrist of a held foot would be from its stops under a body: the least room of its
/// joints (joint_limits.h); 0 where one would be beyond, or the leg does not reach.
/// @param X_WF  of the lip, which neither moves nor turns   @param q_rad  the joints now
double wrist_room(const Leg& leg, const Isometry3d& X_WF, const PerJoint<double>& q_rad,
                  const Isometry3d& X_WB) noexcept;

/// A leg that does not let the body go there: it would be out of its reach 1 mm farther on, which
/// the trim may need, or its wrist would come nearer to where it locks than `least_bend`, or to its
/// stops than 1.5 % of its range, and than it is. -1: none.
/// @param lifted  legs that step meanwhile
int blocking_leg(const RobotModel& robot, const OrganizerInput& in, const Isometry3d& X_WB_from,
                 const Isometry3d& X_WB_to, double least_bend, LegSet lifted = {}) noexcept;

/// The body, or a leg that is not `lifted`, would come within kLeastClearance_m of a surface there,
/// and nearer than it is; a held foot's own surface does not count. kWayBlocked, and the leg.
Objection objection_of_surfaces(const RobotModel& robot, const OrganizerInput& in,
                                const Isometry3d& X_WB_from, const Isometry3d& X_WB_to,
                                LegSet lifted = {}) noexcept;

/// One of these legs that would come within kLeastClearance_m of a surface, but for the one that
/// its foot stands on, in a stance that is foreseen; -1: none.
int leg_at_surface(const RobotModel& robot, const OrganizerInput& in, LegSet legs,
                   const ForeseenFeet& feet, const Stance& stance, const Isometry3d& X_WB) noexcept;

/// Moves the reference after the goal, braking so that it rests where nothing blocks it: a held
/// leg, or one that would touch the robot (kUnreachable), or a surface (kWayBlocked). There it
/// waits until the goal leads another way.
void lead_body(const RobotModel& robot, const ControllerConfig& config, const OrganizerInput& in,
               const Goal& goal, Reason& reason, OrganizerState& state) noexcept;

}  // namespace ventosa::controller
