#pragma once

#include "controller/load_sharing/stance_problem.h"
#include "controller/model/reason.h"

/// Which foot carries what: the load-sharing stage of a tick.
namespace ventosa::controller {

struct LoadSharingState {
  PerLeg<Vector3d> F_B = zero_vectors();  ///< [N] last answer
  SharingWarmStart warm;
  PeakTorqueStart peak;  ///< with Objective::kPeakTorque
};

struct LoadShare {
  Reason reason = Reason::kNone;          ///< kSharingInfeasible may come with forces: see `solved`
  bool solved = false;                    ///< the forces carry the wrench
  PerLeg<Vector3d> F_B = zero_vectors();  ///< [N] on the leg at its wrist point, in B
  Bottleneck bottleneck;
  int iterations = 0;
};

/// @param pd  while it is off, the body's damping is part of what is shared
LoadShare share(const RobotModel& robot, const ControllerConfig& config, const Stance& stance,
                bool clamped, bool pd, LoadSharingState& state) noexcept;

}  // namespace ventosa::controller
