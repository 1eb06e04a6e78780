#pragma once

#include "controller/estimation/body_estimate.h"
#include "controller/execution/module_state.h"

/// Where the joints of one leg are to be.
namespace ventosa::controller {

/// Half a period from now: a set-point stands for a period, and is right in its middle. Rates are
/// those of the plan alone: nothing that is measured moves them.
struct JointTarget {
  PerJoint<double> q_rad{};
  PerJoint<double> dq_rad_s{};
  PerJoint<double> ddq_rad_s2{};  ///< of a swinging leg
  /// the rates, but of a foot that lets go those of the lift to come: its gears' friction is
  /// overcome before the lip stands up against it
  PerJoint<double> heading_rad_s{};
};

/// Joints that put the foot where its phase wants it under the body of its task: an attached foot
/// keeps its contact point, a swinging one follows its swing, one in the air its move or stays.
/// @param stance  its pose and J_BW as measured
/// @param module  its last set-points are read and, with kOk, renewed
[[nodiscard]] IkStatus set_points(const Leg& leg, const ControllerConfig& config,
                                  const Contact& contact, const AcceptedMove& move,
                                  const StanceLeg& stance, ModuleState& module,
                                  JointTarget& target) noexcept;

/// Where the wrist point should be now, in W.
Vector3d planned_wrist(const Leg& leg, const ControllerConfig& config, const Contact& contact,
                       const ModuleState& module) noexcept;

}  // namespace ventosa::controller
