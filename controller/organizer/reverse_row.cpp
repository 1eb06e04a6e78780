#include "controller/organizer/reverse_row.h"

#include "controller/kinematics/inverse_kinematics.h"
#include "controller/organizer/body_reference.h"
#include "controller/trajectory/pose_follower.h"
#include "controller/trajectory/reverse_swing.h"
#include "controller/trajectory/swing_reach.h"

namespace ventosa::controller {

Isometry3d body_at(const ReverseRow& row, double share) noexcept {
  return gone_on(row.X_WB, row.twist, share * row.advance_m);
}

bool keeps_up(const Leg& leg, std::size_t i, const GaitConfig& config, const ReverseRow& row,
              const PerJoint<double>& q_rad) noexcept {
  constexpr int kRowSamples = 8;
  const double way_s = config.swing_speed_ratio * row.duration_s / kRowSamples;
  const Vector3d p_standing_W = row.X_WB * leg_pose(leg, q_rad).p_BW;
  PerJoint<double> q = q_rad;
  for (int k = 1; k <= kRowSamples; ++k) {
    const double share = static_cast<double>(k) / kRowSamples;
    const PerJoint<double> last = q;
    const Isometry3d X_WB = body_at(row, share);
    const Vector3d p_W = row.lifted[i] ? reverse_target(row.swing[i], X_WB, share) : p_standing_W;
    if (follow_arm(leg, (X_WB * leg.X_BL).inverse() * p_W, q) != IkStatus::kOk) return false;
    if (!config.beyond_joints && !is_slow_enough(leg, last, q, way_s)) return false;
  }
  return true;
}

}  // namespace ventosa::controller
