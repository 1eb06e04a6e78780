#pragma once

#include <variant>

#include "controller/kinematics/inverse_kinematics.h"
#include "controller/model/leg_move.h"
#include "controller/trajectory/moves.h"
#include "controller/trajectory/swing.h"
#include "controller/trajectory/via_path.h"

/// The move of a leg in the air as a path in time: straight to one waypoint, or a spline through
/// several.
namespace ventosa::controller {

class PlannedMove {
 public:
  /// From rest at q_from_rad. Every waypoint, and the whole way sampled, lies within reach, the
  /// joints' limits and their speeds.
  /// @param defaults  of a Cartesian move that names no limits
  /// @param move      out: unchanged unless kOk
  /// @return kBadInput without sound waypoints or limits
  [[nodiscard]] static IkStatus plan(const Leg& leg, const SwingLimits& defaults,
                                     const LegMove& asked, const PerJoint<double>& q_from_rad,
                                     PlannedMove& move) noexcept;

  /// Joints at a time; a Cartesian move follows them from the last ones.
  /// @param q_rad  in: the last ones, out: the new ones; unchanged unless kOk
  [[nodiscard]] IkStatus at(const Leg& leg, double time_s, PerJoint<double>& q_rad) const noexcept;
  double duration_s() const noexcept;

 private:
  bool plan_path(const Leg& leg, const SwingLimits& defaults, const LegMove& asked,
                 const PerJoint<double>& q_from_rad) noexcept;
  IkStatus check_way(const Leg& leg, PerJoint<double> q_rad) const noexcept;
  Isometry3d pose_at(double time_s) const noexcept;

  MoveSpace space_ = MoveSpace::kJoints;
  Isometry3d X_BF_from_ = Isometry3d::Identity();
  std::variant<JointMove, CartesianMove, ViaPath> path_;
};

}  // namespace ventosa::controller
