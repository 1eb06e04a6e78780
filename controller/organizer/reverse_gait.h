#pragma once

#include "controller/model/reverse_swing.h"
#include "controller/organizer/steps.h"

/// Walk by a gait whose feet swing by the reverse body: see model/reverse_swing.h. No foothold
/// is searched. Every row advances the body so far that the feet which it lifts end ahead of their
/// nominal places by half of the way of the body while a foot stands: half of the way from a stance
/// in the middle, all of it in the steady walk, and half at the end.
namespace ventosa::controller {

/// Feet and body of a row, for walks and for the limits of a gait (gait_limits.h).
struct ReverseRow {
  LegSet lifted;
  PerLeg<ReverseSwing> swing{};  ///< paths of the lifted feet
  double advance_m = 0;          ///< way of the body
  double duration_s = 0;
  Isometry3d X_WB = Isometry3d::Identity();  ///< body at its start
  Twist twist{};                             ///< direction of its way
};

/// Number of rows in which a foot stands: all but that of its swing.
inline int rows_held(const Gait& gait) { return static_cast<int>(gait.row.size()) - 1; }

/// Body after a share of a row.
Isometry3d body_at(const ReverseRow& row, double share) noexcept;

/// True if the leg stays within its ranges, and its drives are fast enough, in the whole row.
/// @param q_rad  joints at its start
bool keeps_up(const Leg& leg, std::size_t i, const GaitConfig& config, const ReverseRow& row,
              const PerJoint<double>& q_rad) noexcept;

/// Begins the next row.
Answer follow_reverse(const Scene& scene, const Gait& gait, const Twist& twist,
                      OrganizerState& state) noexcept;

}  // namespace ventosa::controller
