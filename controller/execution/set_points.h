#pragma once

#include "controller/estimation/body_estimate.h"
#include "controller/execution/module_state.h"

/// Set-points of the joints of one leg.
namespace ventosa::controller {

/// Set-points for the middle of the coming period, half a period from now. Rates are those of the
/// plan; measurements do not enter.
struct JointTarget {
  PerJoint<double> q_rad{};
  PerJoint<double> dq_rad_s{};
  PerJoint<double> ddq_rad_s2{};  ///< accelerations; zero unless the leg is in the air
  /// The planned rates; for a releasing foot those of the coming lift, so that joint friction is
  /// compensated before the lip extends against it.
  PerJoint<double> heading_rad_s{};
};

/// Joints for the foot's phase under its task's body pose: an attached foot keeps its contact
/// point, a swinging one follows its swing, a detached one its move or stays.
/// @param stance  measured pose and J_BW
/// @param module  its last set-points are read and, with kOk, updated
[[nodiscard]] IkStatus set_points(const Leg& leg, const ControllerConfig& config,
                                  const Contact& contact, const AcceptedMove& move,
                                  const StanceLeg& stance, ModuleState& module,
                                  JointTarget& target) noexcept;

/// Planned wrist point, in W.
Vector3d planned_wrist(const Leg& leg, const ControllerConfig& config, const Contact& contact,
                       const ModuleState& module) noexcept;

}  // namespace ventosa::controller
