#pragma once

#include "controller/dynamics/stance.h"
#include "controller/estimation/reaction_fusion.h"
#include "controller/model/config.h"
#include "controller/model/description.h"
#include "controller/model/observation.h"

/// The forces that the surfaces put on the legs, as the robot itself can know them. Three answers,
/// and when to use which:
///
/// - elastic (elastic_reactions.h): from geometry and weight alone, as if all legs were rigid and
///   all cups springs. For planning, before there is anything to measure, and for drives that
///   report no torque. Torque-controlled drives make other forces than these: then it
///   is only the guess about what equilibrium leaves open.
/// - motors (measured_force.h): from each leg's own drives. Knows no weight, so it shows a payload,
///   a push, an unknown mass. As good as the drives: 0.1 N m of friction is half a newton, more
///   where the arm is stretched or the passive wrist no ball joint.
/// - fused (reaction_fusion.h): motors, lip and elastic guess, held together by equilibrium. For
///   margins and alarms where a drive is silent, an arm stretched, or noise large; wrong by what
///   equilibrium denies of a push or payload, and no better than the motors where friction, which
///   is no noise, pushes all legs one way. Never estimate a payload from it.
namespace ventosa::controller {

/// The force [N] on an attached leg at its wrist point, in B, by each of the three; zero on any
/// other leg.
struct ContactForceEstimate {
  Vector3d elastic_B = Vector3d::Zero();  ///< zero on feet that leave the turn open
  Vector3d motors_B = Vector3d::Zero();
  Vector3d motors_sd_B = Vector3d::Zero();
  Vector3d fused_B = Vector3d::Zero();
  Vector3d fused_sd_B = Vector3d::Zero();
};

void describe(auto& field, Is<ContactForceEstimate> auto& estimate) {
  field("elastic", estimate.elastic_B, "N");
  field("motors", estimate.motors_B, "N");
  field("motors_sd", estimate.motors_sd_B, "N");
  field("fused", estimate.fused_B, "N");
  field("fused_sd", estimate.fused_sd_B, "N");
}

/// Standard deviation [N m] of what the drives' torques say of a held leg: their own, and the
/// friction tau_w of the passive wrist, which reaches arm joint j as z_j' [z_4 z_5 z_6]'^-1 tau_w
/// and grows without bound where the wrist is no ball joint any more.
PerJoint<double> torque_deviation(const Leg& leg, const ReactionConfig& config, const LegPose& pose,
                                  const LegReading& reading) noexcept;

/// The force that one held leg's drives feel, with its covariance.
ForceEstimate motor_reaction(const Leg& leg, const ReactionConfig& config, const StanceLeg& stance,
                             const LegReading& reading) noexcept;

/// @param turn_B  [rad] in: where the elastic estimate starts, out: where it ended
void estimate_contact_forces(const RobotModel& robot, const ReactionConfig& config,
                             const Stance& stance, const PerLeg<LegReading>& reading,
                             Vector3d& turn_B, PerLeg<ContactForceEstimate>& reaction) noexcept;

}  // namespace ventosa::controller
