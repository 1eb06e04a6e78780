#pragma once

#include "controller/config.h"
#include "controller/observation.h"
#include "controller/reaction_fusion.h"
#include "controller/stance.h"

/// The forces that the surfaces put on the legs, as the robot itself can know them. Three answers,
/// and when to use which:
///
/// - elastic (elastic_reactions.h): from geometry and weight alone. The forces that would come
/// about
///   if all legs were rigid and all cups springs. For planning, before there is anything to
///   measure, and for a robot whose drives report no torque. A robot whose drives are told their
///   torques stands on the forces it was told: then it is only the guess about internal forces.
/// - motors (measured_force.h): from each leg's own drives, and nothing else. Knows no weight: so
/// it
///   shows a payload, a push, an unknown mass, and any one leg's contact. As good as the drives:
///   friction of 0.1 N m is 0.4 N, more where the arm is stretched.
/// - fused (reaction_fusion.h): motors, lip and elastic guess, held together by equilibrium. The
///   best estimate for cup margins and alarms while weight and centre of mass are known; wrong by
///   the share of a push or payload that equilibrium denies. Never estimate a payload from it.
namespace ventosa::controller {

/// Standard deviation [N m] of what the drives' torques say, friction included.
PerJoint<double> torque_deviation(const ReactionConfig& config, const LegReading& reading) noexcept;

/// The force that one held leg's drives feel, with its covariance.
ForceEstimate motor_reaction(const Leg& leg, const ReactionConfig& config, const StanceLeg& stance,
                             const LegReading& reading, const Vector3d& g_B) noexcept;

/// @param turn_B  [rad] in: where the elastic estimate starts, out: where it ended
void estimate_reactions(const RobotModel& robot, const ReactionConfig& config, const Stance& stance,
                        const PerLeg<LegReading>& reading, Vector3d& turn_B,
                        PerLeg<LegReaction>& reaction) noexcept;

}  // namespace ventosa::controller
