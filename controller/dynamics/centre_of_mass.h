#pragma once

#include "controller/dynamics/leg_statics.h"

/// Centres of mass, in B.  Prados 2023, eq. (19)-(23), corrected: link centres are transformed to
/// the body by the full transform, and the body's own centre may differ from B's origin.
namespace ventosa::controller {

/// Mass and first moment of mass about B's origin. Both add up, and gravity needs no division, so
/// zero mass needs no special case.
struct MassMoment {
  double mass_kg = 0;
  Vector3d h_B = Vector3d::Zero();  ///< [kg m] sum of m p

  MassMoment& operator+=(const MassMoment& other) {
    mass_kg += other.mass_kg;
    h_B += other.h_B;
    return *this;
  }
};

/// Centre of mass [m], in B; B's origin for zero mass.
Vector3d centre(const MassMoment& mass) noexcept;

/// Gravity wrench: force m g, moment h x g.
Wrench weight(const MassMoment& mass, const Vector3d& g_B) noexcept;

/// Mass and first moment of the body alone, by its offset p_BC.
MassMoment body_mass(const RobotModel& robot) noexcept;

/// Mass and first moment of all links of a leg:  sum m_k (p + R c_k)     (19)-(21)
MassMoment leg_mass(const Leg& leg, const LegPose& pose) noexcept;

}  // namespace ventosa::controller
