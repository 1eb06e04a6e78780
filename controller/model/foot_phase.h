#pragma once

#include <cstdint>

#include "controller/model/description.h"

namespace ventosa::controller {

/// Phase of a foot within its step.
enum class FootPhase : std::uint8_t {
  kStance,
  kUnload,   ///< load ramps down, still gripping
  kRelease,  ///< turbine off, waiting for the vacuum to decay
  kLift,
  kTransfer,
  kLower,  ///< down to just above the surface
  kTouch,  ///< the remaining distance, slowly
  kSeal,   ///< turbine on, waiting for the vacuum to build up
  kLoad,   ///< load ramps up
  kFree,   ///< the foot is in the air, detached on request or never attached
};
constexpr auto enumerators(FootPhase) {
  return words("stance", "unload", "release", "lift", "transfer", "lower", "touch", "seal", "load",
               "free");
}

/// True if a foot in this phase should be attached: its wrist passive, with a share of the load.
constexpr bool is_contact_phase(FootPhase phase) {
  return phase == FootPhase::kStance || phase == FootPhase::kUnload || phase == FootPhase::kLoad;
}

/// True if a foot in this phase moves through the air.
constexpr bool is_swing_phase(FootPhase phase) {
  return phase == FootPhase::kLift || phase == FootPhase::kTransfer || phase == FootPhase::kLower ||
         phase == FootPhase::kTouch;
}

}  // namespace ventosa::controller
