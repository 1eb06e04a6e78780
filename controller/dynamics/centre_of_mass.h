#pragma once

#include "controller/dynamics/leg_statics.h"

/// Where the mass is, in B.  Prados 2023, eq. (19)-(23), corrected: centres go from link to body by
/// the full transform, and the body's own centre need not be B's origin.
namespace ventosa::controller {

/// Mass and its first moment about B's origin. Both simply add up, and gravity needs no more:
/// without a division, a body of no mass is no exception.
struct MassMoment {
  double mass_kg = 0;
  Vector3d h_B = Vector3d::Zero();  ///< [kg m] sum of m p

  MassMoment& operator+=(const MassMoment& other) {
    mass_kg += other.mass_kg;
    h_B += other.h_B;
    return *this;
  }
};

/// [m] in B; B's origin of what has no mass.
Vector3d centre(const MassMoment& mass) noexcept;

/// Gravity on it: f = m g, moment h x g.
Wrench weight(const MassMoment& mass, const Vector3d& g_B) noexcept;

/// Of the body alone, by its offset p_BC.
MassMoment body_mass(const RobotModel& robot) noexcept;

/// Of all links of a leg:  sum m_k (p + R c_k)     (19)-(21)
MassMoment leg_mass(const Leg& leg, const LegPose& pose) noexcept;

}  // namespace ventosa::controller
