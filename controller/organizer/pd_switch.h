#pragma once

#include "controller/model/config.h"
#include "controller/model/goal.h"

/// Switches the joint PD of attached legs. Without PD only gravity and reaction feed-forward
/// support the body, and it coasts; so PD is switched off only after the body has come to rest.
namespace ventosa::controller {

struct PdSwitch {
  bool on = true;
  double share = 1;  ///< share of the PD gains, 0..1; fades in or out after `on` has changed
  /// Time for which the reference has been stationary. Its initial value is large.
  std::int32_t ticks_stationary = 1'000'000;
  Isometry3d X_WB_off = Isometry3d::Identity();   ///< estimate when PD was last switched off
  Isometry3d X_WB_home = Isometry3d::Identity();  ///< reference when PD was last switched off
  /// True after the body left X_WB_off by more than max_drift_m: PD stays on until the goal asks
  /// for it.
  bool drifted = false;
};

struct PdInput {
  bool wanted = true;  ///< the goal asks for PD
  bool stationary = true;
  const Isometry3d& X_WB;  ///< estimate
  const Isometry3d& X_WB_reference;
};

/// @return true if PD is switched on again in this tick
[[nodiscard]] bool switch_pd(const ControllerConfig& config, const PdInput& in,
                             PdSwitch& pd) noexcept;

/// Goal of the body: after a drift, the pose at which PD was switched off; otherwise the given
/// goal.
Goal goal_of_body(const Goal& goal, const PdSwitch& pd) noexcept;

}  // namespace ventosa::controller
