#pragma once

#include "controller/model/config.h"

/// Whether the joints of attached legs are under PD. Without it gravity and reaction feed-forward
/// alone hold the body, which then coasts: PD goes off only once the body has come to rest.
namespace ventosa::controller {

struct PdSwitch {
  bool on = true;
  double share = 1;                           ///< of the gains: fades with `on`
  std::int32_t ticks_stationary = 1'000'000;  ///< of the reference: long before the start, too
};

/// @return whether PD returns in this tick
[[nodiscard]] bool switch_pd(const ControllerConfig& config, bool wanted, bool stationary,
                             PdSwitch& pd) noexcept;

}  // namespace ventosa::controller
