#pragma once

#include <cstdint>

#include "controller/model/description.h"

namespace ventosa::controller {

/// Where a foot stands in its step.
enum class FootPhase : std::uint8_t {
  kStance,
  kUnload,   ///< load ramps away, still gripping
  kRelease,  ///< turbine off, waiting for the vacuum to go
  kLift,
  kTransfer,
  kLower,  ///< to just above the surface
  kTouch,  ///< the rest of the way, slowly
  kSeal,   ///< turbine on, waiting for the vacuum to come
  kLoad,   ///< load ramps in
  kFree,   ///< in the air, detached on request or never attached
};
constexpr auto enumerators(FootPhase) {
  return words("stance", "unload", "release", "lift", "transfer", "lower", "touch", "seal", "load",
               "free");
}

/// Whether a foot in this phase is meant to be attached: its wrist passive, forces shared to it.
constexpr bool is_contact_phase(FootPhase phase) {
  return phase == FootPhase::kStance || phase == FootPhase::kUnload || phase == FootPhase::kLoad;
}

/// Whether a foot in this phase is on its way through the air.
constexpr bool is_swing_phase(FootPhase phase) {
  return phase == FootPhase::kLift || phase == FootPhase::kTransfer || phase == FootPhase::kLower ||
         phase == FootPhase::kTouch;
}

}  // namespace ventosa::controller
