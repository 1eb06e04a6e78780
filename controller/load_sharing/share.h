#pragma once

#include "controller/load_sharing/stance_problem.h"
#include "controller/model/reason.h"

/// Which foot carries what: the load-sharing stage of a tick.
namespace ventosa::controller {

/// The last answer to one problem.
struct SharingMemory {
  PerLeg<Vector3d> F_B = zero_vectors();  ///< [N]
  SharingWarmStart warm;
  PeakTorqueStart peak;  ///< with Objective::kPeakTorque
};

struct LoadSharingState {
  PerLeg<Vector3d> F_B = zero_vectors();  ///< [N] that the last tick shared out
  SharingMemory before;                   ///< without the feet whose load comes
  SharingMemory after;                    ///< without those whose load goes
  bool overloaded = false;                ///< in the last tick
  double caution = 0;                     ///< share of the forces that leave the largest margin
  SharingWarmStart warm_margin;
};

struct LoadShare {
  Reason reason = Reason::kNone;          ///< kSharingInfeasible may come with forces: see `solved`
  bool solved = false;                    ///< the forces carry the wrench
  PerLeg<Vector3d> F_B = zero_vectors();  ///< [N] on the leg at its wrist point, in B
  Bottleneck bottleneck;
  int iterations = 0;
};

/// Feet that are unloaded or loaded move the load of all feet along a straight line, from the
/// answer without those that come to the answer without those that go: both hold the wrench inside
/// every limit, so does all between them, and no force leaves what lies between before and after.
///
///   F = (1 - s) F_before + s F_after,   s the least availability of a foot that comes, or 1 - that
///                                       of one that goes
///
/// Feet may come while others go, if they do so together.
///
/// @param pd  while it is off, the body's damping is part of what is shared
LoadShare share(const RobotModel& robot, const ControllerConfig& config, const Stance& stance,
                bool clamped, bool pd, LoadSharingState& state) noexcept;

}  // namespace ventosa::controller
