#pragma once

#include "controller/estimation/body_estimate.h"

/// The contact points of the attached feet: the one place where they are kept.
namespace ventosa::controller {

/// At the start every foot's wrist point is one, attached or not.
void initialize_contacts(const RobotModel& robot, const Observation& seen,
                         const PatchList& surfaces, EstimationState& state) noexcept;

/// What the feet that are attached and still grip tell of the body. Renews their lips' deflection.
OdometryInput contact_odometry(const RobotModel& robot, const ControllerConfig& config,
                               const EstimationInput& input, const Stance& stance,
                               EstimationState& state) noexcept;

/// Takes over what the filter has learned of the contact points.
void learn_contacts(const InvariantFilter& filter, PerLeg<Contact>& contact) noexcept;

/// Feet that report to be attached get their contact point where the estimate has them now; the
/// others keep the last one.
void update_contacts(const RobotModel& robot, const PerLeg<ModuleReport>& report,
                     const Stance& stance, EstimationState& state) noexcept;

/// Turns all contact points about the body.
void turn_contacts(const Vector3d& p_WB, const Matrix3d& turn, PerLeg<Contact>& contact) noexcept;

}  // namespace ventosa::controller
