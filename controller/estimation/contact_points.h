#pragma once

#include "controller/estimation/body_estimate.h"

/// Contact points of the attached feet; kept here only.
namespace ventosa::controller {

/// At the start every foot's wrist point becomes its contact point, attached or not.
void initialize_contacts(const RobotModel& robot, const Observation& seen,
                         const PatchList& surfaces, EstimationState& state) noexcept;

/// Odometry input of the attached feet that still grip. Updates the deflection of their lips.
OdometryInput contact_odometry(const RobotModel& robot, const ControllerConfig& config,
                               const EstimationInput& input, const Stance& stance,
                               EstimationState& state) noexcept;

/// Feet for watch_creep(): cups of which no alarm says that they move. The centre of a lip moves
/// only by the lip's shear, the wrist point by its tilt too. The weight on a lip is constant while
/// it stands, so it is left out.
CreepInput creep_input(const RobotModel& robot, const ControllerConfig& config,
                       const EstimationInput& input, const Stance& stance,
                       const EstimationState& state) noexcept;

/// Contact point of an attached foot by the readings of its joints.
Vector3d measured_point(const Isometry3d& X_WB, const LegPose& pose,
                        const Contact& contact) noexcept;

/// Copies the filter's estimates of the contact points.
/// @param X_WO  pose of the contacts' frame in the filter's: see fixes.h; no value: they are one
void learn_contacts(const InvariantFilter& filter, const std::optional<Isometry3d>& X_WO,
                    PerLeg<Contact>& contact) noexcept;

/// Sets the contact point of a newly attached foot to its present estimate, and that of a foot that
/// has slipped while nothing pulled it back; a detached foot keeps its last one.
void update_contacts(const RobotModel& robot, const EstimationInput& input, const Stance& stance,
                     EstimationState& state) noexcept;

/// Rotates all contact points about the body's origin.
void turn_contacts(const Vector3d& p_WB, const Matrix3d& turn, PerLeg<Contact>& contact) noexcept;

}  // namespace ventosa::controller
