#pragma once

#include <variant>

#include "controller/kinematics/inverse_kinematics.h"
#include "controller/model/leg_move.h"
#include "controller/trajectory/moves.h"
#include "controller/trajectory/swing.h"
#include "controller/trajectory/via_path.h"

/// Move of a detached leg over time: straight to one waypoint, or a spline through several.
namespace ventosa::controller {

class PlannedMove {
 public:
  /// Plans a move from rest at q_from_rad. Every waypoint, and the sampled path, must be reachable
  /// within the joints' limits and speeds.
  /// @param defaults  limits of a Cartesian move that specifies none
  /// @param move      out: unchanged unless kOk
  /// @return kBadInput for invalid waypoints or limits
  [[nodiscard]] static IkStatus plan(const Leg& leg, const SwingLimits& defaults,
                                     const LegMove& requested, const PerJoint<double>& q_from_rad,
                                     PlannedMove& move) noexcept;

  /// Joint angles at a time; for a Cartesian move, those of the branch nearest to the last angles.
  /// @param q_rad  in: last joints, out: new joints; unchanged unless kOk
  [[nodiscard]] IkStatus at(const Leg& leg, double time_s, PerJoint<double>& q_rad) const noexcept;
  double duration_s() const noexcept;

 private:
  bool plan_path(const Leg& leg, const SwingLimits& defaults, const LegMove& requested,
                 const PerJoint<double>& q_from_rad) noexcept;
  IkStatus check_way(const Leg& leg, PerJoint<double> q_rad) const noexcept;
  Isometry3d pose_at(double time_s) const noexcept;

  MoveSpace space_ = MoveSpace::kJoints;
  Isometry3d X_BF_from_ = Isometry3d::Identity();
  std::variant<JointMove, CartesianMove, ViaPath> path_;
};

}  // namespace ventosa::controller
