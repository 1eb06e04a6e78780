#pragma once

#include "controller/organizer/organize.h"

/// Walk by a gait whose feet swing by the reverse body: see model/reverse_swing.h. No foothold
/// is searched. Every row advances the body so far that the feet which it lifts end ahead of their
/// nominal places by half of the way of the body while a foot stands: half of the way from a stance
/// in the middle, all of it in the steady walk, and half at the end.
namespace ventosa::controller {

/// Feet, body and time of one row.
struct ReverseRow {
  LegSet lifted;
  PerLeg<ReverseSwing> swing{};  ///< paths of the lifted feet
  double duration_s = 0;
  double advance_m = 0;                      ///< way of the body
  Isometry3d X_WB = Isometry3d::Identity();  ///< body at its start
  Twist twist{};                             ///< direction of its way
};

/// Leg that leaves its range, or whose drives are too slow, in a row; -1: no leg.
/// @param p_WW    feet that stand  [m, in W]
/// @param q_rad   joints at its start
int leg_beyond(const RobotModel& robot, const GaitConfig& config, const ReverseRow& row,
               const PerLeg<Vector3d>& p_WW, const PerLeg<PerJoint<double>>& q_rad) noexcept;

/// Begins the next row, or gives the reason not to.
void follow_reverse(const RobotModel& robot, const ControllerConfig& config,
                    const OrganizerInput& input, const Gait& gait, const Twist& twist,
                    Reason& reason, OrganizerState& state) noexcept;

}  // namespace ventosa::controller
