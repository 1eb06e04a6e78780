#pragma once

#include "controller/organizer/judgement.h"
#include "controller/trajectory/swing.h"

/// A motion of a walk: feet are lifted and carried while the body moves over the others. It is
/// judged by its postures: with the feet in the air over their old and their new places, and with
/// all feet set down.
namespace ventosa::controller {

struct Motion {
  Isometry3d X_WB_from = Isometry3d::Identity();
  Isometry3d X_WB_to = Isometry3d::Identity();
  PerLeg<Foothold> before{}, after{};  ///< place of every foot
  LegSet lifted{};                     ///< feet that leave their places
  LegSet air{};                        ///< these and others in the air
  LegSet held{};                       ///< feet that are attached all the while
  PerLeg<SwingPath> swing{};           ///< paths of the feet in the air
  PerLeg<PerJoint<double>> q_rad{};    ///< joints of every leg at its start
};

/// First violated constraint: footholds for the lifted feet; legs that keep within reach, can still
/// be lifted and are not left behind; swings within reach; the posture with all feet set down.
Objection objection_to(const Scene& scene, const Motion& motion) noexcept;

/// True if the attached feet carry the robot at the end of the body's motion, with the others over
/// their new places and over their old ones, as the body may arrive first.
bool holds_at_end(const Scene& scene, const Motion& motion, SharingWarmStart& warm) noexcept;

/// Load margin of the postures that holds_at_end() checks.
Bottleneck weigh_end(const Scene& scene, const Motion& motion) noexcept;

}  // namespace ventosa::controller
