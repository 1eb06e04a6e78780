#pragma once

#include "controller/load_sharing/stance_problem.h"
#include "controller/model/reason.h"

/// Load-sharing stage of a tick: forces of the attached feet.
namespace ventosa::controller {

/// Last solution of one problem.
struct SharingMemory {
  PerLeg<Vector3d> F_B = zero_vectors();  ///< [N]
  SharingWarmStart warm;
  PeakTorqueStart peak;  ///< used with Objective::kPeakTorque
};

struct LoadSharingState {
  PerLeg<Vector3d> F_B = zero_vectors();  ///< [N] result of the last tick
  SharingMemory before;                   ///< solution without the feet whose load ramps up
  SharingMemory after;                    ///< solution without the feet whose load ramps down
  bool overloaded = false;                ///< the last tick's stance was overloaded
  double caution = 0;                     ///< weight of the forces with the largest margin, 0..1
  SharingWarmStart warm_margin;
};

struct LoadShare {
  Reason reason = Reason::kNone;          ///< kSharingInfeasible may come with forces: see `solved`
  bool solved = false;                    ///< the forces produce the required wrench
  PerLeg<Vector3d> F_B = zero_vectors();  ///< [N] force on the leg at its wrist point, in B
  Bottleneck bottleneck;
  int iterations = 0;
};

/// While feet are loaded or unloaded, the forces of all feet move along a straight line, from the
/// solution without the feet to be loaded to the one without the feet to be unloaded. Both satisfy
/// every limit and the wrench, hence so does every force between them.
///
///   F = (1 - s) F_before + s F_after,   s the least availability of a foot being loaded, or 1 -
///                                       that of one being unloaded
///
/// Feet may be loaded while others are unloaded, if they do so at the same pace.
///
/// @param pd  joint PD is on; without PD the body's damping is part of the shared wrench
LoadShare share(const RobotModel& robot, const ControllerConfig& config, const Stance& stance,
                bool clamped, bool pd, LoadSharingState& state) noexcept;

}  // namespace ventosa::controller
