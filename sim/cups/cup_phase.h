#pragma once

#include <cstdint>

namespace ventosa::sim {

/// Phase of one cup's hold.
enum class CupPhase : std::uint8_t {
  kFree,       ///< no seal
  kSealing,    ///< held; turbine on, vacuum below the attached level
  kAttached,   ///< held; the vacuum has reached the attached level
  kReleasing,  ///< held; turbine off, vacuum falling
};

}  // namespace ventosa::sim
