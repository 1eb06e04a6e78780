#pragma once

#include "controller/model/config.h"
#include "controller/model/goal.h"

/// Whether the joints of attached legs are under PD. Without it gravity and reaction feed-forward
/// alone hold the body, which then coasts: PD goes off only once the body has come to rest.
namespace ventosa::controller {

struct PdSwitch {
  bool on = true;
  double share = 1;                               ///< of the gains: fades with `on`
  std::int32_t ticks_stationary = 1'000'000;      ///< of the reference: long before the start, too
  Isometry3d X_WB_off = Isometry3d::Identity();   ///< estimate when it last went off
  Isometry3d X_WB_home = Isometry3d::Identity();  ///< the reference then
  /// The body left that place by more than max_drift_m: PD stays on until the goal asks for it.
  bool drifted = false;
};

struct PdInput {
  bool wanted = true;  ///< by the goal
  bool stationary = true;
  const Isometry3d& X_WB;  ///< estimate
  const Isometry3d& X_WB_reference;
};

/// @return whether PD returns in this tick
[[nodiscard]] bool switch_pd(const ControllerConfig& config, const PdInput& in,
                             PdSwitch& pd) noexcept;

/// A body that has drifted goes back to where PD went off; else what is asked for.
Goal goal_of_body(const Goal& goal, const PdSwitch& pd) noexcept;

}  // namespace ventosa::controller
