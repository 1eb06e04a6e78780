#pragma once

#include "controller/dynamics/stance.h"
#include "controller/estimation/reaction_fusion.h"
#include "controller/model/config.h"
#include "controller/model/description.h"
#include "controller/model/observation.h"

/// Estimates of the forces of the surfaces on the legs, by three methods:
///
/// - elastic (elastic_reactions.h): from geometry and weight, with rigid legs and elastic cups.
///   For planning, and for drives that report no torque. Torque-controlled drives produce other
///   internal forces; then it is only a guess of what equilibrium leaves open.
/// - motors (measured_force.h): from each leg's own drive torques. Independent of the modelled
///   weight, so it shows a payload, a push or a wrong mass. Its accuracy is that of the drives:
///   0.1 N m of friction is half a newton, more near singular arm or wrist poses.
/// - fused (reaction_fusion.h): motors, force sensor, lip and elastic guess, constrained by
///   equilibrium. For margins and alarms with a silent drive, a stretched arm or large noise. It is
///   biased by pushes and payloads outside the model, and no better than the motors where friction
///   acts on all legs in one direction. Never estimate a payload from it.
namespace ventosa::controller {

/// Force [N] on an attached leg at its wrist point, in B, by each method; zero for other legs.
struct ContactForceEstimate {
  Vector3d elastic_B = Vector3d::Zero();  ///< zero if the stance leaves a rotation undetermined
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

/// Standard deviation [N m] of the drives' torques of an attached leg: their own noise, and the
/// friction tau_w of the passive wrist, which reaches arm joint j as z_j' [z_4 z_5 z_6]'^-1 tau_w
/// and grows without bound near the wrist's singularity.
PerJoint<double> torque_deviation(const Leg& leg, const ReactionConfig& config, const LegPose& pose,
                                  const LegReading& reading) noexcept;

/// Force on one attached leg by its motor torques and, if it has one, the force sensor of its foot,
/// with covariance.
ForceEstimate measured_reaction(const Leg& leg, const ReactionConfig& config,
                                const StanceLeg& stance, const LegReading& reading) noexcept;

/// @param turn_B  [rad] in: start of the elastic estimate, out: its result
void estimate_contact_forces(const RobotModel& robot, const ReactionConfig& config,
                             const Stance& stance, const PerLeg<LegReading>& reading,
                             Vector3d& turn_B, PerLeg<ContactForceEstimate>& reaction) noexcept;

}  // namespace ventosa::controller
